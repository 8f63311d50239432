// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { PRESET_COLORS } from '@purser/contract/wallets/group-colours.ts'
import { DEFAULT_GROUP_COLOR } from '@purser/contract/limits.ts'
import * as api from '@purser/contract/wallets/wallet-groups.ts'
import { deleteWallet, generateBulk, listUngrouped, listWallets } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk } from '../../../test/harness.ts'

const desk = await startTestDesk()
const { call } = desk
const wallets = async (token: string, count: number) =>
  (await call(generateBulk, { token, body: { count, namePrefix: 'W' } })).ok.wallets.map((w) => w.id)
const create = async (token: string, name: string) =>
  (await call(api.createGroup, { token, body: { name } })).ok
const list = async (token: string) => (await call(api.listGroups, { token })).ok

void test('a group is made, changed in part, listed with its count and bot state, and deleted without its wallets', async () => {
  const { token } = await desk.signUp()
  const made = await call(api.createGroup, {
    token,
    body: { name: ' Alpha ', description: 'first', color: '#00ff7F' },
  })
  assert.equal(made.status, 201)
  const { id } = made.ok
  assert.deepEqual(
    { ...made.ok, created_at: '', updated_at: '' },
    {
      id,
      name: 'Alpha',
      description: 'first',
      color: '#00ff7F',
      is_default: false,
      wallet_count: 0,
      created_at: '',
      updated_at: '',
    },
  )
  const ids = await wallets(token, 3)
  const add = await call(api.addToGroup, { token, params: { id }, body: { walletIds: ids.slice(0, 2) } })
  assert.deepEqual(add.ok, { success: true, added: 2 })
  const changed = await call(api.updateGroup, { token, params: { id }, body: { color: '#123456' } })
  assert.deepEqual(
    [changed.ok.name, changed.ok.description, changed.ok.color, changed.ok.wallet_count],
    ['Alpha', 'first', '#123456', 2],
  )
  const one = (await call(api.getGroup, { token, params: { id } })).ok
  assert.deepEqual(await list(token), [one])
  assert.deepEqual((await call(api.listGroupStatus, { token })).ok, [
    { ...one, has_active_bot: false, bot_status: 'inactive' },
  ])
  assert.deepEqual((await call(api.deleteGroup, { token, params: { id } })).ok, { success: true })
  assert.equal((await call(api.getGroup, { token, params: { id } })).fault.error, 'Wallet group not found')
  const left = (await call(listUngrouped, { token })).ok
  assert.deepEqual(
    left.wallets.map((w) => w.id),
    ids,
  )
})

void test('names and colours are checked in their own words', async () => {
  const { token } = await desk.signUp()
  const { id } = await create(token, 'A')
  for (const name of ['', '  ', undefined, null, 7]) {
    const refused = await call(api.createGroup, { token, wrongBody: { name } })
    assert.equal(refused.status, 400)
    assert.equal(refused.fault.error, 'Group name is required')
  }
  const blank = await call(api.updateGroup, { token, params: { id }, body: { name: ' ' } })
  assert.equal(blank.fault.error, 'Group name is required')
  for (const color of ['9333EA', '#9333E', '#9333EAA', '#9333EG', 'red', '#93 3EA', ''])
    for (const refused of [
      await call(api.createGroup, { token, body: { name: 'B', color } }),
      await call(api.updateGroup, { token, params: { id }, body: { color } }),
    ]) {
      assert.equal(refused.status, 400)
      assert.match(refused.fault.error, /^color must be # followed by 6 hex digits/)
    }
  const long = await call(api.createGroup, { token, body: { name: 'B', description: 'x'.repeat(501) } })
  assert.equal(long.status, 400)
  assert.equal((await list(token)).length, 1)
})

void test('a wallet is in several groups, and being added twice is not counted twice', async () => {
  const { token } = await desk.signUp()
  const [one, two] = await wallets(token, 2)
  const a = await create(token, 'A')
  const b = await create(token, 'B')
  const add = (id: number, walletIds: number[]) =>
    call(api.addToGroup, { token, params: { id }, body: { walletIds } })
  assert.ok(one && two)
  await add(a.id, [one])
  assert.equal((await add(a.id, [one, two])).ok.added, 1)
  await add(b.id, [two])
  const all = (await call(listWallets, { token })).ok
  assert.deepEqual(
    all.wallets.map((w) => w.groups.map((g) => g.name)),
    [['A'], ['A', 'B']],
  )
  assert.deepEqual(
    all.groups.map((g) => g.wallet_count),
    [2, 1],
  )
  const inB = (await call(listWallets, { token, query: { groupId: b.id } })).ok
  assert.deepEqual(
    inB.wallets.map((w) => [w.id, w.groups.length]),
    [[two, 2]],
  )
  const take = await call(api.removeFromGroup, {
    token,
    params: { id: a.id },
    body: { walletIds: [one, two] },
  })
  assert.deepEqual(take.ok, { success: true, removed: 2 })
  const again = await call(api.removeFromGroup, { token, params: { id: a.id }, body: { walletIds: [one] } })
  assert.equal(again.ok.removed, 0)
  await call(deleteWallet, { token, params: { id: two } })
  assert.deepEqual(
    (await list(token)).map((g) => g.wallet_count),
    [0, 0],
  )
})

void test('one foreign wallet, an unknown one or a wallet twice refuses the whole list', async () => {
  const ann = await desk.signUp()
  const eve = await desk.signUp()
  const [hers] = await wallets(ann.token, 1)
  const mine = await wallets(eve.token, 2)
  const { id } = await create(eve.token, 'Mine')
  const { token } = eve
  const [first = 0] = mine
  for (const [walletIds, status, error] of [
    [[...mine, hers], 404, 'Wallet not found'],
    [[...mine, 999_999_999], 404, 'Wallet not found'],
    [[...mine, first], 400, 'walletIds must not contain the same wallet twice'],
    [[], 400, 'walletIds must hold at least one wallet'],
    [[0], 400, undefined],
    [['1'], 400, undefined],
    [undefined, 400, undefined],
    [Array.from({ length: 10_001 }, (_, i) => i + 1), 400, 'walletIds must hold at most 10000 wallets'],
  ] as const)
    for (const endpoint of [api.addToGroup, api.removeFromGroup]) {
      const refused = await call(endpoint, { token, params: { id }, wrongBody: { walletIds } })
      assert.equal(refused.status, status)
      if (error) assert.equal(refused.fault.error, error)
    }
  assert.equal((await list(token))[0]?.wallet_count, 0)
})

void test('another user’s group is as good as none on every route', async () => {
  const ann = await desk.signUp()
  const { token } = await desk.signUp()
  const mine = await wallets(token, 1)
  const { id } = await create(ann.token, 'Hers')
  for (const params of [{ id }, { id: 999_999_999 }, { id: 'status%00' }]) {
    const body = { walletIds: mine }
    for (const answer of [
      await call(api.getGroup, { token, params }),
      await call(api.updateGroup, { token, params, body: { name: 'Eve' } }),
      await call(api.deleteGroup, { token, params }),
      await call(api.addToGroup, { token, params, body }),
      await call(api.removeFromGroup, { token, params, body }),
    ]) {
      assert.equal(answer.status, 404)
      assert.equal(answer.fault.error, 'Wallet group not found')
    }
  }
  assert.equal((await list(ann.token))[0]?.name, 'Hers')
})

void test('at most one group is the default, also when several are chosen at once, and there may be none', async () => {
  const { token, id: userId } = await desk.signUp()
  const groups = await Promise.all(['A', 'B', 'C', 'D'].map((name) => create(token, name)))
  const set = (id: number, is_default: boolean) =>
    call(api.updateGroup, { token, params: { id }, body: { is_default } })
  const defaults = async () => (await list(token)).filter((g) => g.is_default).map((g) => g.name)
  const [a, b] = groups
  assert.ok(a && b)
  await set(a.id, true)
  assert.deepEqual(await defaults(), ['A'])
  await set(b.id, true)
  assert.deepEqual(await defaults(), ['B'])
  const answers = await Promise.all(groups.map((g) => set(g.id, true)))
  assert.ok(answers.every((answer) => answer.status === 200))
  const [chosen] = await defaults()
  assert.equal((await defaults()).length, 1)
  await set(groups.find((g) => g.name === chosen)?.id ?? 0, false)
  assert.deepEqual(await defaults(), [])
  await set(a.id, true)
  const twice = desk.database.db.execute(
    sql`update wallet_groups set is_default = true where user_id = ${userId}`,
  )
  await assert.rejects(async () => twice, 'the database itself refuses a second default')
})

void test('of two tabs that edit one group the second is told; a deleted one is not found', async () => {
  const { token } = await desk.signUp()
  const { id, updated_at } = await create(token, 'A')
  const save = (name: string) => call(api.updateGroup, { token, params: { id }, body: { name, updated_at } })
  assert.equal((await save('One')).status, 200)
  const second = await save('Two')
  assert.equal(second.status, 409)
  assert.equal(
    second.fault.error,
    'This group has changed in the meantime, possibly in another tab. Reload it and try again.',
  )
  assert.equal((await list(token))[0]?.name, 'One')
  await call(api.deleteGroup, { token, params: { id } })
  assert.equal((await save('Three')).status, 404)
})

void test('thirty requests for one group under one key make one', async () => {
  const { token } = await desk.signUp()
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => call(api.createGroup, { token, body: { name: 'Once' }, key })),
  )
  assert.equal(new Set(answers.map((a) => a.ok.id)).size, 1)
  assert.equal((await list(token)).length, 1)
})

void test('an account has its limit of groups', async () => {
  const { token, id } = await desk.signUp()
  await desk.database.db.execute(sql`insert into wallet_groups (user_id, name, description, color)
    select ${id}, 'G' || n, '', '#000000' from generate_series(1, 1000) n`)
  const full = await call(api.createGroup, { token, body: { name: 'One more' } })
  assert.equal(full.status, 409)
  assert.equal(full.fault.error, 'An account can have at most 1000 groups.')
})

void test('new groups take different colours: first the default one, then the next of the palette that is free', async () => {
  const { token } = await desk.signUp()
  const first = await create(token, 'One')
  assert.equal(first.color, DEFAULT_GROUP_COLOR)
  const second = await create(token, 'Two')
  const bulk = { count: 1, namePrefix: 'W', createNewGroup: true, newGroupName: 'Three' }
  await call(generateBulk, { token, body: bulk })
  await call(api.createGroup, { token, body: { name: 'Four', color: PRESET_COLORS[20] } })
  for (let n = 5; n <= PRESET_COLORS.length; n++) await create(token, `Group ${n}`)
  const colors = (await list(token)).map((group) => group.color)
  assert.equal(new Set(colors).size, PRESET_COLORS.length)
  assert.deepEqual([...colors].sort(), PRESET_COLORS.toSorted())
  // All are taken: they repeat.
  assert.ok(PRESET_COLORS.includes((await create(token, 'One more')).color))
  await call(api.deleteGroup, { token, params: { id: second.id } })
  assert.equal((await create(token, 'In its place')).color, second.color)
})
