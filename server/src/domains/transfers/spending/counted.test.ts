/** Which movements count, kind by kind. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens.ts'
import { OPERATION_NAMES } from '@purser/contract/transfers.ts'
import fc from 'fast-check'
import { isSale, lamportsOf, leavingOf, RULES, ruleOf, shareOf } from './counted.ts'

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
  (await leavingOf({ type, request, movements }, async () => OWN)).map(({ position }) => position)

void test('every kind of operation has its rule', () => {
  assert.deepEqual(Object.keys(RULES).toSorted(), Object.keys(OPERATION_NAMES).toSorted())
})

void test('what goes to somebody else or to a wallet that came in lately counts, whatever the kind is called', async () => {
  const kinds = Object.keys(RULES).filter((type) => ruleOf(type) === 'outside')
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
  const trade = (side: string | undefined, outputMint: string) =>
    counted('trade', legs, { ...(side ? { side } : {}), outputMint })
  assert.deepEqual(await trade('buy', WIF), [0])
  assert.deepEqual(await trade('buy', SOL_MINT), [0])
  assert.deepEqual(await trade('sell', WIF), [0], 'a sale into no quote is a buy of that')
  assert.deepEqual(await trade(undefined, USDC_MINT), [0], 'who does not say so does not sell')
  assert.deepEqual(await trade('sell', SOL_MINT), [])
  assert.deepEqual(await trade('sell', USDC_MINT), [])
  assert.ok(!isSale({}))
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
        const lamports = lamportsOf(amount, { decimals, price: token, solPrice })
        const worth = amount * token * 10n ** 9n
        const one = 10n ** BigInt(decimals) * solPrice
        assert.ok(lamports * one >= worth)
        assert.ok(lamports === 0n || (lamports - 1n) * one < worth)
      },
    ),
  )
  assert.equal(shareOf(10n, 3), 4n)
  assert.equal(shareOf(10n, 0), 0n)
})
