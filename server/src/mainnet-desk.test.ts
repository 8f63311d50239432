// On PostgreSQL as well.
/**
 * A desk on mainnet-beta, over the protocols of its services and on a chain that presents itself as mainnet and
 * executes signed transactions: from the name of a token to 'Bought', and under the limits of real money.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { distributeSol } from '@purser/contract/distributions/distributions.ts'
import { shortAddress } from '@purser/contract/wallets/short-address.ts'
import { getSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import { getStatus } from '@purser/contract/system.ts'
import { searchTokens } from '@purser/contract/tokens/token-search.ts'
import { KNOWN_TOKENS, requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet, listWallets } from '@purser/contract/wallets/wallets.ts'
import { until, type User } from './test/harness.ts'
import { startMainnetDesk } from './test/mainnet-desk.ts'
import { fund, readBalances, SOL } from './test/money.ts'
import { readProgress } from './test/progress.ts'
import { strangeMint } from './test/token-service.ts'
import { readTokens } from './test/tokens.ts'

const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''
const [GOOD, BAD] = [strangeMint('pippin'), strangeMint('another pippin')]
const { mainnet, desk } = await startMainnetDesk({
  tokens: [
    { mint: GOOD, symbol: 'PIPPIN', name: 'Pippin', decimals: 6, usd: 0.02, isVerified: false },
    { mint: BAD, symbol: 'Pippin', name: 'Pippin <b>2.0</b>', decimals: 6, usd: 0.3, isVerified: false },
  ],
})
const { call } = desk

async function person(sol: bigint): Promise<{ user: User; wallet: string }> {
  const user = await desk.signUp()
  const { address } = (await call(generateWallet, { token: user.token })).ok
  await fund(mainnet.rpc, address, sol)
  return { user, wallet: address }
}

async function chat({ user: { token }, wallet }: { user: User; wallet: string }) {
  const params = { id: (await call(api.createAgent, { token })).ok.id }
  const parse = async (instruction: string) =>
    (await call(api.parseInstruction, { token, params, body: { instruction, wallet_addresses: [wallet] } }))
      .ok
  const start = ({ parsedPlan }: api.ParsedInstruction) =>
    call(api.startStrategy, {
      token,
      params,
      wrongBody: {
        strategy: {
          parsedStrategy: parsedPlan,
          tokenAddress: null,
          walletAddresses: [wallet],
          groupId: null,
        },
      },
    })
  async function progress() {
    const [one] = (await call(api.listStrategies, { token, params })).ok
    return readProgress(call, token, { agentId: params.id, strategyId: one?.id ?? '' })
  }
  const ended = () =>
    until('it has ended', async () => {
      const { status, lines } = await progress()
      if (!['completed', 'failed'].includes(status)) return undefined
      return { status, said: lines.map(({ message }) => message).join('\n') }
    })
  return { parse, start, progress, ended }
}

void test('it says that funds are real, and gives none', async () => {
  const { cluster, market, outbox } = (await call(getStatus, {})).ok
  assert.deepEqual([cluster, market, outbox], ['mainnet-beta', 'live', false])
  const { user, wallet } = await person(SOL)
  const asked = await call(requestFaucet, { token: user.token, body: { address: wallet, sol: 1 } })
  assert.equal(asked.status, 404, asked.text)
})

void test('a token that is named is searched, asked about, shown with its facts, and bought by the runtime', async () => {
  const who = await person(3n * SOL)
  const found = (await call(searchTokens, { token: who.user.token, query: { query: 'pippin' } })).ok
  assert.deepEqual(found.tokens.map(({ mint }) => mint).toSorted(), [BAD, GOOD].toSorted())
  const agent = await chat(who)
  const asked = await agent.parse('buy 0.1 SOL of PIPPIN')
  assert.equal(asked.parsedPlan, null)
  assert.match(asked.explanation, /2 tokens have that name/)
  const choice = asked.question?.choices.find(({ reply }) => reply.includes(GOOD))
  const parsed = await agent.parse(choice?.reply ?? '')
  assert.equal(parsed.feasible, true, parsed.explanation)
  assert.match(parsed.explanation, /is not verified: anyone can give a token that name/)
  assert.match(parsed.explanation, /can mint more of it/)
  assert.match(parsed.explanation, /ten largest holders own 12\.5%/)
  const name = `PIPPIN (${shortAddress(GOOD)})`
  assert.ok(
    parsed.explanation.includes(
      `One wallet opens a token account for ${name}, which takes 0.00148844 SOL of rent`,
    ),
    parsed.explanation,
  )
  assert.equal((await agent.start(parsed)).status, 200)
  const { status, said } = await agent.ended()
  assert.equal(status, 'completed', said)
  assert.match(said, /Bought [\d,]+\.\d+ PIPPIN/)
  assert.ok(said.includes(` ${name} for 0.1 SOL`), said)
  const [tokens] = await readTokens(mainnet.rpc, [who.wallet], { mint: GOOD })
  const [left] = await readBalances(mainnet.rpc, [who.wallet])
  assert.ok(tokens !== null && tokens !== undefined && tokens > 0n)
  // The order, the account of the token with its rent, and the fee including the priority fee.
  assert.ok(left !== undefined && left < 2_900_000_000n && left > 2_897_000_000n, String(left))
  assert.equal((await call(getSpendingLimits, { token: who.user.token })).ok.limits?.used, 0.1)
})

void test('what a limit of real money would refuse is told with the plan, and skipped where it is started', async () => {
  const who = await person(3n * SOL)
  const agent = await chat(who)
  const parsed = await agent.parse(`buy 0.6 SOL of BONK`)
  assert.match(parsed.explanation, /0\.5 SOL/)
  assert.equal((await agent.start(parsed)).status, 200)
  const skipped = await until('it is skipped', async () => {
    const { lines } = await agent.progress()
    return lines.find(({ message }) => /your limit/.test(message))
  })
  assert.match(skipped.message, /0\.5 SOL/)
  assert.deepEqual(await readTokens(mainnet.rpc, [who.wallet], { mint: BONK }), [null])
})

void test('orders that are started at the same moment spend no more than a day allows together', async () => {
  const who = await person(5n * SOL)
  const agents = await Promise.all(Array.from({ length: 5 }, () => chat(who)))
  const plans: api.ParsedInstruction[] = []
  for (const agent of agents) plans.push(await agent.parse('buy 0.4 SOL of BONK'))
  const started = await Promise.all(agents.map((agent, i) => agent.start(plans[i]!)))
  assert.deepEqual(
    started.map(({ status }) => status),
    agents.map(() => 200),
  )
  const used = async () => Number((await call(getSpendingLimits, { token: who.user.token })).ok.limits?.used)
  await until('two have bought', async () => (await used()) === 0.8)
  const states = await until('each has bought, or was skipped', async () => {
    const all = await Promise.all(agents.map(({ progress }) => progress()))
    const isDone = all.every(({ filled, lines }) => filled === 1 || lines.some((l) => l.kind === 'skipped'))
    return isDone ? all : undefined
  })
  assert.equal(states.filter(({ filled }) => filled === 1).length, 2)
  assert.equal(await used(), 0.8)
})

void test('a transfer in a quiet hour offers something for priority, as its preview says', async () => {
  const who = await person(2n * SOL)
  const { token } = who.user
  const other = (await call(generateWallet, { token })).ok
  const source = (await call(listWallets, { token })).ok.wallets.find(({ address }) => address === who.wallet)
  const body = { sourceWalletId: source?.id ?? 0, destinations: [{ walletId: other.id, amount: '0.01' }] }
  const shown = await call(distributeSol, { token, body: { ...body, dryRun: true } })
  const { preview } = shown.ok
  assert.ok(Number(preview?.fees) > 0.000005, shown.text)
  const sent = await call(distributeSol, { token, body })
  assert.equal(sent.ok.data?.summary.fees, preview?.fees, sent.text)
})

void test('SOL moves while the market is away, though a running plan is in USD', async () => {
  const who = await person(3n * SOL)
  const { token } = who.user
  const agent = await chat(who)
  assert.equal((await agent.start(await agent.parse('buy $5 of BONK every hour, 5 times'))).status, 200)
  await until('it has bought', async () => (await agent.progress()).filled === 1)
  const other = (await call(generateWallet, { token })).ok
  const source = (await call(listWallets, { token })).ok.wallets.find(({ address }) => address === who.wallet)
  const destinations = [{ walletId: other.id, amount: '0.01' }]
  const shown = () =>
    call(distributeSol, { token, body: { sourceWalletId: source?.id ?? 0, destinations, dryRun: true } })
  assert.equal((await shown()).ok.preview?.committed?.[0]?.to, 'strategies')
  mainnet.services.jupiterSays({ status: 500, body: 'broken' })
  desk.clock.move(60_000)
  const without = await shown()
  mainnet.services.jupiterSays(null)
  assert.equal(without.status, 200, without.text)
  assert.equal(without.ok.preview?.committed, undefined)
})
