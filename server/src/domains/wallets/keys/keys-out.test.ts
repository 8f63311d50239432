// On PostgreSQL as well.
/** When the key of a wallet was last in an answer: by every route that answers one, and by none that does not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateProfile } from '@purser/contract/accounts.ts'
import { addToGroup, createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import * as api from '@purser/contract/wallets/wallets.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk } from '../../../test/harness.ts'
import { recordStatements } from '../../../test/statements.ts'
import { generateSecret, toBase58 } from './keys.ts'
import { listSettled } from '../lookups/settled-wallets.store.ts'

const desk = await startTestDesk({ network: 'none' })
const { call } = desk
const { db } = desk.database
const bulk = async (token: string, count: number) =>
  (await call(api.generateBulk, { token, body: { count, namePrefix: 'Wallet' } })).ok.wallets

type Row = { name: string; out: string | null; updated: string }
const readRows = async (userId: number): Promise<Row[]> =>
  (
    (await db.execute(
      sql`select name, key_out_at::text as out, updated_at::text as updated from wallets where user_id = ${userId} order by id`,
    )) as { rows: Row[] }
  ).rows
/** Names of the wallets whose key is out. */
const listKeysOut = async (userId: number) =>
  (await readRows(userId)).flatMap(({ name, out }) => (out === null ? [] : [name]))

test('each answer marks the wallets whose keys it holds and no other, and changes nothing else of them', async () => {
  const { token, id } = await desk.signUp()
  const [one, two, three, four] = await bulk(token, 6)
  assert.ok(one && two && three && four)
  const group = (await call(createGroup, { token, body: { name: 'Cold' } })).ok
  await call(addToGroup, { token, params: { id: group.id }, body: { walletIds: [two.id] } })
  const before = await readRows(id)
  assert.deepEqual(await listKeysOut(id), [])

  // Neither a list without keys, nor a refusal, nor a wallet as it is shown.
  const list = { keys: false }
  for (const endpoint of [api.exportText, api.exportSpreadsheet])
    assert.equal((await call(endpoint, { token, body: list })).status, 200)
  await call(api.listWallets, { token })
  await call(api.revealKey, { token, body: { address: toBase58(generateSecret().secret.slice(32)) } })
  assert.deepEqual(await listKeysOut(id), [])

  await call(api.revealKey, { token, body: { address: one.address } })
  assert.deepEqual(await listKeysOut(id), [one.name])
  await call(api.exportWallets, { token, query: { groupId: group.id } })
  assert.deepEqual(await listKeysOut(id), [one.name, two.name])
  await call(api.exportText, { token, body: { walletIds: [three.id], keys: true } })
  await call(api.exportSpreadsheet, { token, body: { walletIds: [four.id], keys: true } })
  assert.deepEqual(await listKeysOut(id), [one.name, two.name, three.name, four.name])
  await call(api.chatbotData, { token })
  const all = await readRows(id)
  assert.ok(all.every(({ out }) => out !== null))
  assert.deepEqual(
    all.map(({ updated }) => updated),
    before.map(({ updated }) => updated),
  )
  desk.clock.move(60_000)
  await call(api.exportAllWallets, { token })
  for (const [n, { out }] of (await readRows(id)).entries()) assert.ok((out ?? '') > (all[n]?.out ?? ''))
})

test('a thousand keys that leave at once are marked by one statement', async () => {
  const { token, id } = await desk.signUp()
  await bulk(token, 1_000)
  const { statements } = await recordStatements(async () =>
    assert.equal((await call(api.chatbotData, { token })).ok.wallets.length, 1_000),
  )
  assert.equal(statements.filter((text) => /update "wallets"/i.test(text)).length, 1)
  assert.equal((await listKeysOut(id)).length, 1_000)
})

test('a new wallet is out where its key is in the answer, also of a repeated request, and an imported one always', async () => {
  const { token, id } = await desk.signUp()
  const generate = (name: string, more: { key?: boolean } = {}) =>
    call(api.generateWallet, { token, key: name, body: { name, ...more } })
  const shown = (await generate('Shown')).ok
  assert.ok(shown.private_key)
  const { ok: silent } = await generate('Silent', { key: false })
  assert.deepEqual(
    ['private_key', 'key_withheld'].filter((field) => field in silent),
    [],
  )
  await bulk(token, 1)
  await call(api.importWallets, { token, body: { keys: toBase58(generateSecret().secret), name: 'Brought' } })
  assert.deepEqual(await listKeysOut(id), ['Shown', 'Brought'])

  assert.deepEqual((await generate('Silent', { key: false })).ok, silent, 'asked for again it is as silent')
  assert.deepEqual(await listKeysOut(id), ['Shown', 'Brought'])
  const [first] = await readRows(id)
  desk.clock.move(60_000)
  assert.deepEqual((await generate('Shown')).ok, shown)
  const [again] = await readRows(id)
  assert.ok((again?.out ?? '') > (first?.out ?? ''))
  assert.equal(again?.updated, first?.updated)
})

test('a wallet is as young as the later of the two: its import, and the last answer with its key', async () => {
  const { token, id } = await desk.signUp()
  const before = desk.clock.now() - 1
  const imported = async (name: string) => {
    const body = { keys: toBase58(generateSecret().secret), name }
    return (await call(api.importWallets, { token, body })).ok.wallets[0]?.address ?? ''
  }
  const [kept, shown] = [await imported('Kept'), await imported('Shown')]
  const [generated] = await bulk(token, 1)
  assert.ok(generated)
  const settledSince = (time: number) =>
    listSettled(db, id, [kept, shown, generated.address, 'Somebody'], new Date(time))
  assert.deepEqual(await settledSince(before), [generated.address])
  const later = desk.clock.now()
  desk.clock.move(2 * DAY_MS)
  await call(api.revealKey, { token, body: { address: shown } })
  assert.deepEqual((await settledSince(later)).sort(), [kept, generated.address].sort())
  assert.deepEqual((await settledSince(desk.clock.now())).length, 3)
})

test('while keys need a code a wallet is made without one and its key withheld; a wrong code makes none', async () => {
  const user = await desk.signUp()
  const { token, id } = user
  await call(updateProfile, { token, body: { keys_need_code: true } })
  const generate = (name: string, more: { code?: string; key?: boolean } = {}) =>
    call(api.generateWallet, { token, body: { name, ...more } })
  const withheld = await generate('Withheld')
  assert.equal(withheld.status, 201)
  assert.deepEqual([withheld.ok.key_withheld, withheld.ok.private_key], [true, undefined])

  const others = await desk.keyCode(user, 'reveal')
  for (const code of ['000000', others])
    assert.equal((await generate('None', { code })).fault.code, 'wrong_key_code')
  assert.deepEqual(await listKeysOut(id), [])

  const code = await desk.keyCode(user, 'generate')
  assert.equal((await generate('Silent', { key: false, code })).status, 201, 'which needs no code')
  const shown = (await generate('Shown', { code })).ok
  assert.ok(shown.private_key && !('key_withheld' in shown))
  assert.equal((await generate('None', { code })).fault.code, 'wrong_key_code')
  assert.deepEqual(
    (await readRows(id)).map(({ name }) => name),
    ['Withheld', 'Silent', 'Shown'],
  )
  assert.deepEqual(await listKeysOut(id), ['Shown'])

  const body = { address: withheld.ok.address, code: await desk.keyCode(user, 'reveal') }
  assert.equal((await call(api.revealKey, { token, body })).status, 200)
  assert.deepEqual(await listKeysOut(id), ['Withheld', 'Shown'])
})
