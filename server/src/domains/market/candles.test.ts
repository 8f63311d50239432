import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { systemClock } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import type { Candle, KnownCandles } from '../../ports/candles.ts'
import { createCandles } from './candles.ts'

const NOW = 1_790_000_040_000
const CANDLE: Candle = { time: 1_790_000_000 - 80, open: 1, high: 2, low: 1, close: 2, volume: 5 }
const request = { mint: SOL_MINT, timeframe: '1m', limit: 100 } as const

function open(found: Partial<KnownCandles>) {
  const asked: unknown[] = []
  const market = {
    candles: () => Promise.reject(new Error('not asked')),
    async known(what: unknown): Promise<KnownCandles> {
      asked.push(what)
      return { candles: [], from: 0, to: 0, begins: false, missing: null, asOf: null, ...found }
    },
  }
  return { asked, candles: createCandles({ market, clock: { ...systemClock, now: () => NOW } }) }
}

void test('A chart of a service is told what it lacks and how old it is', async () => {
  const { candles } = open({ candles: [CANDLE], missing: 'away', asOf: NOW - 60_000 })
  const page = await candles.list(request)
  assert.deepEqual(page.candles, [CANDLE])
  assert.deepEqual(page.state, { missing: 'away', as_of: new Date(NOW - 60_000).toISOString() })
})

void test('A page that is being loaded is empty, and not kept; a token without history is refused', async () => {
  const { asked, candles } = open({ missing: 'loading' })
  for (let i = 0; i < 3; i++) assert.equal((await candles.list(request)).state?.missing, 'loading')
  assert.equal(asked.length, 3)
  const none = open({})
  await assert.rejects(none.candles.list(request), (error) => isFault(error, 'no_price_history'))
})

void test('Readers of the same page share one answer', async () => {
  const { asked, candles } = open({ candles: [CANDLE] })
  await Promise.all(Array.from({ length: 100 }, () => candles.list(request)))
  assert.equal(asked.length, 1)
})
