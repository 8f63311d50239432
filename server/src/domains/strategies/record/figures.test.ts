/** Figures of many strategies at once: how often prices are read, and which figures are null without one. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { Fault } from '../../../kernel/fault.ts'
import { type Market, PRICE_SCALE } from '../../../ports/market.ts'
import { createFigures } from './figures.ts'
import type { Asset, Sizing } from '../sizing/sizing.ts'
import { compile } from '../engine/compile.ts'
import type { StrategyRow } from '../rows.ts'

const mints = KNOWN_TOKENS.map((t) => t.mint)
const decimals = (mint: string) =>
  mint === SOL_MINT ? 9 : (KNOWN_TOKENS.find((t) => t.mint === mint)?.decimals ?? 0)

/** Half a SOL for 10 tokens of which 4 were sold for 0.3 SOL. */
function createRow(mint: string): StrategyRow {
  const plan = Plan.parse({
    version: 1,
    goal: 'A plan.',
    token_address: mint,
    quote: 'SOL',
    strategy_type: 'swap',
    trade_direction: 'buy',
    amount: { value: 0.5, unit: 'SOL' },
  })
  const token = 10n ** BigInt(decimals(mint))
  return {
    id: randomUUID(),
    plan,
    state: { ...compile(plan).begin(), held: '6', cost: '0.3', costUsd: 30, realised: '0.1' },
    status: 'active',
    walletAddresses: [],
    createdAt: new Date(0),
    endedAt: null,
    boughtBase: 10n * token,
    soldBase: 4n * token,
    spentQuote: 500_000_000n,
    receivedQuote: 300_000_000n,
    feesLamports: 20_000n,
    marketQuote: 1_250_000n,
    rentLamports: 2_000_000n,
  } as unknown as StrategyRow
}

function figuresWith(price: (mint: string) => bigint | null) {
  const asked: string[] = []
  const market = {
    async priceUsd(mint: string) {
      asked.push(mint)
      return price(mint)
    },
  } as unknown as Market
  const asset = (mint: string) => ({ mint, symbol: '', decimals: decimals(mint) }) as Asset
  const sizing = {
    sides: async (plan: Plan) => ({ input: asset(SOL_MINT), output: asset(plan.token_address) }),
  } as unknown as Sizing
  return { asked, ...createFigures({ market, sizing }) }
}

void test('each price is read once, however many strategies are listed', async () => {
  const { asked, toStrategies } = figuresWith(() => PRICE_SCALE)
  const rows = Array.from({ length: 100 }, (_, i) => createRow(mints[i % 2] ?? ''))
  assert.equal((await toStrategies(rows)).length, 100)
  assert.deepEqual(asked.toSorted(), [SOL_MINT, mints[0], mints[1]].toSorted())
  await toStrategies(rows.slice(0, 1))
  assert.equal(asked.length, 5, 'a later list asks anew')
})

void test('profit, return and average cost go by what was filled, exact to the last digit', async () => {
  // A SOL is 100 USD, a token 7.
  const { toStrategies } = figuresWith((mint) => (mint === SOL_MINT ? 100n : 7n) * PRICE_SCALE)
  const [found] = await toStrategies([createRow(mints[0] ?? '')])
  assert.deepEqual(
    [found?.pnl, found?.realised, found?.unrealised, found?.held, found?.fees],
    [-20 + 42 - 0.002, 0.1, 0.42 - 0.3, 6, 0.00002],
  )
  assert.deepEqual(
    [found?.costs.total, found?.costs_usd],
    [[{ value: 0.00327, unit: 'SOL' }], 0.327],
    'network, market and rent are one sum',
  )
  assert.equal(found?.average_price_usd, 5)
  // Without a fixed sum it is measured against the invested amount.
  assert.equal(found?.return_percent, Number(((21.998 / 30) * 100).toFixed(2)))
})

void test('what an ended one made is told at the prices of its end, and asks the market for none', async () => {
  const { asked, toStrategies } = figuresWith((mint) => (mint === SOL_MINT ? 999n : 1n) * PRICE_SCALE)
  const endPrices = {
    quote: String(100n * PRICE_SCALE),
    token: String(7n * PRICE_SCALE),
    sol: String(100n * PRICE_SCALE),
  }
  const ended = { ...createRow(mints[0] ?? ''), status: 'stopped' as const, endedAt: new Date(1), endPrices }
  const [found] = await toStrategies([ended])
  assert.deepEqual([found?.pnl, found?.unrealised], [-20 + 42 - 0.002, 0.42 - 0.3])
  assert.deepEqual(asked, [])
  // Started again it is valued at market prices.
  const [live] = await toStrategies([{ ...ended, status: 'active' }])
  assert.notEqual(live?.pnl, found?.pnl)
})

void test('without a price the figures that need one are null, and the others are there', async () => {
  const away = () => {
    throw new Fault('market_away')
  }
  for (const price of [(mint: string) => (mint === SOL_MINT ? PRICE_SCALE : null), away]) {
    const { toStrategies } = figuresWith(price)
    const [found] = await toStrategies([createRow(mints[0] ?? '')])
    assert.deepEqual(
      [found?.pnl, found?.return_percent, found?.unrealised, found?.realised, found?.held],
      [null, null, null, 0.1, 6],
    )
  }
})
