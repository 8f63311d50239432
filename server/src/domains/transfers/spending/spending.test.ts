// On PostgreSQL as well.
/** The limits of real money through the API, on the local network with that part switched on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgent, stopStrategy } from '@purser/contract/agents/agents.ts'
import { getProfile, updateProfile } from '@purser/contract/accounts.ts'
import { listAudit } from '@purser/contract/audit.ts'
import { getOperation } from '@purser/contract/activity.ts'
import { distributeSol, gatherSol } from '@purser/contract/distributions/distributions.ts'
import { send, type SendBody } from '@purser/contract/transfers/sends.ts'
import { changeSpendingLimits, getSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { gatherToken } from '@purser/contract/distributions/token-distributions.ts'
import { changeTopUpSettings, triggerTopUps } from '@purser/contract/top-ups.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { addWhitelistEntry } from '@purser/contract/tokens/whitelist.ts'
import { importWallets } from '@purser/contract/wallets/wallets.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { startTestDesk, until, type User } from '../../../test/harness.ts'
import { fund, readBalances, makeWallets, type Purse, SOL } from '../../../test/money.ts'
import { trade } from '../../../test/product.ts'
import { readProgress } from '../../../test/progress.ts'
import { recordStatements } from '../../../test/statements.ts'
import { fundTokens } from '../../../test/tokens.ts'
import { generateSecret, toBase58 } from '../../wallets/keys/keys.ts'

const desk = await startTestDesk({ realFunds: true })
const { call, chain } = desk
const WIF = KNOWN_TOKENS.find(({ symbol }) => symbol === 'WIF')?.mint ?? ''
const stranger = async () => (await generateKeyPairSigner()).address
const readLimits = async ({ token }: User) => (await call(getSpendingLimits, { token })).ok.limits
const change = ({ token }: User, body: object) => call(changeSpendingLimits, { token, body })
const sendFrom = ({ token }: User, { id }: Purse, body: SendBody) =>
  call(send, { token, params: { id }, body })

const raise = async (user: User, body: object) => {
  const raised = await change(user, { ...body, code: await desk.keyCode(user, 'limits') })
  assert.equal(raised.status, 200, raised.text)
  return raised.ok.limits
}

/** A user whose sends may go anywhere, with this much in each of these wallets. */
async function spender(wallets = 1, lamports = 5n * SOL) {
  const user = await desk.signUp()
  const purses = await makeWallets(call, user.token, wallets)
  for (const { address } of purses) await fund(chain, address, lamports)
  await raise(user, { sends_outside: 'anyone' })
  const [first] = purses
  assert.ok(first)
  return { user, purses, first }
}
const idle = ({ token }: User, id?: string) =>
  until('the operation has ended', async () => {
    const { status } = (await call(getOperation, { token, params: { id: id ?? '' } })).ok
    return ['completed', 'failed', 'partial'].includes(status) && status
  })

void test('the limits hold from the first day, and nothing raises them but a mailed code', async () => {
  const user = await desk.signUp()
  assert.deepEqual(await readLimits(user), {
    per_day: 1,
    per_order: 0.5,
    used: 0,
    left: 0.5,
    sends_outside: 'whitelist',
  })
  assert.equal((await call(getProfile, { token: user.token })).ok.whitelist_only, true)
  for (const body of [
    { per_day: 1.000000001 },
    { per_order: 0.6, per_day: 0.1 },
    { sends_outside: 'anyone' },
  ]) {
    assert.equal((await change(user, body)).fault.code, 'key_code_needed', JSON.stringify(body))
    assert.equal((await change(user, { ...body, code: '000000' })).fault.code, 'wrong_key_code')
  }
  // The profile's switch and the entries of the whitelist do the same: neither works without a code.
  const other = await call(updateProfile, { token: user.token, body: { whitelist_only: false } })
  assert.equal(other.fault.code, 'key_code_needed')
  const entry = { wallet_address: await stranger(), mint_address: WIF }
  const added = await call(addWhitelistEntry, { token: user.token, body: entry })
  assert.equal(added.fault.code, 'key_code_needed')
  assert.equal((await readLimits(user))?.per_day, 1)

  const lowered = await change(user, { per_day: '0.2', per_order: '0.1' })
  assert.deepEqual([lowered.ok.limits?.per_day, lowered.ok.limits?.left], [0.2, 0.1])
  const raised = await raise(user, { per_day: 3, per_order: 2, sends_outside: 'anyone' })
  assert.deepEqual([raised?.per_day, raised?.per_order, raised?.sends_outside], [3, 2, 'anyone'])
  assert.equal((await call(getProfile, { token: user.token })).ok.whitelist_only, false)
  assert.equal((await change(user, { sends_outside: 'whitelist' })).ok.limits?.sends_outside, 'whitelist')
  assert.equal((await change(user, { per_day: '-1' })).status, 400)

  const audited = (await call(listAudit, { token: user.token })).ok.rows
  assert.deepEqual(
    audited.filter(({ type }) => type === 'limits').map(({ detail }) => [detail.per_day, detail.before]),
    [
      ['3', '0.2 and 0.1'],
      ['0.2', '1 and 0.5'],
    ],
  )
  assert.equal(audited.filter(({ type }) => type === 'guard').length, 2)
  assert.equal((await readLimits(await desk.signUp()))?.per_day, 1, 'of another user as ever')
})

void test('sends outside count for 24 hours, and a refusal names the limit and what is left of it', async () => {
  const { user, first } = await spender()
  const to = await stranger()
  const large = await sendFrom(user, first, { to, amount: 0.500000001 })
  assert.deepEqual([large.status, large.fault.code], [403, 'spending_limit'])
  assert.equal(
    large.fault.error,
    'This takes 0.500000001 SOL, but your limit is 0.5 SOL per order or transfer, with 0.5 SOL left now. You can raise it in your profile.',
  )
  for (const amount of [0.5, 0.3]) {
    const sent = await sendFrom(user, first, { to, amount })
    assert.equal(sent.status, 200, sent.text)
    assert.equal(await idle(user, sent.ok.operation?.id), 'completed')
  }
  assert.deepEqual([(await readLimits(user))?.used, (await readLimits(user))?.left], [0.8, 0.2])
  const refused = await sendFrom(user, first, { to, amount: 0.25 })
  assert.equal(
    refused.fault.error,
    'This takes 0.25 SOL, but your limit is 1 SOL per 24 hours, with 0.2 SOL left now. You can raise it in your profile.',
  )
  // Exact to the lamport.
  const last = await sendFrom(user, first, { to, amount: 0.2 })
  assert.equal(await idle(user, last.ok.operation?.id), 'completed')
  assert.equal((await sendFrom(user, first, { to, amount: 0.001 })).fault.code, 'spending_limit')
  // A raised limit can be spent, a lowered one applies at once.
  await raise(user, { per_day: 1.1 })
  assert.equal(
    await idle(user, (await sendFrom(user, first, { to, amount: 0.05 })).ok.operation?.id),
    'completed',
  )
  await change(user, { per_day: 1 })
  assert.equal((await readLimits(user))?.left, 0)
  assert.equal((await sendFrom(user, first, { to, amount: 0.001 })).fault.code, 'spending_limit')
  const other = await spender()
  assert.equal((await sendFrom(other.user, other.first, { to, amount: 0.5 })).status, 200)
  desk.clock.move(DAY_MS + 60_000)
  assert.equal((await readLimits(user))?.used, 0)
  assert.equal((await sendFrom(user, first, { to, amount: 0.5 })).status, 200)
})

void test('two at once cannot pass together, and the same request counts once', async () => {
  const { user, purses } = await spender(4, SOL)
  const to = await stranger()
  const all = await Promise.all(purses.map((purse) => sendFrom(user, purse, { to, amount: 0.4 })))
  assert.deepEqual(all.map(({ status }) => status).toSorted(), [200, 200, 403, 403])
  assert.equal((await readLimits(user))?.used, 0.8)
  const [passed] = purses.filter((_, i) => all[i]?.status === 403)
  assert.ok(passed)
  const again = () =>
    call(send, {
      token: user.token,
      params: { id: passed.id },
      body: { to, amount: 0.15 },
      headers: { 'idempotency-key': 'the-same-one-again' },
    })
  const twice = await Promise.all([again(), again()])
  assert.deepEqual(
    twice.map(({ status }) => status),
    [200, 200],
  )
  assert.equal((await readLimits(user))?.used, 0.95)
})

void test('moves between wallets of the user are free, but to one whose key came in within 24 hours', async () => {
  const { user, purses, first } = await spender(3)
  const { token } = user
  await change(user, { per_day: 0.3, per_order: 0.2 })
  const [, second, third] = purses
  assert.ok(second && third)
  const distribute = (destinations: { walletId: number; amount: number }[]) =>
    call(distributeSol, { token, body: { sourceWalletId: first.id, destinations } })
  assert.equal((await distribute([{ walletId: second.id, amount: 2 }])).status, 200)
  const gathered = await call(gatherSol, {
    token,
    body: { destinationWalletId: first.id, sources: [{ walletId: third.id, amount: 3 }], gatherAll: false },
  })
  assert.equal(gathered.status, 200, gathered.text)
  assert.equal((await readLimits(user))?.used, 0)

  const { secret, address } = generateSecret()
  const body = { keys: toBase58(secret), code: await desk.keyCode(user, 'import') }
  const imported = await call(importWallets, { token, body })
  const walletId = imported.ok.wallets[0]?.id ?? 0
  assert.equal((await distribute([{ walletId, amount: 0.25 }])).fault.code, 'spending_limit')
  assert.equal(
    (
      await distribute([
        { walletId, amount: 0.15 },
        { walletId: second.id, amount: 1 },
      ])
    ).status,
    200,
    'only what goes to it counts',
  )
  assert.equal((await readLimits(user))?.used, 0.15)
  assert.deepEqual(await readBalances(chain, [address]), [150_000_000n])
  desk.clock.move(DAY_MS + 60_000)
  assert.equal((await distribute([{ walletId, amount: 0.5 }])).status, 200)
  assert.equal((await readLimits(user))?.used, 0)
})

void test('a wallet that came in lately keeps no other wallet from its top-up', async () => {
  const { user, purses, first } = await spender(2, SOL)
  const { token } = user
  const [, poor] = await makeWallets(call, token, 2)
  assert.ok(poor)
  const { secret, address } = generateSecret()
  const code = await desk.keyCode(user, 'import')
  await call(importWallets, { token, body: { keys: toBase58(secret), code } })
  await change(user, { per_order: 0.005 })
  const settings = await call(changeTopUpSettings, {
    token,
    body: { enabled: true, funding_wallet_id: first.id, include_grouped_wallets_only: false },
  })
  assert.equal(settings.status, 200, settings.text)
  const begun = await call(triggerTopUps, { token })
  assert.equal(begun.status, 200, begun.text)
  await until(
    'the others are topped up',
    async () => ((await readBalances(chain, [poor.address]))[0] ?? 0n) > 0n,
  )
  assert.deepEqual(await readBalances(chain, [address]), [0n])
  assert.equal((await readLimits(user))?.used, 0)
  assert.equal(purses.length, 2)
  // Only the wallet with the limit is left: the answer names its limit.
  await until('the round is over', async () => {
    const answer = await call(triggerTopUps, { token })
    return answer.status === 403 && answer.fault.code === 'spending_limit'
  })
})

/** Statements that read the limits of real money, in this order. */
const OF_LIMITS = [
  /key_out_at\) <=/,
  /"users".* for no key update/s,
  /from "spending_limits"/,
  /spent_minutes/,
  /into open_spends/,
]

void test('what counts takes five statements more, a move between wallets of the user one', async () => {
  const { user, purses, first } = await spender(2)
  const { token } = user
  const to = await stranger()
  const made = async (work: () => Promise<{ status: number }>) => {
    const { statements } = await recordStatements(async () => assert.equal((await work()).status, 200))
    return statements.flatMap((text) => {
      const found = OF_LIMITS.findIndex((one) => one.test(text))
      return found < 0 ? [] : [found]
    })
  }
  assert.deepEqual(await made(() => sendFrom(user, first, { to, amount: 0.01 })), [0, 1, 2, 3, 4])
  const [, second] = purses
  assert.ok(second)
  const body = { sourceWalletId: second.id, destinations: [{ walletId: first.id, amount: 0.01 }] }
  const inside = await made(() => call(distributeSol, { token, body }))
  assert.deepEqual(inside, [0])
})

void test('tokens count at the live price, with the rent of the account that is opened for them', async () => {
  const { user, first } = await spender()
  await fundTokens(chain, first.address, WIF, 1_000_000_000n)
  const to = await stranger()
  const sent = await sendFrom(user, first, { to, mint: WIF, amount: 1 })
  assert.equal(sent.status, 200, sent.text)
  const used = Number((await readLimits(user))?.used)
  // A token account of 165 bytes holds 0.00203928 SOL.
  assert.ok(used > 0.00203928 && used < 0.2, `${used} SOL`)
  await idle(user, sent.ok.operation?.id)
  const all = await sendFrom(user, first, { to, mint: WIF, amount: 900 })
  assert.equal(all.fault.code, 'spending_limit', all.text)
})

void test('a gather that closes accounts into a wallet whose key came in lately counts the rent that it brings', async () => {
  const { user, purses } = await spender(2)
  const { token } = user
  for (const { address } of purses) await fundTokens(chain, address, WIF, 1n)
  const { secret, address } = generateSecret()
  const keys = { keys: toBase58(secret), code: await desk.keyCode(user, 'import') }
  await call(importWallets, { token, body: keys })
  await fund(chain, address, SOL)
  const body = {
    token_address: WIF,
    source_wallets: purses.map((purse) => purse.address),
    target_wallet: address,
    close_accounts: true,
  }
  await change(user, { per_day: 0.003 })
  const shown = await call(gatherToken, { token, body: { ...body, dryRun: true } })
  assert.equal(shown.ok.preview?.limit?.code, 'spending_limit', shown.text)
  assert.equal((await call(gatherToken, { token, body })).fault.code, 'spending_limit')
  await raise(user, { per_day: 0.005 })
  const gathered = await call(gatherToken, { token, body })
  assert.equal(await idle(user, gathered.ok.task_id), 'completed')
  // Two accounts of 165 bytes are closed; one is opened, and its owner pays for it.
  const used = Number((await readLimits(user))?.used)
  assert.ok(used > 2 * 0.00148844 && used < 0.005, `${used} SOL`)
})

void test('a strategy waits for its limits and says which', async () => {
  const { user, first } = await spender()
  const { token } = user
  const buy = 'buy 0.7 SOL of WIF'
  const start = async (instruction: string) => {
    const agentId = (await call(createAgent, { token })).ok.id
    return { agentId, strategyId: await trade(call, token, agentId, instruction, [first.address]) }
  }
  const bought = await start(buy)
  await until('the order is skipped', async () =>
    (await readProgress(call, token, bought)).lines.some(({ kind }) => kind === 'skipped'),
  )
  const { status, lines, filled } = await readProgress(call, token, bought)
  assert.deepEqual([status, filled], ['active', 0])
  const skipped = lines.find(({ kind }) => kind === 'skipped')
  assert.match(skipped?.message ?? '', /your limit is 0\.5 SOL per order or transfer, with 0\.5 SOL left/)
  // Once the limit is raised, it goes on by itself.
  await raise(user, { per_order: 0.8 })
  desk.clock.move(300_000)
  await until('the order is filled', async () => (await readProgress(call, token, bought)).filled === 1)
  assert.equal((await readLimits(user))?.used, 0.7)

  await change(user, { per_day: 0, per_order: 0 })
  const waiting = await start(buy)
  await until('the next one is skipped', async () =>
    (await readProgress(call, token, waiting)).lines.some(({ kind }) => kind === 'skipped'),
  )
  await call(stopStrategy, { token, params: { id: waiting.agentId } })
  await until('it is stopped', async () => (await readProgress(call, token, waiting)).status === 'stopped')
})
