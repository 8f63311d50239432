/**
 * 10,000 payments of one account, a third each pending, paid and approved with two lines: the cost of creating one
 * more, opening the lists, finding one, filtering, and exporting all, each against its limit. Real server on the
 * embedded database; TEST_DATABASE_URL names a PostgreSQL instead. Fails above a limit.
 *
 * Run: node bench/payments.ts
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Endpoint, QueryOf } from '@purser/contract/endpoint.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { exportDistributions, exportPayments } from '@purser/contract/payments/payment-distributions.ts'
import {
  createPaymentLink,
  listApprovedPayments,
  listPendingPayments,
  type Payment,
} from '@purser/contract/payments/payments.ts'
import { getAddressDecoder, getBase58Decoder } from '@solana/kit'
import { paymentLines, paymentReceipts, payments } from '../server/src/domains/payments/payments.tables.ts'
import { toChunks } from '../server/src/kernel/chunks.ts'
import { startTestDesk } from '../server/src/test/harness.ts'
import { median } from './processes.ts'

const PAYMENTS = Number(process.argv[2] ?? 10_000)
const PAGE = 100
const REPEATS = 21
/** Milliseconds: a page should appear at once, a file of all of them soon. */
const LIMITS = { create: 50, page: 50, whole: 300, search: 100, export: 3_000 }

const desk = await startTestDesk()
const { token } = await desk.signUp()
const over: string[] = []
function report(what: string, ms: number, limit: number): void {
  if (ms > limit) over.push(what)
  console.log(
    `${what.padEnd(48)} ${ms.toFixed(1)} ms (limit ${limit}, ratio ${(ms / limit).toFixed(2)})${ms > limit ? '  TOO MUCH' : ''}`,
  )
}
async function typical(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < REPEATS; i++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return median(times)
}
const create = async (amount_usd: number) =>
  (await desk.call(createPaymentLink, { token, body: { amount_usd } })).ok
const list = async <E extends Endpoint>(endpoint: E, query: QueryOf<E>, wanted: number) => {
  const found = (await desk.call(endpoint, { token, query })).ok as Payment[]
  assert.equal(found.length, wanted)
}
async function download(path: string, rows: number): Promise<void> {
  const answer = await fetch(`${desk.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  const lines = (await answer.text()).split('\r\n').filter(Boolean)
  assert.equal(lines.length - 1, rows)
}

/** Writes payments in the states that the watcher and their owner leave. */
async function fill(first: Payment): Promise<void> {
  const { db } = desk.database
  const [{ userId } = { userId: 0 }] = await db.select({ userId: payments.userId }).from(payments).limit(1)
  const key = () => getAddressDecoder().decode(randomBytes(32))
  const now = Date.now()
  const statuses = ['pending', 'paid', 'approved'] as const
  const wallet = { walletId: first.wallet.id, walletName: first.wallet.name, walletAddress: key() }
  const rows = Array.from({ length: PAYMENTS - 1 }, (_, i) => {
    const status = statuses[i % 3] ?? 'pending'
    const at = new Date(now - i * 60_000)
    const usd = BigInt((i % 1_000) + 1) * 1_000_000n
    const received =
      status === 'pending'
        ? {}
        : {
            creditedUsd: usd,
            inTimeUsd: usd,
            receivedLamports: usd * 5n,
            pricedLamports: usd * 5n,
            received: true,
            paidAt: at,
          }
    const approved =
      status === 'approved'
        ? { approvedAt: at, amountSol: usd * 5n, exchangeRate: 200n * 10n ** 12n, plannedAt: at }
        : {}
    return {
      ...wallet,
      userId,
      reference: key(),
      amountUsd: usd,
      status,
      tolerance: 0,
      payerEmail: `customer${i}@example.com`,
      payerName: `Customer ${i}`,
      createdAt: at,
      expiresAt: new Date(now + DAY_MS),
      ...received,
      ...approved,
    }
  })
  for (const chunk of toChunks(rows, 500)) {
    const written = await db.insert(payments).values(chunk).returning()
    const paid = written.filter(({ received }) => received)
    await db.insert(paymentReceipts).values(
      paid.map((p) => ({
        paymentId: p.id,
        recipient: wallet.walletAddress,
        state: 'final' as const,
        mint: SOL_MINT,
        signature: getBase58Decoder().decode(randomBytes(64)),
        amount: p.receivedLamports,
        decimals: 9,
        creditedUsd: p.creditedUsd,
        rate: 200n * 10n ** 12n,
        from: key(),
        slot: 1n,
        at: p.createdAt,
      })),
    )
    await db.insert(paymentLines).values(
      paid
        .filter(({ status }) => status === 'approved')
        .flatMap((p) =>
          [0, 1].map((position) => ({
            paymentId: p.id,
            position,
            walletId: first.wallet.id ?? 0,
            walletName: `Wallet ${position}`,
            walletAddress: key(),
            amount: p.receivedLamports / 2n,
          })),
        ),
    )
  }
}

test(`${PAYMENTS} payments are listed, found, filtered and exported within their limits`, async () => {
  await fill(await create(1))
  const of = (status: number) => Math.ceil((PAYMENTS - 1 - status) / 3)
  const approved = of(2)
  const open = PAYMENTS - approved
  const { id: last } = await create(2)
  report('to make a link', await typical(() => create(3)), LIMITS.create)
  const made = REPEATS + 1
  report(
    `the newest ${PAGE}`,
    await typical(() => list(listPendingPayments, { limit: PAGE }, PAGE)),
    LIMITS.page,
  )
  const early = { limit: PAGE, before: last - PAYMENTS + 2 * PAGE }
  report(`an early ${PAGE}`, await typical(() => list(listPendingPayments, early, PAGE)), LIMITS.page)
  report(
    'the newest 1,000',
    await typical(() => list(listPendingPayments, {}, Math.min(1_000, open + made))),
    LIMITS.whole,
  )
  const search = 'customer300@'
  report(
    'one by an e-mail address',
    await typical(() => list(listPendingPayments, { search }, 1)),
    LIMITS.search,
  )
  const attention = { state: 'attention' as const, limit: PAGE }
  report(
    'those that need attention',
    await typical(() => list(listPendingPayments, attention, 0)),
    LIMITS.page,
  )
  report(
    `the last ${PAGE} approved`,
    await typical(() => list(listApprovedPayments, { limit: PAGE }, PAGE)),
    LIMITS.page,
  )
  const completed = { distribution: 'completed' as const, limit: PAGE }
  report(
    'approved ones that are distributed',
    await typical(() => list(listApprovedPayments, completed, 0)),
    LIMITS.search,
  )
  const began = performance.now()
  await download(exportPayments.path, PAYMENTS + made)
  report('export of all payments', performance.now() - began, LIMITS.export)
  const then = performance.now()
  await download(exportDistributions.path, 2 * approved)
  report('export of all lines', performance.now() - then, LIMITS.export)
  assert.deepEqual(over, [])
})
