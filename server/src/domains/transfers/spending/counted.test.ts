/** Which movements count, kind by kind. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { OPERATION_NAMES } from '@purser/contract/transfers/transfers.ts'
import fc from 'fast-check'
import { lamportsAtMost, toLamports } from '../../../kernel/solana/worth.ts'
import { inProportion, listLeaving, readMinOut, RULES, findRule, toShare, tradeCount } from './counted.ts'

const WIF = KNOWN_TOKENS.find(({ symbol }) => symbol === 'WIF')?.mint ?? ''
const [MINE, IMPORTED, STRANGER] = ['mine', 'imported', 'stranger']
const to = (destination: string, error: string | null = null) => ({
  walletId: null,
  walletName: '',
  source: MINE,
  destination,
  mint: SOL_MINT,
  amount: 1n,
  error,
})
const OWN = new Set([MINE])
/** Positions that count. */
const counted = async (type: string, movements: ReturnType<typeof to>[], request: unknown = {}) =>
  (await listLeaving({ type, request, movements }, async () => OWN)).map(({ position }) => position)

void test('every kind of operation has its rule', () => {
  assert.deepEqual(Object.keys(RULES).toSorted(), Object.keys(OPERATION_NAMES).toSorted())
})

void test('what goes to somebody else or to a wallet that came in lately counts, whatever the kind is called', async () => {
  const kinds = Object.keys(RULES).filter((type) => findRule(type) === 'outside')
  assert.deepEqual(kinds, [
    'distribute',
    'gather',
    'token-distribute',
    'token-gather',
    'top-up',
    'payment',
    'send',
    'refund',
  ])
  for (const type of [...kinds, 'not-yet-known', 'constructor'])
    assert.deepEqual(
      await counted(type, [to(MINE), to(STRANGER), to(IMPORTED), to(STRANGER, 'fails')]),
      [1, 2],
      type,
    )
})

void test('what comes from the desk, and what creates a token, does not count', async () => {
  for (const type of ['faucet', 'test-payment', 'token-create'])
    assert.deepEqual(await counted(type, [to(STRANGER)]), [], type)
})

void test('a buy counts by what it pays; a sale only where it is one, into a quote', async () => {
  const legs = [to('market'), { ...to(MINE), source: 'market' }]
  const trade = (side: string | undefined, outputMint: string, more: object = {}) =>
    counted('trade', legs, { ...(side ? { side } : {}), inputMint: WIF, outputMint, ...more })
  assert.deepEqual(await trade('buy', WIF), [0])
  assert.deepEqual(await trade('buy', SOL_MINT), [0])
  assert.deepEqual(await trade('sell', USDC_MINT), [0], 'by what it may lose')
  assert.deepEqual(await trade('sell', USDC_MINT, { isExit: true }), [])
})

void test('a sale into a quote counts by its loss; between the quotes it counts in full above a slippage of 1 %', () => {
  const ways = (request: object) => tradeCount({ side: 'sell', slippageBps: 5_000, ...request })
  const quotes = { inputMint: USDC_MINT, outputMint: SOL_MINT }
  const turned = { inputMint: SOL_MINT, outputMint: USDC_MINT }
  for (const outputMint of [SOL_MINT, USDC_MINT]) {
    assert.equal(ways({ inputMint: WIF, outputMint }), 'loss')
    assert.equal(ways({ inputMint: WIF, outputMint, side: 'buy' }), 'full')
    assert.equal(
      ways({ inputMint: WIF, outputMint, side: undefined }),
      'full',
      'who does not say so sells nothing',
    )
  }
  assert.equal(
    ways({ inputMint: SOL_MINT, outputMint: WIF }),
    'full',
    'a sale into no quote is a buy of that',
  )
  for (const pair of [quotes, turned]) {
    assert.equal(ways(pair), 'full')
    assert.equal(ways({ ...pair, slippageBps: 101 }), 'full')
    assert.equal(ways({ ...pair, slippageBps: 100 }), 'loss')
    assert.equal(ways({ ...pair, slippageBps: 100, side: 'buy' }), 'full')
    assert.equal(ways({ ...pair, slippageBps: undefined }), 'full', 'who does not say so allows any')
    assert.equal(ways({ ...pair, isExit: true }), 'none')
  }
  assert.equal(ways({ inputMint: WIF, outputMint: WIF, isExit: true }), 'full', 'an exit is into a quote')
  for (const isExit of ['true', 1, {}])
    assert.equal(ways({ inputMint: WIF, outputMint: SOL_MINT, isExit }), 'loss')
  assert.equal(readMinOut({ minOut: '7' }), 7n)
  assert.equal(readMinOut({}), 0n, 'who does not say so may lose all')
  assert.equal(inProportion(10n, { part: 3n, whole: 9n }), 30n)
  assert.equal(inProportion(10n, { part: 3n, whole: 4n }), 14n)
  assert.equal(inProportion(10n, { part: 0n, whole: 4n }), 0n)
})

void test('a token is never counted for less than it is worth, nor for a lamport more', () => {
  const price = fc.bigInt({ min: 1n, max: 10n ** 18n })
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.integer({ min: 0, max: 12 }),
      price,
      price,
      (amount, decimals, token, solPrice) => {
        const lamports = toLamports(amount, { decimals, price: token, solPrice })
        const worth = amount * token * 10n ** 9n
        const one = 10n ** BigInt(decimals) * solPrice
        assert.ok(lamports * one >= worth)
        assert.ok(lamports === 0n || (lamports - 1n) * one < worth)
        const most = lamportsAtMost(amount, { decimals, price: token, solPrice })
        assert.ok(most * one <= worth && (most + 1n) * one > worth)
      },
    ),
  )
  assert.equal(toShare(10n, 3), 4n)
  assert.equal(toShare(10n, 0), 0n)
})
