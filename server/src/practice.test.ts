// On PostgreSQL as well.
/** A desk at live prices on the local network: no money here is real, all else is as on mainnet. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { getBalance } from '@purser/contract/balances/balances.ts'
import { setMarketClock } from '@purser/contract/market/market.ts'
import { distributeSol, gatherSol } from '@purser/contract/distributions/distributions.ts'
import { getStatus } from '@purser/contract/system.ts'
import { KNOWN_TOKENS, requestFaucet, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { getBotStatus, getBotParameters } from '@purser/contract/trading-bots/trading-bots.ts'
import { listWallets } from '@purser/contract/wallets/wallets.ts'
import type { Address } from '@solana/kit'
import { createRpcChain } from './adapters/chain/rpc.ts'
import { createLog } from './kernel/log.ts'
import { PRICE_SCALE } from './ports/market.ts'
import { fundedWallet } from './test/funded-wallet.ts'
import { startTestDesk, until } from './test/harness.ts'
import { liveMarket } from './test/live-market.ts'
import { readBalances, makeWallets, SOL } from './test/money.ts'
import { createOwner } from './test/paid-links.ts'
import { quoted } from './test/payer.ts'
import { listed, strangeMint } from './test/token-service.ts'
import { createBots } from './test/trading-bot.ts'

const FAR = strangeMint('a token of mainnet') as Address
const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const live = liveMarket()
live.usd
  .set(SOL_MINT, 200n * PRICE_SCALE)
  .set(USDC_MINT, PRICE_SCALE)
  .set(FAR, 4n * PRICE_SCALE)
live.tokens.list(listed({ mint: FAR, symbol: 'FAR', decimals: 8 }))
const desk = await startTestDesk({ env: { MARKET: 'live' }, live, network: 'steered' })
await desk.chain('localnet_setSlotTime', 20)
const { call } = desk
const chain = createRpcChain({ url: desk.rpcUrl, log: createLog('silent') })
const { token } = await desk.signUp()
const wallet = await fundedWallet(call, token, 10)
after(() => (live.state = 'answers'))

async function chat() {
  const params = { id: (await call(api.createAgent, { token })).ok.id }
  const parse = (instruction: string) =>
    call(api.parseInstruction, { token, params, body: { instruction, wallet_addresses: [wallet] } })
  const start = (parsed: api.ParsedInstruction) =>
    call(api.startStrategy, {
      token,
      params,
      wrongBody: {
        strategy: {
          parsedStrategy: parsed.parsedPlan,
          tokenAddress: null,
          walletAddresses: [wallet],
          groupId: null,
        },
      },
    })
  const ended = () =>
    until('it has ended', async () => {
      const [strategy] = (await call(api.listStrategies, { token, params })).ok
      return strategy && ['completed', 'failed'].includes(strategy.status) ? strategy : undefined
    })
  return { parse, start, ended, params }
}
const held = async (mint: string) =>
  (await chain.holdings(wallet as Address)).tokens
    .filter((one) => one.mint === mint)
    .reduce((sum, { amount }) => sum + amount, 0n)

void test('it says that its market is live, and gives test funds', async () => {
  assert.deepEqual(
    [(await call(getStatus, {})).ok.cluster, (await call(getStatus, {})).ok.market],
    ['localnet', 'live'],
  )
  const paid = await call(requestFaucet, { token, body: { address: wallet, mint: BONK, amount: '5' } })
  assert.equal(paid.status, 200, paid.text)
  assert.equal(await held(BONK), 500_000n)
})

void test('a mint of mainnet is created when a plan for it starts, and filled at what the live market gives', async () => {
  const agent = await chat()
  const none = (await agent.parse(`sell 10 of ${FAR}`)).ok
  assert.equal(none.feasible, false, none.explanation)
  assert.match(none.explanation, /10 .*0 /)
  const parsed = (await agent.parse(`buy 1 SOL of ${FAR}`)).ok
  assert.equal(parsed.feasible, true, parsed.explanation)
  assert.equal(await chain.mintInfo(FAR), null, 'to look at a plan creates nothing')
  const started = await agent.start(parsed)
  assert.equal(started.status, 200, started.text)
  const strategy = await agent.ended()
  assert.equal(strategy.status, 'completed')
  assert.equal((await chain.mintInfo(FAR))?.decimals, 8)
  // 1 SOL of 200 USD at 4 USD each, less 10 bps.
  assert.equal(await held(FAR), 4_995_000_000n)
  const symbols = (await call(getBalance, { token, params: { address: wallet } })).ok.tokens
  assert.ok(
    symbols.some(({ mint, symbol }) => mint === FAR && symbol === 'FAR'),
    JSON.stringify(symbols),
  )
  const back = await chat()
  const sale = (await back.parse(`sell all of ${FAR}`)).ok
  assert.equal(sale.feasible, true, sale.explanation)
  assert.equal((await back.start(sale)).status, 200)
  await back.ended()
  assert.equal(await held(FAR), 0n)
})

void test('without an answer of the live market nothing is planned or traded, and it goes on with one', async () => {
  const agent = await chat()
  const parsed = (await agent.parse(`buy 0.5 SOL of ${FAR}`)).ok
  assert.equal(parsed.feasible, true, parsed.explanation)
  live.state = 'away'
  const refused = await agent.parse(`buy 0.7 SOL of ${FAR}`)
  assert.deepEqual([refused.status, refused.fault.code], [502, 'market_away'])
  live.state = 'answers'
  assert.equal((await agent.start(parsed)).status, 200)
  assert.equal((await agent.ended()).status, 'completed')
})

void test('distributions, gathers and payments go on as on any network, payments at the live price', async () => {
  const owner = await createOwner(desk)
  const source = await fundedWallet(call, owner.token, 10)
  const others = await makeWallets(call, owner.token, 3)
  const { wallets } = (await call(listWallets, { token: owner.token })).ok
  const sourceWalletId = wallets.find(({ address }) => address === source)?.id ?? 0
  const destinations = others.map(({ id }) => ({ walletId: id, amount: '0.5' }))
  const body = { sourceWalletId, destinations }
  const sent = (await call(distributeSol, { token: owner.token, body })).ok
  assert.equal(sent.data?.summary.successfulTransfers, 3)
  const addresses = others.map(({ address }) => address)
  assert.deepEqual(await readBalances(desk.chain, addresses), [SOL / 2n, SOL / 2n, SOL / 2n])
  const sources = others.map(({ id }) => id)
  const gather = { destinationWalletId: sourceWalletId, sources, gatherAll: true, emptyWallets: true }
  assert.equal((await call(gatherSol, { token: owner.token, body: gather })).status, 200)
  assert.deepEqual(await readBalances(desk.chain, addresses), [0n, 0n, 0n])

  const link = await owner.make(50)
  // 50 USD at 200 each.
  assert.equal((await quoted(call, link.reference_id)).lamports, SOL / 4n)
  const { id } = await owner.paid(50)
  assert.equal((await owner.read(id)).status, 'paid')
})

void test('its time runs as the world’s', async () => {
  const fast = await call(setMarketClock, { token, body: { speed: 10 } })
  assert.deepEqual([fast.status, fast.fault.code], [403, 'market_clock_not_here'])
})

void test('no bot trades at live prices: it is neither saved nor started, and its page says why', async () => {
  const { group } = createBots(desk)
  const bot = await group([10n ** 9n], {}, token)
  for (const { status, fault } of [await bot.save(), await bot.start(), await bot.start({ dryRun: true })])
    assert.deepEqual(
      [status, fault.code, fault.error],
      [
        403,
        'bot_in_practice',
        'The trading bot is a simulation and runs on the simulated market only; the prices here are live.',
      ],
    )
  const { unavailable } = (await call(getBotStatus, { token, query: { groupId: bot.groupId } })).ok
  assert.match(unavailable ?? '', /prices here are live/)
  assert.equal((await call(getBotParameters, { token, query: { groupId: bot.groupId } })).status, 200)
})

void test('a bot that is left of the simulated market waits at live prices, and can be stopped', async () => {
  await desk.stop()
  await desk.start({ market: 'simulated' })
  const bot = await createBots(desk).group([10n ** 10n], {}, token)
  assert.equal((await bot.save()).status, 200)
  const started = await bot.start()
  assert.equal(started.status, 200, started.text)
  await until('it runs', async () => (await bot.bot()).status === 'active')
  await desk.stop()
  await desk.start()
  await until('it waits', async () => /prices here are live/.test((await bot.bot()).notice ?? ''))
  assert.equal((await bot.stop()).ok.status, 'inactive')
})
