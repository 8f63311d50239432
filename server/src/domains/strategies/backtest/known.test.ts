/** Backtests on a market that does not know all of its past. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { CandleRequest, KnownCandles } from '../../../ports/candles.ts'
import { createPreviews } from './preview.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const NOW = 1_790_000_040_000
const END = NOW / 1_000 - ((NOW / 1_000) % 60)
const DAY = 86_400

type Lack = { from: number; to: number; missing?: KnownCandles['missing'] }

/** Prices of 1 up to the end of the known part; `lacks`: the known part of each mint. */
function createTestPreviews(lacks: Record<string, Lack>) {
  const market = {
    priceUsd: () => Promise.resolve(10n ** 12n),
    friction: () => Promise.resolve({ feeBps: 0, depthUsd: 1e12 }),
    candles: () => Promise.reject(new Error('only what is known counts')),
    known(request: CandleRequest): Promise<KnownCandles> {
      const { from: first, to: last, missing = null } = lacks[request.mint] ?? { from: 0, to: Infinity }
      const [from, to] = [Math.max(first, request.from), Math.min(last, request.to)]
      const candles = Array.from({ length: Math.max(0, (to - from) / 60) }, (_, i) => ({
        time: from + i * 60,
        open: 1,
        high: 1,
        low: 1,
        close: 1,
        volume: 0,
      }))
      return Promise.resolve({ candles, from: Math.min(from, to), to, begins: false, missing, asOf: NOW })
    },
  }
  const asset = (mint: string) => ({ mint, symbol: mint, decimals: 9, program: '' })
  const sizing = {
    sides: () => Promise.resolve({ input: asset(SOL_MINT), output: asset(BONK) }),
    spendable: () => Promise.resolve([]),
    newAccounts: () => Promise.resolve({ count: 0, rent: 0n }),
    fee: 10_000n,
    inInput: () => Promise.resolve(10n ** 8n),
  }
  return createPreviews({ market, sizing } as never)
}

const plan = Plan.parse({
  version: 1,
  goal: 'A plan',
  strategy_type: 'dca',
  token_address: BONK,
  quote: 'SOL',
  trade_direction: 'buy',
  amount_per_order: { value: 0.1, unit: 'SOL' },
  interval_seconds: 3_600,
  max_price_usd: 1_000,
})

void test('a backtest ends at the last candle that is known of both mints, and begins where both are', async () => {
  const { past } = createTestPreviews({
    [BONK]: { from: END - 3 * DAY, to: END - 180, missing: 'loading' },
    [SOL_MINT]: { from: END - 5 * DAY, to: END - 240 },
  })
  const found = await past(plan, [], { now: NOW, seconds: 30 * DAY })
  assert.equal(found?.seconds, 3 * DAY - 240)
  assert.equal(found?.known, found?.seconds)
  const last = found?.preview.equity.at(-1)?.time ?? ''
  assert.equal(Date.parse(last), (END - 240) * 1_000)
  assert.match(
    found?.preview.assumptions[0] ?? '',
    /^Only 3 days .* being loaded\. The last 4 minutes are left out/,
  )
})

void test('a preview is of the same part, and one without a gap says only what the service has not settled', async () => {
  const { of } = createTestPreviews({ [BONK]: { from: END - 2 * DAY, to: END - 120, missing: 'away' } })
  const partial = await of(plan, [], NOW)
  assert.ok(partial?.tested)
  assert.equal(Date.parse(partial.equity[0]?.time ?? ''), (END - 2 * DAY) * 1_000)
  assert.match(partial.assumptions[0] ?? '', /is not responding/)
  assert.deepEqual([partial.seconds, partial.unknown_percent], [30 * DAY, 93.3])
  const whole = await createTestPreviews({ [BONK]: { from: 0, to: END - 120 } }).of(plan, [], NOW)
  assert.ok(whole?.tested)
  assert.match(whole.assumptions[0] ?? '', /^The last 2 minutes are left out/)
})

void test('what is not known at all is said to be so, never taken for a token without history', async () => {
  const none = { from: END, to: END }
  const refused = (code: 'market_away' | 'history_loading') => (error: unknown) => isFault(error, code)
  const away = createTestPreviews({ [BONK]: { ...none, missing: 'away' } })
  await assert.rejects(away.of(plan, [], NOW), refused('market_away'))
  await assert.rejects(away.opened(plan, { now: NOW, seconds: DAY }), refused('market_away'))
  const loading = createTestPreviews({ [SOL_MINT]: { ...none, missing: 'loading' } })
  await assert.rejects(loading.past(plan, [], { now: NOW, seconds: DAY }), refused('history_loading'))
  assert.equal(await createTestPreviews({ [BONK]: none }).of(plan, [], NOW), null)
})
