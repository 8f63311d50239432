// On PostgreSQL as well.
/** Exports of chosen wallets and of one group, with their keys and without. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAudit } from '@purser/contract/audit.ts'
import { readOutbox, updateProfile } from '@purser/contract/accounts.ts'
import type { BodyOf } from '@purser/contract/endpoint.ts'
import { addToGroup, createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import * as api from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk } from '../../../test/harness.ts'

const desk = await startTestDesk()
const { call } = desk
const bulk = async (token: string, count: number) =>
  (await call(api.generateBulk, { token, body: { count, namePrefix: 'Wallet' } })).ok.wallets

type Kind = typeof api.exportText
async function file(endpoint: Kind, token: string, body: BodyOf<Kind>) {
  const response = await fetch(`${desk.url}/api${endpoint.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const name = /filename="(.*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  return { status: response.status, name, text, cache: response.headers.get('cache-control') }
}
const splitLines = (text: string) => text.trimEnd().split('\r\n')

void test('chosen wallets leave with their keys, under the same rules as all of them', async () => {
  const ann = await desk.signUp()
  const [first, second, third] = await bulk(ann.token, 3)
  assert.ok(first && second && third)
  const chosen = await file(api.exportText, ann.token, { walletIds: [first.id, third.id], keys: true })
  assert.equal(chosen.status, 200)
  assert.equal(chosen.name, 'wallet_export.csv')
  assert.equal(chosen.cache, 'no-store')
  assert.deepEqual(
    splitLines(chosen.text)
      .slice(1)
      .map((line) => line.split(',')[1]),
    [first.address, third.address],
  )
  const { private_key } = (await call(api.revealKey, { token: ann.token, body: { address: first.address } }))
    .ok
  assert.ok(chosen.text.includes(private_key))
  const { rows } = (await desk.database.db.execute(
    sql`select wallet_id::int as id from key_audit where user_id = ${ann.id} and action = 'export' order by id`,
  )) as { rows: { id: number }[] }
  assert.deepEqual(
    rows.map((row) => row.id),
    [first.id, third.id],
  )
  await call(updateProfile, { token: ann.token, body: { keys_need_code: true } })
  const without = await file(api.exportSpreadsheet, ann.token, { walletIds: [first.id], keys: true })
  assert.equal(without.status, 403)
  const both = await file(api.exportText, ann.token, { walletIds: [first.id], groupId: 1, keys: false })
  assert.equal(both.status, 400)
})

void test('a file without keys holds none of them, needs no code and no mail, and is audited', async () => {
  const ann = await desk.signUp()
  const { token } = ann
  const wallets = await bulk(token, 12)
  const group = (await call(createGroup, { token, body: { name: 'Cold' } })).ok
  const walletIds = wallets.slice(0, 4).map((wallet) => wallet.id)
  await call(addToGroup, { token, params: { id: group.id }, body: { walletIds } })
  const { wallets: keyed } = (await call(api.chatbotData, { token })).ok
  await call(updateProfile, { token, body: { keys_need_code: true } })
  const mails = async () => (await call(readOutbox, { query: { to: ann.email } })).ok.length
  const before = await mails()
  const day = new Date(desk.clock.now()).toISOString().slice(0, 10)
  for (const [scope, name, count] of [
    [{}, `wallets_all_${day}_without_keys`, 12],
    [{ groupId: group.id }, `wallets_group_${group.id}_${day}_without_keys`, 4],
    [{ walletIds: [walletIds[1] ?? 0] }, 'wallet_export_without_keys', 1],
  ] as const) {
    const text = await file(api.exportText, token, {
      ...scope,
      walletIds: scope.walletIds?.slice(),
      keys: false,
    })
    assert.equal(text.status, 200, text.text)
    assert.equal(text.name, `${name}.csv`)
    assert.equal(splitLines(text.text)[0]?.slice(3), 'Name,Address,Groups,Created')
    assert.equal(splitLines(text.text).length, count + 1)
    const sheet = await file(api.exportSpreadsheet, token, {
      ...scope,
      walletIds: scope.walletIds?.slice(),
      keys: false,
    })
    assert.equal(sheet.name, `${name}.xlsx`)
    for (const { private_key } of keyed)
      for (const { text: bytes } of [text, sheet]) assert.ok(!bytes.includes(private_key))
    assert.doesNotMatch(text.text, /[1-9A-HJ-NP-Za-km-z]{80,90}/)
  }
  assert.equal(await mails(), before)
  const { rows } = (await call(listAudit, { token, query: { type: 'export-list' } })).ok
  assert.deepEqual(
    rows.map((row) => row.detail),
    [
      { wallets: 1, as: 'spreadsheet', group: null },
      { wallets: 1, as: 'CSV', group: null },
      { wallets: 4, as: 'spreadsheet', group: 'Cold' },
      { wallets: 4, as: 'CSV', group: 'Cold' },
      { wallets: 12, as: 'spreadsheet', group: null },
      { wallets: 12, as: 'CSV', group: null },
    ],
  )
  const all = await call(api.exportAllWallets, { token, query: { keys: 'false' } })
  const sheet = await call(api.exportWallets, { token, query: { keys: 'false', groupId: group.id } })
  for (const { status, text } of [all, sheet]) {
    assert.equal(status, 200, text)
    assert.ok(keyed.every(({ private_key }) => !text.includes(private_key)))
  }
  assert.equal(splitLines(all.text).length, 13)
  assert.equal(await mails(), before)
  for (let i = 0; i < 2; i++) assert.equal((await file(api.exportText, token, { keys: false })).status, 200)
  const over = await file(api.exportText, token, { keys: false })
  assert.equal(over.status, 429)
  assert.match(over.text, /Too many exports\. Please try again/)
})

void test('a wallet of another refuses the whole list, as one that does not exist', async () => {
  const ann = await desk.signUp()
  const eve = await desk.signUp()
  const [hers] = await bulk(ann.token, 1)
  const [own] = await bulk(eve.token, 1)
  for (const keys of [true, false])
    for (const walletIds of [[hers?.id ?? 0], [own?.id ?? 0, hers?.id ?? 0], [own?.id ?? 0, 999_999_999]])
      assert.equal((await file(api.exportText, eve.token, { walletIds, keys })).status, 404)
})
