/** Steps strategies that are due by time or by price. */
import type { Clock } from '../../../kernel/clock.ts'
import { type Entries, type Entry, markSeen, mayAct } from './entry.ts'
import { type ReportDataOutage, reportIfOutage } from './data-outage.ts'
import type { Persist } from './persist.ts'
import type { Enqueue } from './queue.ts'
import type { Watch } from './watch.ts'

type TickParts = {
  clock: Clock
  watch: Watch
  entries: Entries
  enqueue: Enqueue
  persist: Persist
  reportDataOutage: ReportDataOutage
}

/** How often a strategy that waits for a price or a candle is polled. */
const WATCH_MS = 1_000

/** Prices of one round: each mint is requested once. */
type Prices = Map<string, Promise<number | null>>

/**
 * One round over all strategies; returns before their steps are done. The result is when the next one is due by its
 * time: prices are watched at the pace of the rounds, but a timed order must not be late by a round.
 */
export function createTick(parts: TickParts) {
  const { clock, entries, enqueue } = parts
  return (): number => {
    const prices: Prices = new Map()
    const now = clock.now()
    let next = Infinity
    for (const entry of entries.values()) {
      if (entry.queued > 0 || !mayAct(entry)) continue
      const { until, below, above } = entry.compiled.idle(entry.state)
      const isRested = now - entry.polledAt >= WATCH_MS || now < entry.polledAt
      const watchesPrice = below > -Infinity || above < Infinity
      const isDue = until <= now && (isRested || entry.compiled.candles === null)
      if (until > now && !watchesPrice) markSeen(entry, now, now)
      if (until > now && until < next) next = until
      if (!isDue && !(watchesPrice && isRested)) continue
      entry.polledAt = now
      void enqueue(entry, () => poll(parts, entry, now, prices))
    }
    return next
  }
}

async function poll(parts: TickParts, entry: Entry, began: number, prices: Prices): Promise<void> {
  try {
    await evaluate(parts, entry, began, prices)
  } catch (error) {
    await reportIfOutage(parts.reportDataOutage, entry, error, parts.clock.now())
    throw error
  }
}

async function evaluate(
  { clock, watch, persist, reportDataOutage }: TickParts,
  entry: Entry,
  began: number,
  prices: Prices,
): Promise<void> {
  const { row } = entry
  if (!mayAct(entry)) return
  const { token_address: mint } = row.plan
  if (!prices.has(mint)) prices.set(mint, watch.price(mint))
  const priceUsd = (await prices.get(mint)) ?? null
  const now = clock.now()
  const idle = entry.compiled.idle(entry.state)
  const isIdle = priceUsd === null || (priceUsd > idle.below && priceUsd < idle.above)
  if (now < idle.until && isIdle) {
    if (entry.blind !== null && entry.blind.to !== 'candles') await reportDataOutage(entry, { to: null, now })
    return markSeen(entry, began, now)
  }
  const { event, isBlind } = await watch.event(entry, now, priceUsd)
  markSeen(entry, entry.seenAt, now)
  // A price that was seen but whose step is not saved was missed.
  if (await persist(entry, event)) entry.seenAt = Math.max(entry.seenAt, began)
  await reportDataOutage(entry, { to: isBlind ? 'candles' : null, now })
}
