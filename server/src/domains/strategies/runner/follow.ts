/** Executes orders in the background, independently of the steps, and books each outcome once. */
import { formatUnits } from '@purser/contract/money.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { OrderRow } from '../rows.ts'
import type { Sizing } from '../sizing/sizing.ts'
import type { StrategyEvent } from '../engine/types.ts'
import { type Entry, isOpen } from './entry.ts'
import { executeOrder, type OrdersParts } from './execute.ts'
import { bookFigures, type Executed, toEvent } from './outcome.ts'
import type { Persist } from './persist.ts'
import type { Enqueue } from './queue.ts'
import type { Watch } from './watch.ts'

type FollowParts = {
  clock: Clock
  log: Log
  sizing: Sizing
  orders: OrdersParts
  signal: AbortSignal
  watch: Watch
  enqueue: Enqueue
  persist: Persist
}

const RETRY_MS = 200
const RETRY_AT_MOST_MS = 5_000

/**
 * Sales that are sent although the user has paused or stopped: those of a limit after a pause, those on stop always.
 */
const isSentAnyway = ({ row, state }: Entry): boolean =>
  state.exiting && (state.exit?.name === 'stop' || row.status === 'paused')

/** Follows each order that is not followed yet. `isNew`: they were just decided and saved. */
export function createFollow(parts: FollowParts) {
  return (entry: Entry, all: OrderRow[], isNew = false): void => {
    for (const [seq, orders] of Map.groupBy(all, (order) => order.seq)) {
      const [first] = orders
      if (!first || entry.followed.has(seq)) continue
      entry.followed.add(seq)
      void followOrder(parts, entry, orders, { ...first, isNew }).catch((error: unknown) => {
        entry.followed.delete(seq)
        parts.log.error({ strategy: entry.row.id, ...describe(error) }, 'an order could not be followed')
      })
    }
  }
}

async function followOrder(
  parts: FollowParts,
  entry: Entry,
  orders: OrderRow[],
  { seq, side, isNew }: OrderRow & { isNew: boolean },
): Promise<void> {
  const executed = await executeOrder(parts.orders, entry.row, orders, {
    nothingNew: () => entry.row.status !== 'active' && !isSentAnyway(entry),
    doubted: doubtOnce(parts, entry, orders, seq),
    halts: entry.halts,
    isNew,
  })
  if (executed && (await bookOnce(parts, entry, executed, { seq, side }))) entry.followed.delete(seq)
}

/** Persists the doubt once. If that fails the next call tries again. */
function doubtOnce(
  { enqueue, persist, ...parts }: FollowParts,
  entry: Entry,
  orders: OrderRow[],
  seq: number,
) {
  let isDoubted = false
  return () => {
    if (isDoubted) return
    isDoubted = true
    void enqueue(
      entry,
      async () => {
        if (entry.state.pending === seq) await persist(entry, await createDoubt(parts, entry, orders))
      },
      () => void (isDoubted = false),
    )
  }
}

async function createDoubt(
  { clock, sizing }: Pick<FollowParts, 'clock' | 'sizing'>,
  entry: Entry,
  orders: OrderRow[],
): Promise<StrategyEvent> {
  const [{ seq, side }] = orders as [OrderRow]
  const { input } = await sizing.sides(entry.row.plan, side)
  const spends = orders.reduce((sum, { inAmount }) => sum + inAmount, 0n)
  return { type: 'doubted', now: clock.now(), seq, spends: formatUnits(spends, input.decimals) }
}

/** Retries until it is booked: a finished order that is not booked must not be forgotten. False: it was given up. */
async function bookOnce(
  parts: FollowParts,
  entry: Entry,
  executed: Executed,
  { seq, side }: Pick<OrderRow, 'seq' | 'side'>,
): Promise<boolean> {
  const { clock, log, enqueue, signal } = parts
  let [wait, isLogged] = [RETRY_MS, false]
  while (!entry.gone && !signal.aborted) {
    let isBooked = false
    await enqueue(
      entry,
      async () => {
        // If the commit was not answered it may be booked already: never twice.
        isBooked = !isOpen(entry, seq) || (await book(parts, entry, executed, side))
      },
      (error) => {
        if (!isLogged)
          log.error(
            { strategy: entry.row.id, ...describe(error) },
            'the outcome of an order could not be booked and is retried',
          )
        isLogged = true
      },
    )
    if (isBooked) return true
    await clock.sleep(wait, signal)
    wait = Math.min(2 * wait, RETRY_AT_MOST_MS)
  }
  return false
}

async function book(
  { clock, sizing, watch, persist }: FollowParts,
  entry: Entry,
  executed: Executed,
  side: OrderRow['side'],
): Promise<boolean> {
  const { input, output } = await sizing.sides(entry.row.plan, side)
  const worth = await watch.worth(entry, executed.legs, clock.now())
  const event = toEvent(executed, side, input, output, worth)
  const [quote, token] = side === 'buy' ? [input, output] : [output, input]
  const decimals = { quote: quote.decimals, token: token.decimals }
  return persist(entry, event, { figures: bookFigures(entry.row, side, executed, decimals), executed })
}
