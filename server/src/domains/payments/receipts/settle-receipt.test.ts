// On PostgreSQL as well.
/** Credits of receipts, to the second of the quote and the millionth of a dollar of the tolerance. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { eq } from 'drizzle-orm'
import { Fault } from '../../../kernel/fault.ts'
import type { Market } from '../../../ports/market.ts'
import { startTestDesk } from '../../../test/harness.ts'
import { createOwner } from '../../../test/paid-links.ts'
import { noEvents } from '../events.ts'
import { paymentQuotes, paymentReceipts, payments } from '../payments.tables.ts'
import { finalize, price } from './settle-receipt.ts'
import type { ReceiptRow } from '../views.store.ts'

const desk = await startTestDesk({ network: 'none' })
const { db } = desk.database
const owner = await createOwner(desk)
const USD = 1_000_000n
/** 100 USD. */
const QUOTED = 100n * 1_000_000_000_000n
const RATE = 80n * 1_000_000_000_000n
let made = 0

/** A link over 10 USD that is quoted at 0.1 SOL from `from` for 15 minutes, and what arrived for it at `at`. */
async function arrived({ at, lamports, tolerance = 0 }: { at: Date; lamports: bigint; tolerance?: number }) {
  const { id, wallet } = await owner.make(10, { tolerance_percent: tolerance })
  const madeAt = new Date('2026-03-01T12:00:00.000Z')
  const expiresAt = new Date('2026-03-02T12:00:00.000Z')
  await db.update(payments).set({ expiresAt }).where(eq(payments.id, id))
  await db.insert(paymentQuotes).values({
    paymentId: id,
    lamports: 100_000_000n,
    usd: 10n * USD,
    rate: QUOTED,
    madeAt,
    validUntil: new Date(madeAt.getTime() + 900_000),
  })
  const recipient = wallet.address as ReceiptRow['recipient']
  const [receipt] = await db
    .insert(paymentReceipts)
    .values({
      paymentId: id,
      recipient,
      state: 'arriving',
      at,
      signature: `receipt${made++}`,
      mint: SOL_MINT,
      amount: lamports,
      decimals: 9,
      slot: 1n,
    })
    .returning()
  assert.ok(receipt)
  return { id, receipt, lamports }
}
const marketAt = (rate: bigint | null) =>
  ({
    priceUsd: async () => rate,
    candles: async () => {
      if (rate === null) throw new Fault('market_away')
      return [{ close: Number(rate) / 1e12 }]
    },
  }) as unknown as Market
const createParts = (rate: bigint | null, now = '2026-03-01T13:00:00Z') => ({
  db,
  clock: { ...desk.clock, now: () => Date.parse(now) },
  market: marketAt(rate),
  events: noEvents,
})
const counted = async (id: number) => {
  const [row] = await db.select().from(payments).where(eq(payments.id, id))
  return [row?.status, row?.creditedUsd]
}

void test('to the last second of its 15 minutes a quote counts, and a second later the market does', async () => {
  const WHOLE = 100_000_000n
  for (const [time, usd, status] of [
    ['12:14:59', 10n * USD, 'paid'],
    ['12:15:00', 10n * USD, 'paid'],
    ['12:15:01', 8n * USD, 'pending'],
    // Times of blocks are whole seconds, and a cluster's clock may lag: it is before the first quote all the same.
    ['11:59:59', 10n * USD, 'paid'],
    ['11:59:30', 10n * USD, 'paid'],
    // No clock lags so far: who paid before there was a quote does not choose one afterwards.
    ['11:59:29', 8n * USD, 'pending'],
  ] as const) {
    const { id, receipt } = await arrived({ at: new Date(`2026-03-01T${time}Z`), lamports: WHOLE })
    assert.equal(await finalize(createParts(RATE), receipt, WHOLE), true)
    assert.deepEqual(await counted(id), [status, usd], time)
    assert.equal(await finalize(createParts(RATE), receipt, WHOLE), false, 'it counts once')
    assert.deepEqual(await counted(id), [status, usd], time)
  }
})

void test('a tolerance is met by exactly what it says, and missed by a millionth of a dollar', async () => {
  const at = new Date('2026-03-01T12:05:00Z')
  // Ten lamports of the quote are a millionth of a dollar.
  for (const [lamports, status] of [
    [97_500_000n, 'paid'],
    [97_499_990n, 'pending'],
    [97_500_010n, 'paid'],
  ] as const) {
    const { id, receipt } = await arrived({ at, lamports, tolerance: 2.5 })
    await finalize(createParts(RATE), receipt, lamports)
    assert.deepEqual(await counted(id), [status, lamports / 10n])
  }
})

void test('without a quote and while the market is away it waits for its price, and counts for it once', async () => {
  const { id, receipt, lamports } = await arrived({
    at: new Date('2026-03-01T12:40:00Z'),
    lamports: 125_000_000n,
  })
  await finalize(createParts(null), receipt, lamports)
  assert.deepEqual(await counted(id), ['pending', 0n])
  assert.equal(await price(createParts(null), receipt), false)
  const both = await Promise.all([price(createParts(RATE), receipt), price(createParts(RATE), receipt)])
  assert.deepEqual(both.toSorted(), [false, true])
  assert.deepEqual(await counted(id), ['paid', 10n * USD])
})

void test('a payment is late by when its block can have been final, however long after that the desk hears of it', async () => {
  for (const [time, heard, status, late] of [
    ['11:59:30', '2026-03-02T18:00:00Z', 'paid', false],
    ['11:59:45', '2026-03-04T12:00:00Z', 'paid', false],
    // Heard of in time, it was final in time.
    ['11:59:50', '2026-03-02T11:59:55Z', 'paid', false],
    ['11:59:46', '2026-03-02T18:00:00Z', 'pending', true],
    ['12:00:01', '2026-03-02T12:00:02Z', 'pending', true],
  ] as const) {
    const at = new Date(`2026-03-02T${time}Z`)
    const { id, receipt, lamports } = await arrived({ at, lamports: 125_000_000n })
    await finalize(createParts(RATE, heard), receipt, lamports)
    const [row] = await db.select().from(payments).where(eq(payments.id, id))
    assert.deepEqual(
      [row?.status, row?.late, row?.creditedUsd],
      [status, late, 10n * USD],
      `${time} at ${heard}`,
    )
  }
})
