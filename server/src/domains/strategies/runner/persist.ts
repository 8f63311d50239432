/**
 * Steps a strategy, saves the changes of the step and only then acts on them. A step that is not saved has not
 * happened.
 */
import type { Db } from '../../../db/client.ts'
import type { Bus } from '../../../kernel/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Heartbeat } from '../../../kernel/heartbeat.ts'
import { endPricesNow } from '../record/end-prices.ts'
import { type Figures, isLive, type OrderRow, type StrategyRow } from '../rows.ts'
import type { StrategyEvent } from '../engine/types.ts'
import { findStrategy } from '../strategies.store.ts'
import { announce } from './announce.ts'
import { drop, dueStep, type Entries, type Entry, ofRun } from './entry.ts'
import { type Executed, sharedProfit } from './outcome.ts'
import { type PlaceParts, placeOrder } from './place.ts'
import { openOrders } from './runner.store.ts'
import type { Saver } from './saver.ts'

export type PersistParts = PlaceParts & {
  db: Db
  bus: Bus
  clock: Clock
  heartbeat: Heartbeat
  saver: Saver
  entries: Entries
  /** Executes orders that are placed and saved. */
  follow(entry: Entry, orders: OrderRow[], isNew?: boolean): void
}
/** Saved with the step: the books after an order, its legs, or orders that a correction rewrites. */
type More = { figures?: Figures; executed?: Executed; rewritten?: OrderRow[] }
/** False: not saved; the entry was read anew. */
export type Persist = (entry: Entry, event: StrategyEvent, more?: More) => Promise<boolean>

export function createPersist(parts: PersistParts) {
  const { db, clock, heartbeat, saver, entries, follow } = parts

  const persist: Persist = async (entry, event, more = {}) => {
    const { row, gapMs, heldSince } = entry
    const made = await step(parts, entry, event)
    const { state, lines, newOrders } = made
    if (state === entry.state && lines.length === 0 && !more.executed) return true
    const status = state.done?.status ?? row.status
    const figures = more.figures ?? row
    const saved = await saver.save({
      row,
      state,
      status,
      reason: state.done?.reason ?? null,
      ...(state.done ? { endPrices: await pricesAtEnd(parts, entry.row, figures) } : {}),
      figures,
      newOrders,
      endedOrders: more.executed
        ? sharedProfit(more.executed, entry.state, made.stepped)
        : (more.rewritten ?? []),
      lines,
      steps: made.events.map((e) => ({ event: e, at: new Date(clock.now()), gapMs, heldSince })),
    })
    if (!saved) {
      entry.heldSince ??= new Date(event.now)
      await refresh(entry)
      return false
    }
    entry.row = { ...row, ...figures, status, state, version: row.version + 1 }
    entry.state = state
    entry.gapMs = 0
    entry.heldSince = null
    if (event.type !== 'tick' && event.type !== 'candles') entry.seenAt = Math.max(entry.seenAt, event.now)
    if (status !== row.status) announce(parts.bus, entry.row)
    if (state.done) drop(entries, entry)
    follow(entry, newOrders, true)
    return true
  }

  /** Brings about the requested status. It may take several steps: a stop may be requested before the start. */
  async function reconcile(entry: Entry): Promise<void> {
    for (let event = dueStep(entry, clock.now()); event && !entry.gone; event = dueStep(entry, clock.now())) {
      const before = entry.row.version
      if (!(await persist(entry, event)) || entry.row.version === before) return
    }
  }

  /** Reads the strategy anew and goes on from there. */
  async function refresh(entry: Entry): Promise<void> {
    const row = await findStrategy(db, entry.row.userId, entry.row.id)
    if (!row || row.owner !== heartbeat.id || row.run !== entry.row.run || !isLive(row.status))
      return drop(entries, entry)
    entry.row = row
    entry.state = { ...entry.compiled.begin(), ...row.state }
    await reconcile(entry)
    // Placed by a step whose commit was not answered: no other process follows it.
    const { pending } = entry.state
    if (pending > 0 && !entry.followed.has(pending) && !entry.gone)
      follow(entry, ofRun(await openOrders(db, entry.row.id), entry.row))
  }

  return { persist, reconcile, refresh }
}

/**
 * The prices for its profit from now on; null if it has bought nothing, or the market does not have all of them now.
 */
async function pricesAtEnd({ sizing, market, clock }: PlaceParts, row: StrategyRow, { boughtBase }: Figures) {
  if (boughtBase === 0n) return null
  const { input: quote, output: token } = await sizing.sides(row.plan, 'buy')
  return endPricesNow(clock, { quote: quote.mint, token: token.mint }, (mint) => market.priceUsd(mint))
}

/** The step, with its orders placed; an order that cannot be placed is answered by another step. */
async function step(parts: PlaceParts, { row, state: before, compiled }: Entry, event: StrategyEvent) {
  const stepped = compiled.step(before, event)
  const events = [event]
  let { state, lines } = stepped
  let newOrders: OrderRow[] = []
  for (const order of stepped.orders) {
    const placed = await placeOrder(parts, {
      row,
      order,
      isExit: state.exiting,
      anyPrice: state.heldBack?.anyPrice === true,
      now: parts.clock.now(),
    })
    if (Array.isArray(placed)) newOrders = newOrders.concat(placed)
    else {
      const refused = compiled.step(state, placed)
      if (refused.orders.length > 0)
        throw new Error('an order that cannot be placed was answered with another')
      events.push(placed)
      state = refused.state
      // An order that is held back was not placed; meanwhile each new decision would report that it was.
      const before = state.heldBack ? lines.filter(({ kind }) => kind !== 'placed') : lines
      lines = [...before, ...refused.lines]
    }
  }
  return { stepped: stepped.state, state, lines, events, newOrders }
}
