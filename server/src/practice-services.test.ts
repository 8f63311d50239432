// On PostgreSQL as well.
/** Practice through the services' own protocols: quotes, prices, tokens and candles from servers that speak them. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { readNetwork } from '@purser/contract/network.ts'
import { testServices } from '@purser/contract/system.ts'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { analyzeToken } from '@purser/contract/trading-bots/trading-bots.ts'
import type { Address } from '@solana/kit'
import { createRpcChain } from './adapters/chain/rpc.ts'
import { systemClock } from './kernel/clock.ts'
import { createLog } from './kernel/log.ts'
import { buildDouble } from './test/build-double.ts'
import { createCandlesDouble } from './test/candles-double.ts'
import { openDouble } from './test/double.ts'
import { factsDouble, jupiterToken } from './test/facts-double.ts'
import { fundedWallet } from './test/funded-wallet.ts'
import { startTestDesk, until } from './test/harness.ts'
import { strangeMint } from './test/token-service.ts'

const FAR = strangeMint('a token of mainnet') as Address
const facts = factsDouble()
facts.prices.set(SOL_MINT, '200.0').set(USDC_MINT, '1').set(FAR, '4.0')
facts.tokens.push(jupiterToken({ id: FAR, symbol: 'FARAWAY', decimals: 8 }))
/** 49.95 whole tokens of eight decimals for one SOL, and back for a little less. */
const routes = buildDouble({
  quote: ({ inputMint, outputMint, inAmount }) =>
    inputMint === SOL_MINT && outputMint === FAR
      ? (inAmount * 4_995n) / 1_000n
      : inputMint === FAR && outputMint === SOL_MINT
        ? (inAmount * 1_000n) / 5_005n
        : null,
})
const jupiter = await openDouble(routes.part, facts)
const candles = await openDouble(createCandlesDouble({ clock: systemClock }).part)
after(() => Promise.all([jupiter[Symbol.asyncDispose](), candles[Symbol.asyncDispose]()]))
const desk = await startTestDesk({
  env: {
    MARKET: 'live',
    JUPITER_URL: jupiter.url,
    JUPITER_API_KEY: 'a-key-of-jupiter',
    JUPITER_CALLS_PER_MINUTE: '6000',
    CANDLES_URL: candles.url,
    CANDLES_CALLS_PER_MINUTE: '6000',
  },
  network: 'steered',
})
await desk.chain('localnet_setSlotTime', 20)
const { call } = desk
const chain = createRpcChain({ url: desk.rpcUrl, log: createLog('silent') })
const { token } = await desk.signUp()
const wallet = await fundedWallet(call, token, 10)

async function run(instruction: string): Promise<string> {
  const params = { id: (await call(api.createAgent, { token })).ok.id }
  const parsed = (
    await call(api.parseInstruction, { token, params, body: { instruction, wallet_addresses: [wallet] } })
  ).ok
  assert.equal(parsed.feasible, true, parsed.explanation)
  const strategy = {
    parsedStrategy: parsed.parsedPlan,
    tokenAddress: null,
    walletAddresses: [wallet],
    groupId: null,
  }
  const started = await call(api.startStrategy, { token, params, wrongBody: { strategy } })
  assert.equal(started.status, 200, started.text)
  return until('it has ended', async () => {
    const [found] = (await call(api.listStrategies, { token, params })).ok
    return found && ['completed', 'failed'].includes(found.status) ? found.status : undefined
  })
}
const held = async () =>
  (await chain.holdings(wallet as Address)).tokens
    .filter(({ mint }) => mint === FAR)
    .reduce((sum, { amount }) => sum + amount, 0n)

void test('what a token can be traded for is said before this network has it, though no bot runs here', async () => {
  const analysis = (await call(analyzeToken, { token, params: { mint: FAR } })).ok
  assert.deepEqual(
    [analysis.status, analysis.location, analysis.supportsSOL, analysis.supportsUSDC],
    ['supported', 'Jupiter', true, false],
  )
  assert.equal(analysis.recommendations[0], botTexts.practice)
  assert.match(analysis.recommendations[1] ?? '', /^SOL pair: a \$[\d,]+ order moves the price about 1%/)
  assert.equal(await chain.mintInfo(FAR), null)
  const unknown = strangeMint('of nobody')
  const nothing = (await call(analyzeToken, { token, params: { mint: unknown } })).ok
  assert.deepEqual([nothing.status, nothing.recommendations[0]], ['unsupported', botTexts.noOptions])
})

void test('a token that is named is found, created here, bought at the quote and sold again', async () => {
  assert.equal(await run('buy 1 SOL of FARAWAY'), 'completed')
  assert.equal(await held(), 4_995_000_000n)
  assert.equal((await chain.mintInfo(FAR))?.decimals, 8)
  assert.equal(await run(`sell all of ${FAR}`), 'completed')
  assert.equal(await held(), 0n)
})

void test('the services learn of no wallet, and the key goes to its own alone', async () => {
  for (const path of [...jupiter.asked, ...candles.asked]) assert.ok(!path.includes(wallet), path)
  assert.ok(facts.keys.length > 0 && facts.keys.every((key) => key === 'a-key-of-jupiter'))
  assert.ok(candles.asked.every((path) => !path.includes('a-key-of-jupiter')))
})

void test('without an answer of the service nothing is planned, and the market is told to be away', async () => {
  routes.reply({ status: 500, body: 'broken' })
  const params = { id: (await call(api.createAgent, { token })).ok.id }
  const instruction = `buy 0.5 SOL of ${FAR}`
  const body = { instruction, wallet_addresses: [wallet] }
  const { status, fault } = await call(api.parseInstruction, { token, params, body })
  assert.deepEqual([status, fault.code], [502, 'market_away'])
  assert.equal((await call(testServices, { token })).ok.services.market, false)
  routes.reply(null)
})

void test('prices of no block are not used, and the operator reads that the market tells old ones', async () => {
  facts.block = 'none'
  const market = async () => {
    const answer = await fetch(`${desk.url}/readyz`)
    const { market: services = [] } = (await answer.json()) as { market?: { name: string; state: string }[] }
    return { status: answer.status, state: services.find(({ name }) => name === 'prices and routes')?.state }
  }
  const params = { id: (await call(api.createAgent, { token })).ok.id }
  const body = { instruction: `buy 0.6 SOL of ${FAR}`, wallet_addresses: [wallet] }
  await until('old prices are said', async () => {
    await call(api.parseInstruction, { token, params, body })
    return (await market()).state === 'stale'
  })
  assert.equal((await market()).status, 200)
  facts.block = null
  await until('they are fresh again', async () => {
    await call(api.parseInstruction, { token, params, body })
    return (await market()).state === 'ok'
  })
})

/** The last test: for a minute the service is not called again. */
void test('a key that the service refuses is named where the operator looks, and the desk stays ready', async () => {
  const ready = async () => {
    const answer = await fetch(`${desk.url}/readyz`)
    return {
      status: answer.status,
      body: (await answer.json()) as { refusedSettings?: string[]; market?: unknown },
    }
  }
  assert.equal((await ready()).body.refusedSettings, undefined)
  routes.reply({ status: 401, body: '{"code":401,"message":"Unauthorized"}' })
  const params = { id: (await call(api.createAgent, { token })).ok.id }
  const body = { instruction: `buy 0.7 SOL of ${FAR}`, wallet_addresses: [wallet] }
  await until('the service refuses', async () => {
    await call(api.parseInstruction, { token, params, body })
    return (await ready()).body.refusedSettings
  })
  const { status, body: told } = await ready()
  assert.deepEqual([status, told.refusedSettings], [200, ['JUPITER_API_KEY']])
  assert.deepEqual(told.market, [
    { name: 'prices and routes', state: 'refused' },
    { name: 'price history', state: 'ok' },
  ])
  const { services } = (await call(readNetwork, { token })).ok
  assert.deepEqual(
    services.map(({ name, state }) => [name, state]),
    [
      ['prices and routes', 'refused'],
      ['price history', 'ok'],
    ],
  )
  assert.ok(services.every(({ since }) => Date.parse(since ?? '') > 0))
})
