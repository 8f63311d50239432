/** Follows an order to its end beside the steps, and has what came of it kept once. */
import { formatUnits } from '@purser/contract/money.ts'
import { type Clock, pause } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import { book, type Carried, carryOut, eventOf, type OrdersParts } from './orders.ts'
import { type Entry, isUnderWay } from './runner-entry.ts'
import type { Sizing } from './sizing.ts'
import type { StrategyEvent } from './step.ts'
import type { Figures, OrderRow } from './strategies.store.ts'
import type { Watch } from './watch.ts'

type CarryParts = {
  clock: Clock
  log: Log
  sizing: Sizing
  orders: OrdersParts
  signal: AbortSignal
  watch: Watch
  /** One thing at a time for each strategy. */
  enqueue(entry: Entry, work: () => Promise<void>, failed: (error: unknown) => void): Promise<void>
  /** False: not kept, and the entry was read anew. */
  keep(entry: Entry, event: StrategyEvent, more?: { figures: Figures; carried: Carried }): Promise<boolean>
}

const AGAIN_MS = 200
const AGAIN_AT_MOST_MS = 5_000

/** What was not sent yet is not sent any more once the user has paused or stopped. A limit's sale is after a pause, the sale on stop always. */
const goesOut = ({ row, state }: Entry): boolean =>
  state.exiting && (state.exit?.name === 'stop' || row.status === 'paused')

export function createCarry(parts: CarryParts) {
  const { clock, log, sizing, signal, watch, enqueue, keep } = parts

  async function follow(entry: Entry, orders: OrderRow[], { seq, side }: OrderRow): Promise<void> {
    const nothingNew = () => entry.row.status !== 'active' && !goesOut(entry)
    let isDoubted = false
    // Once: what cannot be kept of it is told again only with the outcome.
    const doubted = () => {
      if (isDoubted) return
      isDoubted = true
      void enqueue(
        entry,
        async () => {
          if (entry.state.pending === seq) await keep(entry, await doubtOf(entry, orders))
        },
        () => void (isDoubted = false),
      )
    }
    const carried = await carryOut(parts.orders, entry.row, orders, { nothingNew, doubted })
    let kept = carried === null
    // Until it is kept: an order that is done but not booked must not be forgotten.
    let [wait, isTold] = [AGAIN_MS, false]
    while (carried && !kept && !entry.gone && !signal.aborted) {
      await enqueue(
        entry,
        async () => {
          // It was kept, but the answer was lost: once more would book it twice.
          kept = !isUnderWay(entry, seq)
          if (!kept) kept = await keepIt(entry, carried, side)
        },
        (error) => {
          if (!isTold)
            log.error(
              { strategy: entry.row.id, ...describe(error) },
              'what came of an order could not be kept and is tried again',
            )
          isTold = true
        },
      )
      if (kept) entry.carried.delete(seq)
      if (kept) return
      await pause(wait, signal)
      wait = Math.min(2 * wait, AGAIN_AT_MOST_MS)
    }
  }

  async function doubtOf(entry: Entry, orders: OrderRow[]): Promise<StrategyEvent> {
    const [{ seq, side }] = orders as [OrderRow]
    const { input } = await sizing.sides(entry.row.plan, side)
    const spends = orders.reduce((sum, { inAmount }) => sum + inAmount, 0n)
    return { type: 'doubted', now: clock.now(), seq, spends: formatUnits(spends, input.decimals) }
  }

  async function keepIt(entry: Entry, carried: Carried, side: OrderRow['side']): Promise<boolean> {
    const { input, output } = await sizing.sides(entry.row.plan, side)
    const event = eventOf(carried, side, input, output, await watch.worth(entry, carried.legs, clock.now()))
    return keep(entry, event, { figures: book(entry.row, side, carried), carried })
  }

  /** In the background, so that pausing and stopping are heard meanwhile. Nothing for what is followed already. */
  return function carry(entry: Entry, all: OrderRow[]): void {
    for (const [seq, orders] of Map.groupBy(all, (order) => order.seq)) {
      const [first] = orders
      if (!first || entry.carried.has(seq)) continue
      entry.carried.add(seq)
      void follow(entry, orders, first).catch((error: unknown) => {
        entry.carried.delete(seq)
        log.error({ strategy: entry.row.id, ...describe(error) }, 'an order could not be followed')
      })
    }
  }
}
