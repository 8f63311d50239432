/**
 * Runs strategies: takes up those that nobody runs, steps them as time goes on, keeps what each step changed before
 * anything is sent, and never runs one twice at once (every write is conditional on owning it).
 */
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import type { Market } from '../../ports/market.ts'
import type { Corrections } from './corrections.ts'
import { type Carried, type OrdersParts, sharedProfit } from './orders.ts'
import { placeOrder } from './place.ts'
import type { Saver } from './saver.ts'
import type { Sizing } from './sizing.ts'
import type { StrategyEvent } from './step.ts'
import { createCarry } from './runner-carry.ts'
import { due, type Entry, entryOf, mayAct, noticed } from './runner-entry.ts'
import { beat, leave, takeUp } from './steps.store.ts'
import * as store from './strategies.store.ts'
import type { Watch } from './watch.ts'

export type RunnerParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  heartbeat: Heartbeat
  market: Market
  sizing: Sizing
  saver: Saver
  watch: Watch
  corrections: Corrections
  orders: OrdersParts
  signal: AbortSignal
}

export type Runner = {
  /** Takes up what is orphaned, and looks at once for what is wanted of this strategy. */
  wake(id?: string): Promise<void>
  /** Corrects the books of an order that came to something else, where this process runs its strategy. */
  correct(id: string, seq: number): Promise<void>
  /** Ends when nothing of ours is under way; orders in flight are left to the next process. */
  settled(): Promise<void>
}

const TICK_MS = 200
const LOOK_MS = 1_000
/** How often a strategy that waits for a price, or for a candle, looks for it. */
const WATCH_MS = 1_000

export function createRunner(parts: RunnerParts): Runner {
  const { db, bus, clock, log, heartbeat, watch, saver, corrections, signal } = parts
  const entries = new Map<string, Entry>()
  const carry = createCarry({ ...parts, enqueue, keep })

  /** One thing at a time for each strategy. */
  function enqueue(
    entry: Entry,
    work: () => Promise<void>,
    failed = (error: unknown): void => {
      if (!isFault(error) || error.status < 500)
        log.error({ strategy: entry.row.id, ...describe(error) }, 'a step failed and is tried again')
    },
  ): Promise<void> {
    entry.queued++
    entry.busy = entry.busy
      .then(() => (entry.gone || signal.aborted ? undefined : work()))
      .catch(failed)
      .finally(() => void entry.queued--)
    return entry.busy
  }

  /** Keeps what the step changed, then acts on it. What cannot be kept has not happened. */
  async function keep(
    entry: Entry,
    event: StrategyEvent,
    more: { figures?: store.Figures; carried?: Carried; rewritten?: store.OrderRow[] } = {},
  ): Promise<boolean> {
    const { row, gapMs, heldSince } = entry
    const stepped = entry.compiled.step(entry.state, event)
    const events = [event]
    let { state, lines } = stepped
    let newOrders: store.OrderRow[] = []
    for (const order of stepped.orders) {
      const placed = await placeOrder(parts, {
        row: entry.row,
        order,
        isExit: state.exiting,
        now: clock.now(),
      })
      if (Array.isArray(placed)) newOrders = newOrders.concat(placed)
      else {
        const refused = entry.compiled.step(state, placed)
        if (refused.orders.length > 0)
          throw new Error('an order that cannot be placed was answered with another')
        events.push(placed)
        state = refused.state
        lines = [...lines, ...refused.lines]
      }
    }
    if (state === entry.state && lines.length === 0 && !more.carried) return true
    const status = state.done?.status ?? row.status
    const figures = more.figures ?? row
    const save = {
      row,
      state,
      status,
      reason: state.done?.reason ?? null,
      figures,
      newOrders,
      endedOrders: more.carried
        ? sharedProfit(more.carried, entry.state, stepped.state)
        : (more.rewritten ?? []),
      lines: lines.map((l) => l.message),
      steps: events.map((e) => ({ event: e, at: new Date(clock.now()), gapMs, heldSince })),
    }
    if (!(await saver.save(save))) {
      entry.heldSince ??= new Date(event.now)
      await refresh(entry)
      return false
    }
    entry.row = { ...row, ...figures, status, state, version: row.version + 1 }
    entry.state = state
    entry.gapMs = 0
    entry.heldSince = null
    if (event.type !== 'tick' && event.type !== 'candles') entry.seenAt = Math.max(entry.seenAt, event.now)
    if (status !== row.status) announce(entry.row)
    if (state.done) drop(entry)
    carry(entry, newOrders)
    return true
  }

  /** Started first where it was not yet: a wish may come before the first step. */
  async function reconcile(entry: Entry): Promise<void> {
    for (let event = due(entry, clock.now()); event && !entry.gone; event = due(entry, clock.now())) {
      const before = entry.row.version
      if (!(await keep(entry, event)) || entry.row.version === before) return
    }
  }

  async function refresh(entry: Entry): Promise<void> {
    const row = await store.findStrategy(db, entry.row.userId, entry.row.id)
    if (!row || row.owner !== heartbeat.id || row.run !== entry.row.run || !store.isLive(row.status))
      return drop(entry)
    entry.row = row
    entry.state = { ...entry.compiled.begin(), ...row.state }
    await reconcile(entry)
    // Placed by a step whose answer was lost: nobody else carries it.
    const { pending } = entry.state
    if (pending > 0 && !entry.carried.has(pending) && !entry.gone) carry(entry, await openOrders(entry.row))
  }

  const openOrders = async ({ id, run }: store.StrategyRow) =>
    (await store.openOrders(db, id)).filter((order) => order.run === run)

  function drop(entry: Entry): void {
    entry.gone = true
    if (entries.get(entry.row.id) === entry) entries.delete(entry.row.id)
  }

  function announce(row: store.StrategyRow): void {
    bus.publish('strategy.changed', {
      userId: row.userId,
      agentId: row.agentId,
      strategyId: row.id,
      status: row.status,
    })
  }

  /** A row that was adopted just now takes the place of whatever was thought of it before. */
  async function take(row: store.StrategyRow, adopted: boolean, heldSince: Date | null): Promise<void> {
    const open = await openOrders(row)
    const former = entries.get(row.id)
    if (former && former.row.run === row.run && !former.gone) {
      if (!adopted) return
      drop(former)
    }
    const entry = entryOf(row, clock.now(), heldSince)
    entries.set(row.id, entry)
    await enqueue(entry, async () => {
      const { state } = entry
      const goesOn = state.startedAt !== null && row.status === 'active' && !state.paused
      if (goesOn) await keep(entry, { type: 'resumed', now: clock.now() })
      await reconcile(entry)
    })
    if (!entry.gone) carry(entry, open)
  }

  async function tick(
    entry: Entry,
    began: number,
    prices: Map<string, Promise<number | null>>,
  ): Promise<void> {
    const { row } = entry
    if (!mayAct(entry)) return
    const { token_address: mint } = row.plan
    if (!prices.has(mint)) prices.set(mint, watch.price(mint))
    const priceUsd = (await prices.get(mint)) ?? null
    const now = clock.now()
    const idle = entry.compiled.idle(entry.state)
    const isIdle = priceUsd === null || (priceUsd > idle.below && priceUsd < idle.above)
    if (now < idle.until && isIdle) return noticed(entry, began, now)
    const event = await watch.event(entry, now, priceUsd)
    noticed(entry, entry.seenAt, now)
    // What was seen but could not be kept was missed.
    if (await keep(entry, event)) entry.seenAt = Math.max(entry.seenAt, began)
  }

  function tickAll(): void {
    const prices = new Map<string, Promise<number | null>>()
    const now = clock.now()
    for (const entry of entries.values()) {
      if (entry.queued > 0 || !mayAct(entry)) continue
      const { until, below, above } = entry.compiled.idle(entry.state)
      const rested = now - entry.lookedAt >= WATCH_MS || now < entry.lookedAt
      const watches = below > -Infinity || above < Infinity
      const isDue = until <= now && (rested || entry.compiled.candles === null)
      if (until > now && !watches) noticed(entry, now, now)
      if (!isDue && !(watches && rested)) continue
      entry.lookedAt = now
      void enqueue(entry, () => tick(entry, now, prices))
    }
  }

  let looked: Promise<void> = Promise.resolve()
  let looks = 0
  /** One after the other: two at once would take one strategy up twice. */
  const look = (): Promise<void> => {
    looks++
    looked = looked
      .catch(() => undefined)
      .then(lookOnce)
      .finally(() => void looks--)
    return looked
  }

  async function lookOnce(): Promise<void> {
    if (signal.aborted) return
    const failed: unknown[] = []
    const now = new Date(clock.now())
    const taking = (row: store.StrategyRow, adopted: boolean, heldSince: Date | null) =>
      take(row, adopted, heldSince).catch((error: unknown) => void failed.push(error))
    for (const { row, heldSince } of await takeUp(db, heartbeat)) await taking(row, true, heldSince)
    if (entries.size > 0) await beat(db, heartbeat.id, now)
    const wanted = await store.wanted(db, heartbeat.id)
    for (const entry of entries.values()) {
      const differs = wanted.get(entry.row.id) !== entry.row.status || due(entry, clock.now()) !== null
      if (differs && entry.queued === 0) void enqueue(entry, () => refresh(entry))
    }
    // Ours by name, but not taken: the answer of the database was lost, or reading it failed.
    for (const id of wanted.keys()) {
      const row = entries.has(id) ? undefined : await store.findOwned(db, heartbeat.id, id)
      if (row) await taking(row, false, null)
    }
    if (failed.length > 0) throw failed[0]
  }

  const quietly = (work: Promise<void>, what: string) =>
    void work.catch((error: unknown) => log.warn(describe(error), what))
  const ticking = setInterval(tickAll, TICK_MS)
  const looking = setInterval(() => {
    if (looks === 0) quietly(look(), 'strategies could not be looked after')
  }, LOOK_MS)
  signal.addEventListener('abort', () => {
    clearInterval(ticking)
    clearInterval(looking)
  })

  return {
    async wake(id) {
      const entry = id === undefined ? undefined : entries.get(id)
      if (entry) return enqueue(entry, () => refresh(entry))
      await look()
    },
    async correct(id, seq) {
      const entry = entries.get(id)
      if (!entry) return
      await enqueue(entry, async () => {
        const found = await corrections.of(entry.row, entry.row.run, seq)
        if (!found) return
        const { event, figures, changes } = found
        await keep(entry, event, { figures, rewritten: changes.map(({ is }) => is) })
      })
    },
    async settled() {
      await looked.catch(() => undefined)
      await Promise.allSettled([...entries.values()].map((entry) => entry.busy))
      const left = [...entries.values()]
        .filter(mayAct)
        .map(({ row, seenAt }) => ({ id: row.id, heldSince: new Date(seenAt) }))
      await leave(db, heartbeat.id, left).catch((error: unknown) =>
        log.warn(describe(error), 'what was missed could not be left behind'),
      )
    },
  }
}
