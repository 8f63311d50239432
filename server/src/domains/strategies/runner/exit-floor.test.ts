/** The least that a forced sale must bring: two independent sources say what it is worth. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRICE_SCALE, type Quote } from '../../../ports/market.ts'
import { createExitFloor } from './exit-floor.ts'

const asset = (symbol: string, decimals: number) => ({ mint: symbol, symbol, decimals, program: '' as never })
const [BONK, SOL] = [asset('BONK', 5), asset('SOL', 9)]
/** A thousand times as many thousandths of a USD. */
const usd = (price: number | null) =>
  price === null ? null : (BigInt(Math.round(price * 1e6)) * PRICE_SCALE) / 1_000_000n

type Given = { bonk?: number | null; sol?: number | null; out?: number; slippageBps?: number }
/** 1,000 BONK at 0.14 USD are 1 SOL at 140 USD; candles say `kept`, and once they are renewed `renewed`. */
async function judged(given: Given, kept: Given = {}, renewed: Given = kept) {
  const asked: string[] = []
  const priced = (prices: Given, mint: string) =>
    usd(
      mint === 'BONK'
        ? prices.bonk === undefined
          ? 0.14
          : prices.bonk
        : prices.sol === undefined
          ? 140
          : prices.sol,
    )
  const floor = createExitFloor({
    priceUsd: async (mint) => priced(given, mint),
    async keptPrice(mint, { renew }) {
      asked.push(renew ? `${mint} renewed` : mint)
      return priced(renew ? renewed : kept, mint)
    },
  })
  const { out = 1, slippageBps = 100 } = given
  const quote = { outAmount: BigInt(Math.round(out * 1e9)), slippageBps } as Quote
  const found = await floor?.judge({ input: BONK, output: SOL, amount: 100_000_000n, quote })
  return { found, asked }
}
const code = (found: unknown) =>
  typeof found === 'object' && found !== null ? (found as { code: string }).code : found

void test('two prices that agree say what it must bring: its worth less slippage and 10 %', async () => {
  const { found, asked } = await judged({ out: 0.995 })
  assert.equal(found, 890_000_000n)
  assert.deepEqual(asked, ['BONK', 'SOL'], 'nobody is asked about what is kept')
  assert.equal((await judged({ slippageBps: 5_000 })).found, 400_000_000n)
  assert.equal((await judged({ out: 0.89 })).found, 890_000_000n)
})

void test('a quote of a hundredth is held back, and says what it would bring of which worth', async () => {
  const { found } = await judged({ out: 0.01 })
  assert.deepEqual(found, {
    code: 'quote',
    token: 'BONK',
    quote: 'SOL',
    sells: '1000',
    by_market: '0.001',
    by_candles: '0.001',
    worth: '1',
    brings: '0.01',
    least: '0.89',
  })
  assert.equal(code((await judged({ out: 0.889_999 })).found), 'quote')
})

void test('a service that lies in its quote and in its prices alike is told by the candles, of either token', async () => {
  for (const lie of [{ bonk: 0.001_4 }, { sol: 14_000 }, { bonk: 0.12 }, { sol: 160 }]) {
    const { found } = await judged({ ...lie, out: 0.01 })
    assert.equal(code(found), 'prices', JSON.stringify(lie))
  }
  // Both moved alike since the candle: the worth in the quote is unchanged.
  assert.equal((await judged({ bonk: 0.28, sol: 280 })).found, 890_000_000n)
})

void test('without one of the prices it is held back, whatever the quote brings', async () => {
  for (const none of [{ bonk: null }, { sol: null }]) {
    assert.equal(code((await judged({ ...none, out: 5 })).found), 'prices')
    assert.equal(code((await judged({ out: 5 }, none)).found), 'prices')
  }
  const { found } = await judged({ bonk: null }, { bonk: null })
  assert.deepEqual(
    typeof found === 'object' && [found.by_market, found.by_candles, found.worth, found.brings, found.least],
    [null, null, null, '1', null],
  )
})

void test('a token of which a billion is worth less than a cent has a floor, too', async () => {
  const judge = async (token: bigint, kept: bigint, outAmount: bigint) => {
    const floor = createExitFloor({
      priceUsd: async (mint) => (mint === 'BONK' ? token : 140n * PRICE_SCALE),
      keptPrice: async (mint) => (mint === 'BONK' ? kept : 140n * PRICE_SCALE),
    })
    const quote = { outAmount, slippageBps: 100 } as Quote
    return floor?.judge({ input: BONK, output: SOL, amount: 14n * 10n ** 17n, quote })
  }
  // 14,000 billion at 0.0000000001 USD are worth 10 SOL.
  assert.equal(await judge(100n, 100n, 9_990_000_000n), 8_899_991_100n)
  assert.equal(code(await judge(100n, 100n, 1n)), 'quote')
  assert.equal(code(await judge(100n, 130n, 9_990_000_000n)), 'prices')
})

void test('only where it would wait are the newest candles asked for', async () => {
  const { found, asked } = await judged({ bonk: 0.1 }, { bonk: 0.14 }, { bonk: 0.101 })
  assert.deepEqual(asked, ['BONK', 'SOL', 'BONK renewed', 'SOL renewed'])
  assert.ok(typeof found === 'bigint' && found < 640_000_000n, String(found))
})

void test('a market without a second source has no floor', () => {
  assert.equal(createExitFloor({ priceUsd: async () => 1n }), null)
})
