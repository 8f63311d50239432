/**
 * Runs strategies: takes up those that nobody runs, steps them as time goes on, keeps what each step changed before
 * anything is sent, and never runs one twice at once (every write is conditional on owning it).
 */
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import { type Clock, pause } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Presence } from '../../kernel/presence.ts'
import type { Market } from '../../ports/market.ts'
import { book, carryOut, eventOf, type OrdersParts } from './orders.ts'
import type { Saver } from './saver.ts'
import type { Sizing } from './sizing.ts'
import {
  type CompiledStrategy,
  compile,
  type Order,
  type Stepped,
  type StrategyEvent,
  type StrategyState,
} from './step.ts'
import * as store from './strategies.store.ts'

export type RunnerParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  presence: Presence
  market: Market
  sizing: Sizing
  saver: Saver
  orders: OrdersParts
  signal: AbortSignal
}

export type Runner = {
  /** Takes up what is orphaned, and looks at once for what is wanted of this strategy. */
  wake(id?: string): Promise<void>
  /** Ends when nothing of ours is under way; orders in flight are left to the next process. */
  settled(): Promise<void>
}

const TICK_MS = 200
const LOOK_MS = 1_000

type Entry = {
  row: store.StrategyRow
  state: StrategyState
  compiled: CompiledStrategy
  busy: Promise<void>
  queued: number
  gone: boolean
}

export function createRunner(parts: RunnerParts): Runner {
  const { db, bus, clock, log, presence, market, sizing, saver, signal } = parts
  const entries = new Map<string, Entry>()

  /** One thing at a time for each strategy. */
  function enqueue(entry: Entry, work: () => Promise<void>): Promise<void> {
    entry.queued++
    entry.busy = entry.busy
      .then(() => (entry.gone || signal.aborted ? undefined : work()))
      .catch((error: unknown) => {
        if (!isFault(error) || error.status < 500)
          log.error({ strategy: entry.row.id, ...describe(error) }, 'a step failed and is tried again')
      })
      .finally(() => void entry.queued--)
    return entry.busy
  }

  /** Keeps what the step changed, then acts on it. What cannot be kept has not happened. */
  async function keep(
    entry: Entry,
    stepped: Stepped,
    more: Partial<Pick<store.Save, 'figures' | 'endedOrders'>> = {},
  ): Promise<boolean> {
    const { row } = entry
    let { state, lines } = stepped
    let newOrders: store.OrderRow[] = []
    for (const order of stepped.orders) {
      const placed = await placeOrder(entry, order)
      if (Array.isArray(placed)) newOrders = newOrders.concat(placed)
      else {
        const refused = entry.compiled.step(state, placed)
        if (refused.orders.length > 0)
          throw new Error('an order that cannot be placed was answered with another')
        state = refused.state
        lines = [...lines, ...refused.lines]
      }
    }
    if (state === entry.state && lines.length === 0 && !more.endedOrders) return true
    const status = state.done?.status ?? row.status
    const figures = more.figures ?? row
    const save = {
      row,
      state,
      status,
      reason: state.done?.reason ?? null,
      figures,
      newOrders,
      endedOrders: more.endedOrders ?? [],
      lines: lines.map((l) => l.message),
    }
    if (!(await saver.save(save))) {
      await refresh(entry)
      return false
    }
    entry.row = { ...row, ...figures, status, state }
    entry.state = state
    if (status !== row.status) announce(entry.row)
    if (state.done) drop(entry)
    if (newOrders.length > 0) carry(entry, newOrders)
    return true
  }

  /** The order by wallets, or what the strategy is told when it cannot be placed. Throws while the chain is away. */
  async function placeOrder(entry: Entry, order: Order): Promise<store.OrderRow[] | StrategyEvent> {
    const { row } = entry
    const now = clock.now()
    const { input, output } = await sizing.sides(row.plan, order.side)
    const sized = await sizing.size(row.plan, order.side, order.amount, row.walletAddresses, row.base)
    if ('refused' in sized) return { type: 'failed', now, seq: order.seq, reason: sized.refused, fatal: true }
    if ('short' in sized) {
      const reason = `The wallets can spend ${sizing.inWords(sized.short.has, input)}, the order takes ${sizing.inWords(sized.short.needs, input)}.`
      return { type: 'failed', now, seq: order.seq, reason, fatal: false, outOfFunds: true }
    }
    return sized.legs.map(({ address, amount }) => ({
      strategyId: row.id,
      run: row.run,
      seq: order.seq,
      walletAddress: address,
      side: order.side,
      inputMint: input.mint,
      outputMint: output.mint,
      inAmount: amount,
      status: 'placed' as const,
      outAmount: null,
      error: null,
      at: new Date(now),
    }))
  }

  /** In the background, so that pausing and stopping are heard meanwhile. */
  function carry(entry: Entry, orders: store.OrderRow[], nothingNew: () => boolean = () => false): void {
    const [first] = orders
    if (!first) return
    void carryOut(parts.orders, entry.row, orders, nothingNew)
      .then(async (carried) => {
        if (!carried) return
        const { input, output } = await sizing.sides(entry.row.plan, first.side)
        // Until it is kept: an order that is done but not booked must not be forgotten.
        for (
          let kept = false;
          !kept && !entry.gone && !signal.aborted;
          await pause(kept ? 0 : TICK_MS, signal)
        )
          await enqueue(entry, async () => {
            const event = eventOf(carried, entry.row, first.side, input, output, clock.now())
            kept = await keep(entry, entry.compiled.step(entry.state, event), {
              figures: book(entry.row, first.side, carried),
              endedOrders: carried.legs,
            })
          })
      })
      .catch((error: unknown) =>
        log.error({ strategy: entry.row.id, ...describe(error) }, 'an order could not be followed'),
      )
  }

  /** Makes it what is wanted: pausing, resuming, stopping are steps like any other. */
  async function reconcile(entry: Entry): Promise<void> {
    const { row, state, compiled } = entry
    const now = clock.now()
    const event: StrategyEvent | null =
      row.status === 'stopping' && !state.stopping
        ? { type: 'stopped', now }
        : row.status === 'paused' && !state.paused
          ? { type: 'paused', now }
          : row.status === 'active' && state.paused
            ? { type: 'resumed', now }
            : null
    if (event) await keep(entry, compiled.step(state, event))
  }

  async function refresh(entry: Entry): Promise<void> {
    const row = await store.findStrategy(db, entry.row.userId, entry.row.id)
    if (!row || row.owner !== presence.id || row.run !== entry.row.run || !store.isLive(row.status))
      return drop(entry)
    entry.row = row
    entry.state = row.state
    await reconcile(entry)
  }

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

  async function take(row: store.StrategyRow): Promise<void> {
    const former = entries.get(row.id)
    if (former && former.row.run === row.run && !former.gone) return
    const entry: Entry = {
      row,
      state: row.state,
      compiled: compile(row.plan),
      busy: Promise.resolve(),
      queued: 0,
      gone: false,
    }
    entries.set(row.id, entry)
    const open = await store.openOrders(db, row.id)
    await enqueue(entry, async () => {
      const now = clock.now()
      if (entry.state.startedAt === null)
        await keep(entry, entry.compiled.step(entry.state, { type: 'start', now }))
      else if (row.status === 'active' && !entry.state.paused)
        await keep(entry, entry.compiled.step(entry.state, { type: 'resumed', now }))
      await reconcile(entry)
    })
    const mine = open.filter((o) => o.run === row.run)
    // An order that was written down but never sent is not sent any more once the user has paused or stopped.
    const given = () => entry.row.status !== 'active' && mine[0]?.side === row.plan.trade_direction
    if (mine.length > 0 && !entry.gone) carry(entry, mine, given)
  }

  /** A stopping strategy may still have its sale on stop to do. */
  const mayAct = ({ row, state }: Entry) =>
    state.pending === 0 && (row.status === 'active' || (row.status === 'stopping' && state.stopping))

  async function tick(entry: Entry, prices: Map<string, Promise<number | null>>): Promise<void> {
    const { row } = entry
    if (!mayAct(entry)) return
    const { token_address: mint } = row.plan
    if (!prices.has(mint)) prices.set(mint, priceOf(mint))
    const priceUsd = (await prices.get(mint)) ?? null
    await keep(entry, entry.compiled.step(entry.state, { type: 'tick', now: clock.now(), priceUsd }))
  }

  /** For conditions and words only. */
  async function priceOf(mint: string): Promise<number | null> {
    const price = await market.priceUsd(mint)
    return price === null ? null : Number(price) / 1e12
  }

  function tickAll(): void {
    const prices = new Map<string, Promise<number | null>>()
    const now = clock.now()
    for (const entry of entries.values()) {
      const { state } = entry
      const due = state.nextAt <= now || (state.endsAt !== null && state.endsAt <= now)
      if (entry.queued === 0 && due && mayAct(entry)) void enqueue(entry, () => tick(entry, prices))
    }
  }

  async function look(): Promise<void> {
    for (const row of await store.adopt(db, presence)) await take(row)
    const wanted = await store.wanted(db, presence.id)
    for (const entry of entries.values())
      if (wanted.get(entry.row.id) !== entry.row.status && entry.queued === 0)
        void enqueue(entry, () => refresh(entry))
  }

  const quietly = (work: Promise<void>, what: string) =>
    void work.catch((error: unknown) => log.warn(describe(error), what))
  const ticking = setInterval(tickAll, TICK_MS)
  const looking = setInterval(() => quietly(look(), 'strategies could not be looked after'), LOOK_MS)
  signal.addEventListener('abort', () => {
    clearInterval(ticking)
    clearInterval(looking)
  })

  return {
    async wake(id) {
      const entry = id === undefined ? undefined : entries.get(id)
      if (entry) return enqueue(entry, () => refresh(entry))
      await look()
      if (id === undefined || entries.has(id)) return
      const own = await store.findOwned(db, presence.id, id)
      if (own) await take(own)
    },
    async settled() {
      await Promise.allSettled([...entries.values()].map((entry) => entry.busy))
    },
  }
}
