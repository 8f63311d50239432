/** The amount that one operation counts for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Db } from '../../../db/client.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import { type Market, PRICE_SCALE } from '../../../ports/market.ts'
import { createSpending } from './create-spending.ts'
import type { SpendRequest } from './spending.ts'

const WIF = KNOWN_TOKENS.find(({ symbol }) => symbol === 'WIF')?.mint ?? ''
const MILLION = 1_000_000n

/** Prices of 100 USD a SOL, and this much a WIF. Nothing is read from the database before the transaction. */
const spendingAt = (
  wif: bigint | null,
  sol: bigint | null = 100n * PRICE_SCALE,
  keptPrice?: Market['keptPrice'],
) =>
  createSpending({
    db: {} as Db,
    clock: systemClock,
    limits: {
      hold: () => assert.fail('nothing is held before the transaction'),
      read: () => assert.fail('nothing is read but for previews'),
      computeRemaining: () => 0n,
      setCounter: () => undefined,
    },
    wallets: {
      lookups: { listSettled: async (_, addresses) => new Set(addresses.filter((one) => one === 'mine')) },
    },
    market: {
      priceUsd: async (mint) => (mint === SOL_MINT ? sol : wif),
      ...(keptPrice ? { keptPrice } : {}),
    },
  })

const movement = (destination: string, mint: string, amount: bigint) => ({
  walletId: null,
  walletName: '',
  source: 'mine',
  destination,
  mint,
  amount,
})
const wifSpend = { mint: WIF, amount: 3n * MILLION, decimals: 6 }
const solSpend = (amount: bigint) => ({ mint: SOL_MINT, amount, decimals: 9 })
const sent: SpendRequest = {
  userId: 1,
  type: 'send',
  request: {},
  movements: [movement('stranger', WIF, 3n * MILLION)],
  spends: [wifSpend, solSpend(2_044_280n)],
}

void test('a token counts for what it is worth in SOL, with the fee and the rent that it takes', async () => {
  // 3 WIF of 2 USD are 0.06 SOL.
  const counted = await spendingAt(2n * PRICE_SCALE).count(sent)
  assert.deepEqual(counted, [{ position: 0, lamports: 62_044_280n, whole: 62_044_280n }])
})

void test('SOL counts for itself, whatever the fee, and needs no price', async () => {
  const counted = await spendingAt(null, null).count({
    ...sent,
    movements: [movement('mine', SOL_MINT, 7n), movement('stranger', SOL_MINT, 5n)],
    spends: [solSpend(5_012n)],
  })
  assert.deepEqual(counted, [{ position: 1, lamports: 5n, whole: 5n }])
})

void test('without a live price of the token, or of SOL, it is refused', async () => {
  for (const spending of [spendingAt(null), spendingAt(0n), spendingAt(PRICE_SCALE, null)])
    await assert.rejects(spending.count(sent), (error) => isFault(error, 'no_price_for_limit'))
  const { limit } = await spendingAt(null).checkLimit(sent)
  assert.equal(limit?.code, 'no_price_for_limit')
  // A transfer that does not count needs no price.
  const own = [movement('mine', WIF, 3n * MILLION)]
  assert.deepEqual(await spendingAt(null).count({ ...sent, movements: own }), [])
})

void test('the part of an order is counted, the whole of it is bound; the rest that a wallet keeps is not spent', async () => {
  const trade: SpendRequest = {
    userId: 1,
    type: 'trade',
    request: { side: 'buy', outputMint: WIF },
    movements: [movement('market', SOL_MINT, 100n), { ...movement('mine', WIF, 9n), source: 'market' }],
    spends: [solSpend(1_000_000n)],
    ofOrder: 1_000n,
  }
  assert.deepEqual(await spendingAt(null).count(trade), [{ position: 0, lamports: 100n, whole: 1_000n }])
})

/** 100 WIF of 2 USD, sold for SOL of 100 USD: 2 SOL. */
const sale = (more: object = {}): SpendRequest => ({
  userId: 1,
  type: 'trade',
  request: {
    side: 'sell',
    inputMint: WIF,
    outputMint: SOL_MINT,
    slippageBps: 100,
    minOut: '1900000000',
    ...more,
  },
  movements: [movement('market', WIF, 100n * MILLION), movement('mine', SOL_MINT, 1_990_000_000n)],
  spends: [{ ...wifSpend, amount: 100n * MILLION }, solSpend(900_000n)],
})
const countLoss = async (asked: SpendRequest, prices: Parameters<typeof spendingAt> = [2n * PRICE_SCALE]) =>
  (await spendingAt(...prices).count(asked)).map(({ lamports, whole }) => [lamports, whole])

void test('a sale counts for what it gives less the least that it must bring, and its order for all of its wallets', async () => {
  assert.deepEqual(await countLoss(sale()), [[100_000_000n, 100_000_000n]])
  assert.deepEqual(await countLoss({ ...sale(), ofOrder: 300n * MILLION }), [[100_000_000n, 300_000_000n]])
  assert.deepEqual(await countLoss(sale({ minOut: undefined })), [[2_000_000_000n, 2_000_000_000n]])
  assert.deepEqual(await countLoss(sale({ minOut: '2100000000' })), [], 'a gain is no negative loss')
  // USDC at the price of WIF, because the market here knows no other: 1 of them is 0.02 SOL.
  const usdc = sale({ outputMint: USDC_MINT, minOut: (95n * MILLION).toString() })
  assert.deepEqual(await countLoss(usdc), [[100_000_000n, 100_000_000n]])
})

void test('a sale that is told to be worth nothing counts by the candles, the newest where they are far from what is told', async () => {
  const asked: string[] = []
  /** The kept candles: SOL at 100 USD, WIF at this price, or at the renewed one once the service is asked. */
  const kept =
    (wif: bigint | null, renewed = wif) =>
    async (mint: string, { renew }: { renew: boolean }) => {
      if (renew) asked.push(mint)
      return mint === SOL_MINT ? 100n * PRICE_SCALE : renew ? renewed : wif
    }
  const cheap = sale({ minOut: '19000000' })
  const CENTS = (2n * PRICE_SCALE) / 100n
  const SOL_PRICE = 100n * PRICE_SCALE
  // Priced at a hundredth of its worth, it would count for a hundredth of a SOL.
  assert.deepEqual(await countLoss(cheap, [CENTS, SOL_PRICE]), [[1_000_000n, 1_000_000n]])
  const all = 2_000_000_000n - 19_000_000n
  assert.deepEqual(await countLoss(cheap, [CENTS, SOL_PRICE, kept(2n * PRICE_SCALE)]), [[all, all]])
  assert.ok(asked.includes(WIF))
  // The market has fallen since.
  assert.deepEqual(await countLoss(cheap, [CENTS, SOL_PRICE, kept(2n * PRICE_SCALE, CENTS)]), [
    [1_000_000n, 1_000_000n],
  ])
  asked.length = 0
  for (const price of [(2n * PRICE_SCALE * 109n) / 100n, PRICE_SCALE, null])
    assert.deepEqual(await countLoss(sale(), [2n * PRICE_SCALE, SOL_PRICE, kept(price)]), [
      [100_000_000n, 100_000_000n],
    ])
  assert.deepEqual(asked, [], 'nobody is asked where they agree, or it would count for less')
})

void test('a swap of one quote for the other counts in full where it allows much, and an exit asks for no price', async () => {
  const swap = (slippageBps: number): SpendRequest => ({
    ...sale({ inputMint: USDC_MINT, slippageBps }),
    movements: [movement('market', USDC_MINT, 100n * MILLION), movement('mine', SOL_MINT, 1_990_000_000n)],
    spends: [{ mint: USDC_MINT, amount: 100n * MILLION, decimals: 6 }],
  })
  assert.deepEqual(await countLoss(swap(100)), [[100_000_000n, 100_000_000n]])
  assert.deepEqual(await countLoss(swap(101)), [[2_000_000_000n, 2_000_000_000n]])
  assert.deepEqual(await countLoss(sale({ isExit: true }), [null, null]), [])
})

void test('a sale of what has no price cannot be counted', async () => {
  await assert.rejects(countLoss(sale(), [null]), (error) => isFault(error, 'no_price_for_limit'))
})
