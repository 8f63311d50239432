// On PostgreSQL as well.
/** Other users of a token by name: granted, pending until the address registers, revoked. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createAgent } from '@purser/contract/agents/agents.ts'
import { listBalances } from '@purser/contract/balances/balances.ts'
import { portfolioSummary } from '@purser/contract/balances/portfolio.ts'
import { trade } from '../../../test/product.ts'
import { sql } from 'drizzle-orm'
import { listAudit } from '@purser/contract/audit.ts'
import { ACCESS_TOLD_A_DAY } from '@purser/contract/limits.ts'
import { listNamedTokens } from '@purser/contract/tokens/created-tokens.ts'
import { changeNotificationSettings, listNotifications } from '@purser/contract/notifications.ts'
import * as api from '@purser/contract/tokens/token-authorization.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { startTestDesk, type User } from '../../../test/harness.ts'
import { makeToken, type OwnToken } from '../../../test/created-token.ts'
import { makeWallets } from '../../../test/money.ts'
import { getOperation } from '@purser/contract/activity.ts'
import { distributeToken } from '@purser/contract/distributions/token-distributions.ts'
import { until } from '../../../test/until.ts'

const calls: string[] = []
const desk = await startTestDesk({ network: 'steered', overhear: (method) => void calls.push(method) })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)

const owner = await desk.signUp()
const mytk = await makeToken(desk, owner.token, { symbol: 'MYTK', name: 'Galaxy Credits' })

const readTokens = async ({ token, email }: User) =>
  (await call(api.listAuthorizableTokens, { token, query: { email, page: 1, page_size: 50 } })).ok
const readId = async (user: User, { mint }: OwnToken) =>
  (await readTokens(user)).data.data.data.find((one) => one.token_info.mint === mint)?.id ?? 0
const grant = async (user: User, of: OwnToken, email: string, more: object = {}, key?: string) =>
  call(api.authorizeToken, {
    token: user.token,
    wrongBody: { tokenId: await readId(user, of), mintAddress: of.mint, authorizedEmail: email, ...more },
    ...(key ? { key } : {}),
  })
const grants = async ({ token }: User) => (await call(api.listGrants, { token })).ok.grants
const knows = async ({ token }: Pick<User, 'token'>) =>
  (await call(listNamedTokens, { token })).ok.tokens.map(({ symbol, owner: by }) => [symbol, by])

void test("a user's own tokens have their figures from the market and the chain, whatever is sent", async () => {
  const { data, stats } = await readTokens(owner)
  assert.deepEqual(stats, { totalTokens: 1, activeAuthorizations: 0, pendingRequests: 0 })
  const [one] = data.data.data
  assert.equal(data.data.count, 1)
  assert.ok(one)
  const { price, market_cap, ...info } = one.token_info
  assert.deepEqual(info, {
    symbol: 'MYTK',
    name: 'Galaxy Credits',
    mint: mytk.mint,
    on_exchange: true,
    cover_url: '',
    description: '',
    decimals: 6,
    supply: 1_000_000_000,
    holders: 1,
  })
  // Nobody has traded it: the simulated market's offer is no price.
  assert.deepEqual([price, market_cap], [null, null])
  assert.deepEqual([one.isAuthorized, one.authorizedTo, one.authorizedAt], [false, null, null])
  const page = await call(api.listAuthorizableTokens, {
    token: owner.token,
    query: { email: owner.email.toUpperCase(), page: 2 },
  })
  assert.deepEqual(page.ok.data.data, { data: [], count: 1 })
})

void test('a token that nobody has traded is worth nothing, on its card and in every total, until it is traded', async () => {
  const user = await desk.signUp()
  const { token } = user
  const { mint, wallet } = await makeToken(desk, token, { symbol: 'HARB', name: 'Harbour' })
  const balance = () =>
    until('it is found', async () => {
      const [one] = (await call(listBalances, { token, body: { walletIds: [wallet.id] } })).ok.balances
      const held = one?.tokens.find((other) => other.mint === mint)
      return one && held ? { ...one, held } : undefined
    })
  const total = async () =>
    Number((await call(portfolioSummary, { token, query: { fresh: 'true' } })).ok.total_usd)
  const before = await balance()
  assert.deepEqual([before.held.usd, before.total_usd], [null, before.sol.usd])
  assert.ok(Math.abs((await total()) - Number(before.sol.usd)) < 1)
  // A token that an earlier version had priced is worth nothing any more, and that is no loss.
  await desk.database.db.execute(sql`update portfolio_accounts set price = 123900000000 where mint = ${mint}`)
  desk.clock.move(10 * 60_000)
  const summary = (await call(portfolioSummary, { token, query: { fresh: 'true' } })).ok
  assert.ok(Math.abs(Number(summary.total_usd) - Number(before.sol.usd)) < 1, String(summary.total_usd))

  const agent = (await call(createAgent, { token })).ok.id
  await trade(call, token, agent, `sell 1000 of ${mint} for SOL`, [wallet.address])
  const traded = await until('it has a price', async () => {
    const now = await balance()
    return now.held.usd === null ? undefined : now
  })
  assert.ok(Number(traded.held.usd) > 0)
  assert.ok(Number(traded.total_usd) > Number(traded.sol.usd))
  const [card] = (await readTokens(user)).data.data.data
  const { price, market_cap } = card?.token_info ?? {}
  assert.ok(Number(price) > 0)
  assert.ok(Math.abs(Number(market_cap) - Number(price) * 1e9) < 1)
})

void test('nobody lists the tokens of another address, whether it has an account or not', async () => {
  const stranger = await desk.signUp()
  const answers = await Promise.all(
    [owner.email, `${randomUUID()}@example.com`].map((email) =>
      call(api.listAuthorizableTokens, { token: stranger.token, query: { email } }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status, text }) => [status, text]),
    answers.map(() => [404, answers[0]?.text]),
  )
})

void test('a grant is known by name to the other account, is told to it, and is revoked', async () => {
  const friend = await desk.signUp()
  const answer = await grant(owner, mytk, friend.email.toUpperCase(), {
    tokenOwnerEmail: owner.email,
    marketCap: 1e9,
    holders: 500,
    minBalance: 1000,
    tokenName: 'USD Coin',
    tokenSymbol: 'USDC',
    tokenImage: null,
    description: 'Not to be believed.',
  })
  assert.equal(answer.status, 201)
  assert.deepEqual(await knows(friend), [['MYTK', owner.email]])
  const [given] = await grants(owner)
  assert.deepEqual(
    [given?.email, given?.status, given?.symbol, given?.id],
    [friend.email, 'active', 'MYTK', answer.ok.grant_id],
  )
  const listed = await readTokens(owner)
  assert.deepEqual(listed.stats, { totalTokens: 1, activeAuthorizations: 1, pendingRequests: 0 })
  const [shown] = listed.data.data.data
  assert.deepEqual([shown?.isAuthorized, shown?.authorizedTo], [true, friend.email])
  // A repeated request, with a key and without, is the same grant, and is announced once.
  const key = randomUUID()
  for (const again of [
    await grant(owner, mytk, friend.email),
    await grant(owner, mytk, friend.email, {}, key),
    await grant(owner, mytk, friend.email, {}, key),
  ])
    assert.equal(again.text, answer.text)
  const told = (await call(listNotifications, { token: friend.token })).ok.notifications
  assert.deepEqual(
    told.map((one) => [one.kind, one.agent_name, one.agent_id, one.text.includes(owner.email)]),
    [['access', 'Token access', null, true]],
  )
  const stranger = await desk.signUp()
  const id = answer.ok.grant_id
  assert.equal((await call(api.revokeGrant, { token: stranger.token, params: { id } })).status, 404)
  assert.equal((await call(api.revokeGrant, { token: owner.token, params: { id } })).status, 200)
  assert.equal((await call(api.revokeGrant, { token: owner.token, params: { id } })).status, 404)
  assert.deepEqual([await knows(friend), await grants(owner)], [[], []])
  assert.equal((await call(listNotifications, { token: friend.token })).ok.notifications.length, 2)
  const audit = (await call(listAudit, { token: owner.token, query: {} })).ok.rows
  assert.deepEqual(
    audit.filter((row) => row.type.startsWith('token-')).map((row) => [row.type, row.detail.symbol]),
    [
      ['token-revoke', 'MYTK'],
      ['token-grant', 'MYTK'],
      ['token-create', 'MYTK'],
    ],
  )
})

void test('to an address without an account it is pending, answered alike, and counts once it registers', async () => {
  const later = `${randomUUID()}@example.com`
  const friend = await desk.signUp()
  const [pending, active] = [await grant(owner, mytk, later), await grant(owner, mytk, friend.email)]
  const { grant_id: _, ...text } = pending.ok
  const { grant_id: __, ...same } = active.ok
  assert.deepEqual([text, pending.status], [same, active.status])
  const states = async () =>
    new Map((await grants(owner)).map(({ email, status }): [string, string] => [email, status]))
  assert.deepEqual([(await states()).get(later), (await states()).get(friend.email)], ['pending', 'active'])
  const { stats } = await readTokens(owner)
  assert.deepEqual(stats, { totalTokens: 1, activeAuthorizations: 1, pendingRequests: 1 })
  const registered = await desk.signUp(later)
  assert.equal((await states()).get(later), 'active')
  assert.deepEqual(await knows(registered), [['MYTK', owner.email]])
  // Its recipient may also give it up.
  assert.equal(
    (await call(api.revokeGrant, { token: registered.token, params: { id: pending.ok.grant_id } })).status,
    200,
  )
  assert.deepEqual(await knows(registered), [])
  assert.equal((await states()).has(later), false)
})

void test('not to oneself, not of another, not under another name, and not of a token that is none', async () => {
  const stranger = await desk.signUp()
  const self = await grant(owner, mytk, owner.email)
  assert.equal(self.fault.error, 'You cannot grant access to yourself')
  assert.equal((await grant(owner, mytk, 'a@example.com', { tokenOwnerEmail: stranger.email })).status, 400)
  assert.equal((await grant(owner, mytk, 'not an address')).status, 400)
  const tokenId = await readId(owner, mytk)
  const asked = (who: User, body: object) =>
    call(api.authorizeToken, {
      token: who.token,
      wrongBody: { tokenId, mintAddress: mytk.mint, authorizedEmail: 'a@example.com', ...body },
    })
  const [theirs, none] = [await asked(stranger, {}), await asked(stranger, { tokenId: 987_654_321 })]
  assert.deepEqual([theirs.status, theirs.text], [404, none.text])
  assert.equal((await asked(owner, { mintAddress: SOL_MINT })).status, 404)
})

void test('two owners may grant the same symbol: both are known, and own ones stand first', async () => {
  const second = await desk.signUp()
  const twin = await makeToken(desk, second.token, { symbol: 'MYTK', name: 'Other Credits' })
  const friend = await desk.signUp()
  await grant(owner, mytk, friend.email)
  await grant(second, twin, friend.email)
  assert.deepEqual(await knows(friend), [
    ['MYTK', owner.email],
    ['MYTK', second.email],
  ])
})

void test('who does not want to hear of it does not', async () => {
  const friend = await desk.signUp()
  const off = { access: { console: false } }
  await call(changeNotificationSettings, { token: friend.token, body: off })
  await grant(owner, mytk, friend.email)
  assert.deepEqual((await call(listNotifications, { token: friend.token })).ok.notifications, [])
})

void test('sharing and taking back all day long does not push out what else there is to tell', async () => {
  const friend = await desk.signUp()
  for (let i = 0; i < ACCESS_TOLD_A_DAY / 2 + 3; i++) {
    const { ok } = await grant(owner, mytk, friend.email)
    await call(api.revokeGrant, { token: owner.token, params: { id: ok.grant_id } })
  }
  const { notifications } = (
    await call(listNotifications, { token: friend.token, query: { limit: ACCESS_TOLD_A_DAY + 10 } })
  ).ok
  assert.equal(notifications.length, ACCESS_TOLD_A_DAY)
})

void test('holders are counted once a minute, by owner, and are unknown where the chain does not say', async () => {
  const other = await desk.signUp()
  const made = await makeToken(desk, other.token, { symbol: 'HLDR', name: 'Held Shares' })
  const shown = async () => (await readTokens(other)).data.data.data[0]?.token_info.holders
  const counted = () => calls.filter((method) => method === 'getProgramAccounts').length
  const before = counted()
  assert.equal(await shown(), 1)
  const [friend] = await makeWallets(call, other.token, 1)
  assert.ok(friend)
  const body = {
    token_address: made.mint,
    source_wallet: made.wallet.address,
    target_wallets: [friend.address],
    total_amount: 5,
  }
  const { task_id: id } = (await call(distributeToken, { token: other.token, body })).ok
  await until('it has arrived', async () => {
    const { ok } = await call(getOperation, { token: other.token, params: { id: id ?? '' } })
    return ok.status === 'completed'
  })
  assert.equal(await shown(), 1)
  assert.equal(counted() - before, 1)
  await desk.stop()
  await desk.start()
  assert.equal(await shown(), 2)
  await desk.stop()
  await desk.start()
  await chain('localnet_setFaults', [{ method: 'getProgramAccounts', kind: 'drop' }])
  assert.equal(await shown(), null)
  await desk.stop()
  await desk.start()
  await chain('localnet_setFaults', [{ method: 'getProgramAccounts', kind: 'delay', delayMs: 8_000 }])
  const began = performance.now()
  assert.equal(await shown(), null)
  assert.ok(performance.now() - began < 6_000, 'an answer does not wait for counts')
  await chain('localnet_clearFaults')
})
