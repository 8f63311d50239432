/**
 * Keeps the books with the chain after an order was booked: a fork may drop what was filled, and what was given up may
 * land late. The order's row tells what is booked, its operation what is so; where they differ the books are corrected
 * together with the row, so that each correction happens once, whoever makes it and whenever.
 */
import { formatUnits } from '@purser/contract/money.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Transfers } from '../transfers/index.ts'
import * as store from './corrections.store.ts'
import { newsOf, type Reporter } from './news.ts'
import { legBy, originOf } from './orders.ts'
import { refigured, replayBooks, withProfits } from './replay-books.ts'
import type { Saver } from './saver.ts'
import type { Sizing } from './sizing.ts'
import { type Corrected, wordsOfCorrection } from './step-corrected.ts'
import { spendingSide } from './step-order.ts'
import { inText, type Position, units } from './step-position.ts'
import { compile } from './step.ts'
import {
  type Figures,
  insertLogs,
  isLive,
  type LogRow,
  type OrderRow,
  type StrategyRow,
} from './strategies.store.ts'
import type { Watch } from './watch.ts'

export type CorrectionsParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  owner: string
  transfers: Transfers
  sizing: Sizing
  watch: Watch
  saver: Saver
  reporter: Reporter
  said: (logs: LogRow[]) => void
}

/** What is to be kept together; `changes` are the rows of its run that are written anew. */
export type Correction = { event: Corrected; figures: Figures; changes: { was: OrderRow; is: OrderRow }[] }
export type Corrections = ReturnType<typeof createCorrections>

const EVERY_MS = 2_000
const PORTION = 500
/** Of a run that is not the present one nothing is kept but its orders. */
class Overtaken extends Error {}

export function createCorrections(parts: CorrectionsParts) {
  const { db, bus, clock, log, owner, transfers, sizing, watch, saver, reporter } = parts

  /** null: the books of this order agree with the chain, as far as it is known. Figures are those of `row`. */
  async function correctionOf(row: StrategyRow, run: number, seq: number): Promise<Correction | null> {
    const orders = await store.ordersOfRun(db, row.id, run)
    const legs = orders.filter((order) => order.seq === seq && order.status !== 'placed')
    const outcomes = await transfers.outcomesOf(legs.map(originOf))
    const now = clock.now()
    const rewritten = new Map<OrderRow, OrderRow>()
    for (const leg of legs) {
      const outcome = outcomes.get(originOf(leg))
      if (!outcome || outcome.isOpen) continue
      const is = legBy(leg, outcome)
      const isLate = is.status === 'filled' && leg.status !== 'filled'
      if (differs(leg, is)) rewritten.set(leg, isLate ? { ...is, endedAt: new Date(now) } : is)
    }
    const [first] = rewritten.values()
    if (!first) return null
    const { side, isExit } = first
    const { plan } = row
    const { input, output } = await sizing.sides(plan, side)
    const [quote, token] = side === 'buy' ? [input, output] : [output, input]
    const ground = {
      tokenDecimals: token.decimals,
      quoteDecimals: quote.decimals,
      isGrid: plan.strategy_type === 'grid',
      ...(await watch.worth(
        { row, state: { ...compile(plan).begin(), ...row.state } },
        [...rewritten.values()],
        now,
      )),
    }
    const corrected = orders.map((order) => rewritten.get(order) ?? order)
    const [before, after] = [replayBooks(orders, ground), replayBooks(corrected, ground)]
    const final = withProfits(corrected, before, after)
    const changes = orders.flatMap((was, i) => {
      const is = final[i] ?? was
      return is === was ? [] : [{ was, is }]
    })
    const are = corrected.filter((order) => order.seq === seq && order.status === 'filled')
    const isFilled = are.length > 0
    const wasFilled = legs.some(({ status }) => status === 'filled')
    const [gone, came] = [total(are, 'spent'), total(are, 'outAmount')]
    const [spent, received] = [formatUnits(gone, input.decimals), formatUnits(came, output.decimals)]
    const moved = (name: 'held' | 'cost' | 'realised') =>
      inText(units(after.position[name]) - units(before.position[name]))
    const moves = (name: keyof Position & `${string}Usd`) => after.position[name] - before.position[name]
    const spends = spendingSide(plan)
    return {
      changes,
      figures: refigured(row, [...rewritten.keys()], [...rewritten.values()]),
      event: {
        type: 'corrected',
        now,
        seq,
        side,
        isExit,
        filled: isFilled === wasFilled ? 0 : isFilled ? 1 : -1,
        fill: isFilled
          ? {
              spent: `${spent} ${input.symbol}`,
              received: `${received} ${output.symbol}`,
              tokens: side === 'buy' ? received : spent,
              quote: side === 'buy' ? spent : received,
            }
          : null,
        reason: first.error ?? '',
        change: {
          held: moved('held'),
          cost: moved('cost'),
          realised: moved('realised'),
          spent: inText(units(after.spent[spends]) - units(before.spent[spends])),
          costUsd: moves('costUsd'),
          realisedUsd: moves('realisedUsd'),
        },
      },
    }
  }

  /** Of the run that ended last: its state is corrected as well. */
  async function correctEnded(row: StrategyRow, seq: number): Promise<void> {
    const found = await correctionOf(row, row.run, seq)
    if (!found) return
    const compiled = compile(row.plan)
    const { state, lines } = compiled.step({ ...compiled.begin(), ...row.state }, found.event)
    const { status, reason } = row
    const saved = await saver.save({
      row,
      state,
      status,
      reason,
      figures: found.figures,
      newOrders: [],
      endedOrders: found.changes.map(({ is }) => is),
      lines: lines.map(({ message }) => message),
      steps: [{ event: found.event, at: new Date(clock.now()), gapMs: 0, heldSince: null }],
    })
    const { userId, agentId } = row
    if (saved) bus.publish('strategy.changed', { userId, agentId, strategyId: row.id, status })
  }

  /** Of a run before the present one. */
  async function correctFormer(row: StrategyRow, run: number, seq: number): Promise<void> {
    const found = await correctionOf(row, run, seq)
    if (!found) return
    const { userId, agentId, agentExternalId, id: strategyId } = row
    const message = `${wordsOfCorrection(found.event)} It belongs to run ${run}, which has ended.`
    const kept = await db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db
      if (!(await store.rewriteOrders(tx, found.changes))) throw new Overtaken()
      const logs = await insertLogs(tx, [{ userId, agentId, agentExternalId, strategyId, message }])
      const told = await reporter.report(tx, newsOf({ row, state: row.state, lines: [message] }))
      return { logs, told }
    })
    parts.said(kept.logs)
    kept.told()
  }

  /** One look at all that is booked and not final. `live` corrects what this process runs. */
  async function sweep(live: (id: string, seq: number) => Promise<void>): Promise<void> {
    let after: OrderRow | undefined
    do {
      const orders: OrderRow[] = await store.listNotFinal(db, { owner, after, limit: PORTION })
      const outcomes = await transfers.outcomesOf(orders.map(originOf))
      const final: OrderRow[] = []
      const wrong = new Map<string, OrderRow>()
      for (const order of orders) {
        const outcome = outcomes.get(originOf(order))
        // Without an operation nothing was ever signed.
        if (outcome && !outcome.isOpen && differs(order, legBy(order, outcome)))
          wrong.set(`${order.strategyId}:${order.run}:${order.seq}`, order)
        else if (!outcome || outcome.isFinal) final.push(order)
      }
      await store.markFinal(db, final)
      for (const order of wrong.values()) await correct(order, live)
      after = orders.length < PORTION ? undefined : orders.at(-1)
    } while (after)
  }

  async function correct(
    { strategyId, run, seq }: OrderRow,
    live: (id: string, seq: number) => Promise<void>,
  ): Promise<void> {
    try {
      const row = await store.findAny(db, strategyId)
      if (!row) return
      if (row.run !== run) await correctFormer(row, run, seq)
      else if (isLive(row.status)) await live(strategyId, seq)
      else await correctEnded(row, seq)
    } catch (error) {
      // It is looked at again: the chain or the market may be away, or another was first.
      const waits = error instanceof Overtaken || (isFault(error) && error.status >= 500)
      if (!waits) log.error({ strategy: strategyId, ...describe(error) }, 'an order could not be corrected')
    }
  }

  return {
    of: correctionOf,

    /** Until the signal aborts. */
    async run(live: (id: string, seq: number) => Promise<void>, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await clock.sleep(EVERY_MS, signal)
        if (signal.aborted) return
        await sweep(live).catch((error: unknown) =>
          log.warn(describe(error), 'booked orders could not be looked at again'),
        )
      }
    },
  }
}

const total = (legs: OrderRow[], what: 'spent' | 'outAmount'): bigint =>
  legs.reduce((sum, leg) => sum + (leg[what] ?? 0n), 0n)

/** Whether it came to something else. Of one that failed as before only what it paid matters. */
const differs = (was: OrderRow, is: OrderRow): boolean =>
  was.status !== is.status ||
  (was.fee ?? 0n) !== (is.fee ?? 0n) ||
  (is.status === 'filled' && (was.outAmount !== is.outAmount || was.spent !== is.spent))
