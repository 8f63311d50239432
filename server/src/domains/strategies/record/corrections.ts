/**
 * Keeps the books consistent with the chain after an order was booked: a fork may drop a filled order, and one that was
 * given up may land late. The order's row has the booked outcome, its operation the actual one; if they differ the
 * books are corrected in the transaction that rewrites the row, so each correction happens once, whichever process
 * makes it.
 */
import type { Bus } from '../../../kernel/bus.ts'
import { isFault } from '../../../kernel/fault.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import { isLive, type LogRow, toLog, type OrderRow, toOrigin, type StrategyRow } from '../rows.ts'
import { toLeg } from '../runner/outcome.ts'
import type { Saver } from '../runner/saver.ts'
import { compile } from '../engine/compile.ts'
import { correctedLine } from '../engine/correct.ts'
import { type CorrectionParts, computeCorrection, differs } from './correction.ts'
import * as store from './corrections.store.ts'
import { insertLogs } from './lines.store.ts'
import { notificationEvents, type Reporter } from './notification-events.ts'
import { markFinal } from './fill-buckets.store.ts'

export type CorrectionsParts = CorrectionParts & {
  bus: Bus
  log: Log
  owner: string
  saver: Saver
  reporter: Reporter
  publish: (logs: LogRow[]) => void
}
/** Corrects an order of a strategy that this process runs. */
type CorrectLive = (id: string, seq: number) => Promise<void>

export type Corrections = ReturnType<typeof createCorrections>

const EVERY_MS = 2_000
const PORTION = 500
/** Another process has corrected it since it was read. */
class Overtaken extends Error {}

export function createCorrections(parts: CorrectionsParts) {
  const { clock, log } = parts
  return {
    of: (row: StrategyRow, run: number, seq: number) => computeCorrection(parts, row, run, seq),

    /** Runs until the signal aborts. */
    async run(live: CorrectLive, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await clock.sleep(EVERY_MS, signal)
        if (signal.aborted) return
        await sweep(parts, live).catch((error: unknown) =>
          log.warn(describe(error), 'booked orders could not be checked again'),
        )
      }
    },
  }
}

/** Checks all booked orders that are not final, once. */
async function sweep(parts: CorrectionsParts, live: CorrectLive): Promise<void> {
  const { db, owner, transfers } = parts
  let after: OrderRow | undefined
  do {
    const orders: OrderRow[] = await store.listNotFinal(db, { owner, after, limit: PORTION })
    const outcomes = await transfers.lookups.listOutcomes(orders.map(toOrigin))
    const final: OrderRow[] = []
    const wrong = new Map<string, OrderRow>()
    for (const order of orders) {
      const outcome = outcomes.get(toOrigin(order))
      // Without an operation nothing was ever signed.
      if (outcome && !outcome.isOpen && differs(order, toLeg(order, outcome)))
        wrong.set(`${order.strategyId}:${order.run}:${order.seq}`, order)
      else if (!outcome || outcome.isFinal) final.push(order)
    }
    await markFinal(db, final)
    for (const order of wrong.values()) await correct(parts, order, live)
    after = orders.length < PORTION ? undefined : orders.at(-1)
  } while (after)
}

async function correct(
  parts: CorrectionsParts,
  { strategyId, run, seq }: OrderRow,
  live: CorrectLive,
): Promise<void> {
  try {
    const row = await store.findAny(parts.db, strategyId)
    if (!row) return
    if (row.run !== run) await correctFormer(parts, row, run, seq)
    else if (isLive(row.status)) await live(strategyId, seq)
    else await correctEnded(parts, row, seq)
  } catch (error) {
    // The next sweep tries again: the chain or the market may be unavailable, or another process was first.
    const waits = error instanceof Overtaken || (isFault(error) && error.status >= 500)
    if (!waits)
      parts.log.error({ strategy: strategyId, ...describe(error) }, 'an order could not be corrected')
  }
}

/** Corrects the last run of an ended strategy, together with its state. */
async function correctEnded(parts: CorrectionsParts, row: StrategyRow, seq: number): Promise<void> {
  const found = await computeCorrection(parts, row, row.run, seq)
  if (!found) return
  const compiled = compile(row.plan)
  const { state, lines } = compiled.step({ ...compiled.begin(), ...row.state }, found.event)
  const { status, reason } = row
  const saved = await parts.saver.save({
    row,
    state,
    status,
    reason,
    figures: found.figures,
    newOrders: [],
    endedOrders: found.changes.map(({ is }) => is),
    lines,
    steps: [{ event: found.event, at: new Date(parts.clock.now()), gapMs: 0, heldSince: null }],
  })
  const { userId, agentId } = row
  if (saved) parts.bus.publish('strategy.changed', { userId, agentId, strategyId: row.id, status })
}

/** Corrects a run before the present one: only its orders are stored. */
async function correctFormer(
  parts: CorrectionsParts,
  row: StrategyRow,
  run: number,
  seq: number,
): Promise<void> {
  const found = await computeCorrection(parts, row, run, seq)
  if (!found) return
  const lines = [correctedLine(found.event, { ended: null, run })]
  const written = await parts.db.transaction(async (tx) => {
    if (!(await store.rewriteOrders(tx, found.changes))) throw new Overtaken()
    const logs = await insertLogs(
      tx,
      lines.map((one) => toLog(row, one)),
    )
    const notify = await parts.reporter.report(tx, notificationEvents({ row, state: row.state, lines }))
    return { logs, notify }
  })
  parts.publish(written.logs)
  written.notify()
}
