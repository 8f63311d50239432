// On PostgreSQL as well.
/** A transaction that is listed and that no endpoint can read holds nothing up for ever, and its payment is not lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Signature } from '@solana/kit'
import { eq, sql } from 'drizzle-orm'
import { Fault } from '../../../kernel/fault.ts'
import { createLog } from '../../../kernel/log.ts'
import type { Chain, ChainNode } from '../../../ports/chain.ts'
import type { Execution } from '../../../ports/chain-data.ts'
import { startTestDesk } from '../../../test/harness.ts'
import { createOwner } from '../../../test/paid-links.ts'
import { saveScan, type WatchedRow } from './watched.store.ts'
import { paymentWallets } from '../payments.tables.ts'
import { createScan } from './scan.ts'

// Its own watcher finds nothing: the scans here are the test's.
const desk = await startTestDesk({ network: 'none' })
const { db } = desk.database
const MINUTE = 60_000
const HOUR = 3_600_000
const PAYER = 'PayerPayerPayerPayerPayerPayerPayer111111111' as Address

/** A link whose payment is listed, and read as `answers` says. */
async function listed() {
  const { make, read } = await createOwner(desk)
  const { id, reference_id: reference, wallet } = await make(10)
  const recipient = wallet.address as Address
  const signature = `${id}`.padStart(87, '5') as Signature
  const execution = {
    slot: 5n,
    err: null,
    fee: 5_000n,
    logs: [],
    tokens: [],
    lamports: [
      { address: PAYER, before: 10_000_000n, after: 4_995_000n },
      { address: recipient, before: 0n, after: 5_000_000n },
      { address: reference, before: 0n, after: 0n },
    ],
  } as unknown as Execution
  const steer = { answer: 'lacking' as 'lacking' | 'away' | 'there', now: 0 }
  const node = {
    keepsHistory: async () => true,
    lookUp: async (signatures: string[]) => ({ slot: 1n, states: signatures.map(() => ({ slot: 5n })) }),
    blockHeight: async () => ({ height: 10_000n, slot: 10_000n }),
    listSignatures: async (_: Address, { until }: { until?: Signature } = {}) =>
      until === signature ? [] : [{ signature, slot: 5n, err: null, memo: null, blockTime: 1_700_000_000 }],
  } as unknown as ChainNode
  const chain = {
    nodes: [node],
    tokenMint: async () => null,
    async execution() {
      if (steer.answer === 'away') throw new Fault('chain_away')
      return steer.answer === 'there' ? execution : null
    },
  } as unknown as Chain
  const clock = { ...desk.clock, monotonic: () => steer.now }
  const scanner = () =>
    createScan({
      db,
      chain,
      clock,
      log: createLog('silent'),
      events: { add: async () => undefined },
      transfers: { signatures: { listTypes: async () => new Map() } },
    })
  const state = { scan: scanner() }
  async function scanOnce() {
    const [row] = await db.select().from(paymentWallets).where(eq(paymentWallets.address, recipient))
    const done = await state.scan(row as WatchedRow)
    await saveScan(db, recipient, done.position, { openSeconds: 600, idleSeconds: 600 })
    return done
  }
  async function scans(count: number, apartMs: number) {
    let last = await scanOnce()
    for (let i = 1; i < count; i++) {
      steer.now += apartMs
      last = await scanOnce()
    }
    return last
  }
  const receipts = async () => (await read(id)).receipts
  return { recipient, signature, steer, scanOnce, scans, receipts, restart: () => (state.scan = scanner()) }
}

void test('what all endpoints lack is set aside after ten minutes, and counts once one has it', async () => {
  const { recipient, signature, steer, scanOnce, scans, receipts, restart } = await listed()
  const early = await scans(9, MINUTE)
  assert.deepEqual([early.completeSince, early.position.cursor, early.rest], [null, null, 'unreadable'])
  steer.now += 3 * MINUTE
  const late = await scanOnce()
  assert.ok(late.completeSince)
  assert.deepEqual([late.position.cursor, late.rest], [signature, null])
  // It is not tried at each scan, and a start begins no new ten minutes.
  steer.answer = 'there'
  assert.equal((await scanOnce()).found, false)
  restart()
  await db.execute(sql`update payment_wallets set cursor = null where address = ${recipient}`)
  assert.ok((await scanOnce()).completeSince)
  assert.deepEqual(await receipts(), [])
  await db.execute(sql`update payment_unread set next_at = now() where recipient = ${recipient}`)
  assert.equal((await scanOnce()).found, true)
  const [receipt, ...others] = await receipts()
  assert.deepEqual([receipt?.signature, receipt?.amount, receipt?.mint, others], [signature, 0.005, null, []])
  assert.equal((await scanOnce()).found, false)
  const { rows } = (await db.execute(sql`select 1 from payment_unread where recipient = ${recipient}`)) as {
    rows: unknown[]
  }
  assert.deepEqual(rows, [])
})

void test('what endpoints do not answer for is an outage for a day, and a moment of it proves nothing', async () => {
  const { steer, scanOnce, scans } = await listed()
  steer.answer = 'away'
  assert.equal((await scans(20, HOUR)).completeSince, null)
  steer.answer = 'lacking'
  assert.equal((await scanOnce()).completeSince, null)
  steer.answer = 'away'
  steer.now += 6 * HOUR
  assert.ok((await scanOnce()).completeSince)
})

void test('one that is not final, or is seen seldom, is waited for', async () => {
  const { steer, scanOnce } = await listed()
  assert.equal((await scanOnce()).completeSince, null)
  steer.now += 11 * MINUTE
  assert.equal((await scanOnce()).completeSince, null)
})
