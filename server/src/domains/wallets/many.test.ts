// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { updateProfile } from '@purser/contract/accounts.ts'
import { requestFaucet, USDC_MINT as mint } from '@purser/contract/tokens/tokens.ts'
import { createGroup, listGroups } from '@purser/contract/wallets/wallet-groups.ts'
import * as api from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../test/harness.ts'

const desk = await startTestDesk()
const { call } = desk
const bulk = (token: string, count: number, more: object = {}, key?: string) =>
  call(api.generateBulk, {
    token,
    body: { count, namePrefix: 'Wallet', groupId: null, ...more },
    ...(key ? { key } : {}),
  })
const list = async (token: string, query?: { groupId: number }) =>
  (await call(api.listWallets, { token, ...(query ? { query } : {}) })).ok
const rows = async <T>(query: ReturnType<typeof sql>): Promise<T[]> =>
  ((await desk.database.db.execute(query)) as { rows: T[] }).rows

void test('a thousand wallets are made at once, numbered, in a new group, with one default and no key in the answer', async () => {
  const { token, id } = await desk.signUp()
  const made = await bulk(token, 1000, { createNewGroup: true, newGroupName: 'Fleet' })
  assert.equal(made.status, 201)
  const { ok } = made
  assert.equal(ok.success, true)
  assert.equal(ok.count, 1000)
  assert.equal(ok.wallets.length, 1000)
  assert.equal(new Set(ok.wallets.map((w) => w.address)).size, 1000)
  assert.deepEqual([ok.wallets[0]?.name, ok.wallets[999]?.name], ['Wallet 1', 'Wallet 1000'])
  assert.doesNotMatch(made.text, /private|secret|sealed/i)
  const all = await list(token)
  assert.deepEqual(all.wallets, ok.wallets)
  assert.deepEqual(
    all.wallets.filter((w) => w.is_default).map((w) => w.name),
    ['Wallet 1'],
  )
  assert.deepEqual(
    all.groups.map((g) => [g.id, g.name, g.wallet_count, g.color]),
    [[ok.group_id, 'Fleet', 1000, '#9333EA']],
  )
  assert.deepEqual(all.wallets[7]?.groups, [{ id: ok.group_id, name: 'Fleet', color: '#9333EA' }])
  const more = await bulk(token, 2, { groupId: ok.group_id })
  assert.deepEqual(
    more.ok.wallets.map((w) => w.name),
    ['Wallet 1001', 'Wallet 1002'],
  )
  assert.equal((await list(token, { groupId: ok.group_id ?? 0 })).wallets.length, 1002)
  const single = await call(api.generateWallet, { token })
  assert.equal(single.ok.name, 'Wallet 1003')
  assert.equal(single.ok.is_default, false)
  assert.equal(single.headers.get('cache-control'), 'no-store')
  const alone = (await call(api.listUngrouped, { token })).ok
  assert.deepEqual(
    alone.wallets.map((w) => w.name),
    ['Wallet 1003'],
  )
  const [audited] = await rows<{ n: number }>(
    sql`select count(*)::int as n from key_audit where user_id = ${id}`,
  )
  assert.equal(audited?.n, 1, 'only the key that left is in the audit')
})

void test('a key made in bulk opens: revealed and imported elsewhere it is the same wallet', async () => {
  const ann = await desk.signUp()
  const bob = await desk.signUp()
  const { ok } = await bulk(ann.token, 3)
  for (const { address } of ok.wallets) {
    const { private_key } = (await call(api.revealKey, { token: ann.token, body: { address } })).ok
    const imported = await call(api.importWallets, { token: bob.token, body: { keys: private_key } })
    assert.equal(imported.ok.wallets[0]?.address, address)
  }
})

void test('what is wrong with a bulk order is said in its own words', async () => {
  const { token } = await desk.signUp()
  const said = async (wrongBody: unknown) => {
    const { status, fault } = await call(api.generateBulk, { token, wrongBody })
    assert.equal(status, 400)
    return fault.error
  }
  const number = 'Please enter a valid number between 1 and 1000'
  for (const count of [0, -1, 1001, 1.5, '10', null, undefined, 1e21])
    assert.equal(await said({ count, namePrefix: 'W' }), number)
  for (const namePrefix of ['', '   ', undefined, 5])
    assert.equal(await said({ count: 1, namePrefix }), 'Name prefix is required')
  assert.match(await said({ count: 1, namePrefix: 'x'.repeat(94) }), /at most 93/)
  assert.equal(
    await said({ count: 1, namePrefix: 'W', createNewGroup: true, newGroupName: '  ' }),
    'Group name is required',
  )
  assert.match(await said({ count: 1, namePrefix: 'W', createNewGroup: true, groupId: 1 }), /groupId/)
  assert.match(await said({ count: 1, namePrefix: 'W', surprise: 1 }), /surprise/)
  assert.equal((await list(token)).wallets.length, 0)
  assert.equal((await call(listGroups, { token })).ok.length, 0)
})

void test('a new group without a name is called after prefix and time', async () => {
  const { token } = await desk.signUp()
  await bulk(token, 1, { namePrefix: 'Desk', createNewGroup: true })
  const [group] = (await call(listGroups, { token })).ok
  assert.match(group?.name ?? '', /^Desk Group \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

void test('fifty bulk orders at once with one key make one set, and another body under that key is refused', async () => {
  const { token } = await desk.signUp()
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => bulk(token, 5, { createNewGroup: true, newGroupName: 'Once' }, key)),
  )
  assert.ok(answers.every((a) => a.status === 201 && a.text === answers[0]?.text))
  const { wallets, groups } = await list(token)
  assert.equal(wallets.length, 5)
  assert.equal(groups.length, 1)
  const other = await bulk(token, 6, {}, key)
  assert.equal(other.status, 422)
})

void test('bulk orders at the same time never take a name, a default or a place twice', async () => {
  const { token } = await desk.signUp()
  await Promise.all(Array.from({ length: 8 }, () => bulk(token, 10)))
  const { wallets } = await list(token)
  assert.equal(new Set(wallets.map((w) => w.name)).size, 80)
  assert.equal(wallets.filter((w) => w.is_default).length, 1)
})

void test('an account is full at its limit, and a bulk order that does not fit makes none', async () => {
  const { token, id } = await desk.signUp()
  await rows(sql`insert into wallets (user_id, name, address, sealed_key)
    select ${id}, 'W ' || n, 'fake' || n, '' from generate_series(1, 99995) n`)
  const full = await bulk(token, 6)
  assert.equal(full.status, 409)
  assert.equal(full.fault.error, 'An account can hold at most 100000 wallets.')
  assert.equal((await bulk(token, 5)).status, 201)
  await rows(sql`delete from wallets where user_id = ${id}`)
})

void test('renaming and choosing the default: exactly one default, and the old one is told by its version', async () => {
  const { token } = await desk.signUp()
  const { wallets } = (await bulk(token, 3)).ok
  const [first, second] = wallets
  assert.ok(first && second)
  const put = (id: number, body: object) => call(api.updateWallet, { token, params: { id }, wrongBody: body })
  const renamed = await put(second.id, { name: '  Treasury ' })
  assert.equal(renamed.ok.name, 'Treasury')
  assert.ok(renamed.ok.updated_at > second.updated_at)
  assert.equal((await put(second.id, { name: ' ' })).fault.error, 'name must not be empty')
  assert.equal((await put(second.id, { updated_at: 'yesterday' })).status, 400)
  assert.equal((await put(second.id, { is_default: true })).ok.is_default, true)
  const refused = await put(second.id, { is_default: false })
  assert.equal(refused.status, 409)
  assert.equal(
    refused.fault.error,
    'One wallet must always be the default. Set another wallet as the default instead.',
  )
  assert.equal((await put(first.id, { is_default: false })).status, 200)
  const now = (await list(token)).wallets
  assert.deepEqual(
    now.filter((w) => w.is_default).map((w) => w.id),
    [second.id],
  )
})

void test('of two tabs that edit one wallet the second is told and changes nothing', async () => {
  const { token } = await desk.signUp()
  const [wallet] = (await bulk(token, 1)).ok.wallets
  assert.ok(wallet)
  const seen = (await call(api.getWallet, { token, params: { id: wallet.id } })).ok
  const save = (name: string, updated_at: string) =>
    call(api.updateWallet, { token, params: { id: wallet.id }, body: { name, updated_at } })
  const both = await Promise.all([save('Tab one', seen.updated_at), save('Tab two', seen.updated_at)])
  assert.deepEqual(both.map((a) => a.status).sort(), [200, 409])
  const winner = both.find((a) => a.status === 200)?.ok
  assert.equal(
    both.find((a) => a.status === 409)?.fault.error,
    'This wallet has changed in the meantime, possibly in another tab. Reload it and try again.',
  )
  const after = (await call(api.getWallet, { token, params: { id: wallet.id } })).ok
  assert.deepEqual(after, winner)
  assert.equal((await save('Again', after.updated_at)).ok.name, 'Again')
})

void test('deleting the default makes the oldest remaining the default, and the last one is told', async () => {
  const { token } = await desk.signUp()
  const { wallets } = (await bulk(token, 3)).ok
  const [a, b, c] = wallets.map((w) => w.id)
  assert.ok(a && b && c)
  const drop = (id: number) => call(api.deleteWallet, { token, params: { id } })
  assert.deepEqual((await drop(a)).ok, {
    success: true,
    message: 'Wallet deleted. Wallet 2 is now your default wallet.',
    default_id: b,
  })
  assert.deepEqual((await drop(c)).ok, { success: true, message: 'Wallet deleted.', default_id: b })
  assert.deepEqual((await drop(b)).ok, {
    success: true,
    message: 'Wallet deleted. You have no wallets left.',
    default_id: null,
  })
  assert.equal((await drop(b)).status, 404)
  assert.equal((await bulk(token, 1)).ok.wallets[0]?.is_default, true)
})

void test('a wallet that holds funds says how much and goes only with its name and the acknowledgement', async () => {
  const { token } = await desk.signUp()
  const [wallet] = (await bulk(token, 1)).ok.wallets
  assert.ok(wallet)
  const paid = await call(requestFaucet, {
    token,
    body: { address: wallet.address, sol: '1.5', mint, amount: 20 },
  })
  assert.equal(paid.status, 200)
  const drop = (body?: object) =>
    call(api.deleteWallet, { token, params: { id: wallet.id }, ...(body ? { wrongBody: body } : {}) })
  const sentence =
    'Wallet 1 still holds 1.5 SOL and 20 USDC. To delete it with its funds, type the wallet name and acknowledge.'
  for (const body of [
    undefined,
    {},
    { acknowledged: true },
    { name: 'Wallet 1' },
    { name: 'Wallet 2', acknowledged: true },
    { name: 'Wallet 1', acknowledged: false },
  ]) {
    const refused = await drop(body)
    assert.equal(refused.status, 409)
    assert.equal(refused.fault.error, sentence)
    assert.equal(refused.fault.code, 'wallet_holds_funds')
  }
  assert.equal((await list(token)).wallets.length, 1)
  assert.equal((await drop({ name: 'Wallet 1', acknowledged: true })).status, 200)
  assert.equal((await list(token)).wallets.length, 0)
})

void test('a wallet that a running strategy trades with cannot be deleted', async () => {
  const { token, id: userId } = await desk.signUp()
  const [wallet, other] = (await bulk(token, 2)).ok.wallets
  assert.ok(wallet && other)
  const strategy = randomUUID()
  // Owned by a server that lives: nobody takes it up and runs it.
  const [process] = await rows<{ id: string }>(sql`select id from processes limit 1`)
  await rows(sql`insert into strategies (id, user_id, agent_id, agent_external_id, plan, wallet_addresses, status, state, origin_key, owner)
    values (${strategy}, ${userId}, 1, 'x', '{}', ${JSON.stringify([wallet.address])}::jsonb, 'paused', '{}', 'many-wallets', ${process?.id ?? ''})`)
  const drop = (id: number) =>
    call(api.deleteWallet, { token, params: { id }, body: { name: wallet.name, acknowledged: true } })
  const refused = await drop(wallet.id)
  assert.equal(refused.status, 409)
  assert.equal(
    refused.fault.error,
    'A running strategy trades with this wallet. Stop the strategy before deleting the wallet.',
  )
  assert.equal((await drop(other.id)).status, 200)
  await rows(sql`update strategies set status = 'stopped' where id = ${strategy}`)
  assert.equal((await drop(wallet.id)).status, 200)
})

void test('another user’s wallet and group are as good as none, on every route', async () => {
  const ann = await desk.signUp()
  const eve = await desk.signUp()
  const [wallet] = (await bulk(ann.token, 1)).ok.wallets
  const group = (await call(createGroup, { token: ann.token, body: { name: 'Hers' } })).ok
  assert.ok(wallet)
  const { token } = eve
  const none = 999_999_999
  for (const [mine, id] of [
    [group.id, wallet.id],
    [none, none],
  ] as const) {
    const answers = [
      await call(api.getWallet, { token, params: { id } }),
      await call(api.updateWallet, { token, params: { id }, body: { name: 'Eve' } }),
      await call(api.deleteWallet, { token, params: { id } }),
    ]
    for (const answer of answers) {
      assert.equal(answer.status, 404)
      assert.equal(answer.fault.error, 'Wallet not found')
    }
    for (const answer of [
      await call(api.listWallets, { token, query: { groupId: mine } }),
      await bulk(token, 1, { groupId: mine }),
      await call(api.exportWallets, { token, query: { groupId: mine } }),
    ]) {
      assert.equal(answer.status, 404)
      assert.equal(answer.fault.error, 'Wallet group not found')
    }
  }
  for (const id of ['0', '-1', 'abc', '1e3', '9'.repeat(30)])
    assert.equal((await call(api.getWallet, { token, params: { id } })).status, 404)
  for (const groupId of ['abc', '0', '-1', '1.5'])
    assert.equal((await call(api.listWallets, { token, query: { groupId } })).status, 400)
  assert.equal((await list(eve.token)).wallets.length, 0)
  assert.equal((await list(ann.token)).wallets[0]?.name, 'Wallet 1')
})

void test('at most thirty keys a minute are shown, each is on record, and the switch asks for a code', async () => {
  const user = await desk.signUp()
  const { token, id } = user
  const [wallet] = (await bulk(token, 1)).ok.wallets
  const reveal = (code?: string) =>
    call(api.revealKey, { token, body: { address: wallet?.address ?? '', ...(code ? { code } : {}) } })
  for (let i = 0; i < 30; i++) assert.equal((await reveal()).status, 200)
  const over = await reveal()
  assert.equal(over.status, 429)
  assert.ok(Number(over.headers.get('retry-after')) > 0)
  const audit = () => rows(sql`select * from key_audit where user_id = ${id} and action = 'reveal'`)
  assert.equal((await audit()).length, 30)
  desk.clock.move(61_000)
  await call(updateProfile, { token, body: { keys_need_code: true } })
  assert.equal((await reveal()).fault.code, 'key_code_needed')
  const code = await desk.keyCode(user, 'reveal')
  assert.equal((await reveal(code)).status, 200)
  assert.equal((await reveal(code)).fault.code, 'wrong_key_code')
})
