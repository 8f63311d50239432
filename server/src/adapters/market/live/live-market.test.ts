import { after, beforeEach, test } from 'node:test'
import assert from 'node:assert/strict'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { type Address, generateKeyPairSigner } from '@solana/kit'
import { Fault } from '../../../kernel/fault.ts'
import type { Chain } from '../../../ports/chain.ts'
import { PRICE_SCALE, type PriceUsd } from '../../../ports/market.ts'
import { type BuildAsked, buildDouble } from '../../../test/build-double.ts'
import { json, openDouble } from '../../../test/double.ts'
import { plainService } from '../../../test/plain-service.ts'
import { createBuilds } from './jupiter/build.ts'
import { createLiveMarket } from './live-market.ts'

const BONK = KNOWN_TOKENS[2]?.mint ?? ''
const unknown = (await generateKeyPairSigner()).address
const trader = (await generateKeyPairSigner()).address
const DECIMALS: Record<string, number> = { [SOL_MINT]: 9, [USDC_MINT]: 6, [BONK]: 5 }
const SOL = 10n ** 9n

/** SOL at 140 USDC, of which 10 bps are kept, and 1 % more for each 10,000 USD. */
function quoted({ inputMint, inAmount }: BuildAsked): bigint | null {
  if (inputMint !== SOL_MINT) return inAmount
  const fair = (inAmount * 140n) / 1_000n
  return (fair * (9_990n - fair / 100_000_000n)) / 10_000n
}
const service = buildDouble({ quote: quoted })
const server = await openDouble(service.part)
after(() => server[Symbol.asyncDispose]())
let now = 0
let known: Record<string, PriceUsd> = {}
let away = false
let stale: number | null = null
const clock = { now: () => now, monotonic: () => now }
const chain = {
  mintInfo: async (mint: Address) =>
    DECIMALS[mint] === undefined ? null : { mint, decimals: DECIMALS[mint], supply: 1n, program: mint },
  healthy: async () => true,
} as unknown as Chain
const market = createLiveMarket({
  builds: createBuilds({ service: plainService(server.url), clock }),
  prices: {
    async priceUsd(mint) {
      if (away) throw new Fault('market_away')
      return known[mint] ?? null
    },
    staleMs: () => stale,
  },
  candles: {
    candles: async () => [],
    known: () => Promise.reject(new Fault('market_away')),
    lastClose: async () => null,
  },
  chain,
  clock,
})
beforeEach(() => {
  now += 1_000_000
  away = false
  known = { [SOL_MINT]: 140n * PRICE_SCALE, [USDC_MINT]: PRICE_SCALE }
  service.reply(null)
  service.asked.length = 0
})
const BUY = { inputMint: SOL_MINT, outputMint: USDC_MINT, inAmount: SOL, slippageBps: 50, trader }

void test('a quote has its limit, both prices, and shares its answer with the same wallet', async () => {
  const quote = await market.quote(BUY)
  assert.ok(!('unavailable' in quote))
  assert.equal(quote.outAmount, 139_846_000n)
  assert.equal(quote.minOutAmount, 139_146_770n)
  assert.equal(quote.inPriceUsd, 140n * PRICE_SCALE)
  await market.quote(BUY)
  assert.deepEqual(
    service.asked.map((one) => one.taker),
    [trader],
  )
  await market.quote({ ...BUY, inAmount: 2n * SOL })
  assert.equal(service.asked.length, 2)
})

void test('the price of one side follows from the other; without either there is no quote', async () => {
  known = { [SOL_MINT]: 140n * PRICE_SCALE }
  const quote = await market.quote(BUY)
  assert.ok(!('unavailable' in quote))
  assert.equal(quote.outPriceUsd, (140n * PRICE_SCALE * 1_000_000n) / 139_846_000n)
  known = { [USDC_MINT]: PRICE_SCALE }
  const other = await market.quote(BUY)
  assert.ok(!('unavailable' in other))
  assert.equal(other.inPriceUsd, (PRICE_SCALE * 139_846_000n * SOL) / (SOL * 1_000_000n))
  known = {}
  assert.deepEqual(await market.quote(BUY), { unavailable: { code: 'no_price', symbol: 'SOL' } })
})

void test('no route of a mint that is not on the chain is an unknown mint; of others no liquidity', async () => {
  service.reply(json({ error: 'No routes found' }, 400))
  const nothing = await market.quote({ ...BUY, outputMint: unknown })
  assert.ok('unavailable' in nothing)
  assert.equal(nothing.unavailable.code, 'not_traded')
  const thin = await market.quote({ ...BUY, outputMint: BONK })
  assert.deepEqual(thin, { unavailable: { code: 'no_route', symbol: 'SOL', of: 'BONK' } })
})

void test('an outage is never a quote', async () => {
  service.reply(json({}, 503))
  await assert.rejects(market.quote(BUY), { code: 'market_away' })
  service.reply(null)
  away = true
  await assert.rejects(market.quote(BUY), { code: 'market_away' })
  await assert.rejects(market.priceUsd(SOL_MINT), { code: 'market_away' })
})

void test('friction is measured by two probes and kept; an outage is not', async () => {
  const pair = { inputMint: SOL_MINT, outputMint: USDC_MINT }
  service.reply(json({}, 503))
  await assert.rejects(market.friction(pair), { code: 'market_away' })
  service.reply(null)
  const found = await market.friction(pair)
  assert.ok(!('unavailable' in found))
  assert.equal(found.feeBps, 10)
  assert.ok(Math.abs(found.depthUsd - 1_000_000) < 150_000, `${found.depthUsd}`)
  const asked = service.asked.length
  await market.friction(pair)
  assert.equal(service.asked.length, asked)
  now += 600_001
  await market.friction(pair)
  assert.ok(service.asked.length > asked)
})

void test('it settles nothing of its own, and tells its costs', async () => {
  const settle = await market.settled({ ...BUY, operationId: 'x', outAmount: 1n })
  assert.equal(settle(), undefined)
  assert.deepEqual(market.costs, { signatures: 1n, priority: 50_000n, wraps: true })
  assert.equal(await market.healthy(), true)
})

void test('a market whose prices are stale is not healthy', async () => {
  stale = 61_000
  assert.equal(await market.healthy(), false)
  stale = null
  assert.equal(await market.healthy(), true)
})

void test('a route that pays far less than the prices say is as dear as it is, whatever it says of itself', async () => {
  service.lie((answer) => {
    const out = BigInt(answer.outAmount) / 2n
    answer.outAmount = out.toString()
    answer.otherAmountThreshold = ((out * 9_950n + 9_999n) / 10_000n).toString()
    const data = Buffer.from(answer.swapInstruction.data, 'base64')
    data.writeBigUInt64LE(out, 16)
    answer.swapInstruction.data = data.toString('base64')
  })
  try {
    const quote = await market.quote(BUY)
    assert.ok(!('unavailable' in quote))
    assert.ok(quote.priceImpactBps > 4_990 && quote.priceImpactBps < 5_020, String(quote.priceImpactBps))
  } finally {
    service.lie(null)
  }
})
