/** The clock of the simulated market: one speed for the installation, followed by every process. */
import type { MarketClock as ShownClock } from '@purser/contract/market/market.ts'
import { clockTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Bus } from '../../kernel/bus.ts'
import { type Clock, every } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { MarketClock } from '../../ports/market-clock.ts'
import './events.ts'
import { createGain, type Gain } from './gain.ts'
import * as store from './market-clock.store.ts'

export type MarketClockParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  /** Whether the speed can be changed: on the local network with the simulated market. Elsewhere it is always 1. */
  here: boolean
  /** Runs in the transaction that sets the speed back: the market deletes its records after this time. */
  rewind(tx: Db, to: Date): Promise<void>
}
/** The user who changes it, for the audit log. */
export type Changer = { userId: number; client: string; device: string }
/** Whether something is in progress that needs the market to run in real time. */
export type NeedsRealTime = (db: Db) => Promise<boolean>

/** The market's clock, which every process follows. */
export type FollowedClock = MarketClock & {
  /** The present speed and time, with the reason why it cannot be changed. */
  read(): Promise<ShownClock>
  /** Throws market_clock_not_here; above 1 also strategies_run while a guard says that real time is needed. */
  set(speed: number, by: Changer): Promise<ShownClock>
  /** Called before the speed is raised, in the transaction that raises it. */
  guard(needs: NeedsRealTime): void
  /** Within a transaction: until it ends the market runs in real time. Throws market_fast if it does not. */
  requireRealTime(tx: Db): Promise<void>
  /**
   * Writes rows that carry the market's time, within a transaction if one is given: meanwhile the speed stays the one
   * of `now`.
   */
  writing<T>(write: (handle: Db) => Promise<T>, within?: Db): Promise<T>
  stop(): Promise<void>
}

/** The most delay until a process learns of a change without the bus. */
const POLL_MS = 1_000

type ClockState = MarketClockParts & {
  gain: Gain
  guards: NeedsRealTime[]
  /** The machine's time at the last poll. */
  lastWall: number
  polling: Promise<void>
  isPolling: boolean
}

export async function createMarketClock(parts: MarketClockParts): Promise<FollowedClock> {
  const { clock } = parts
  const gain = createGain(clock.monotonic)
  const state: ClockState = {
    ...parts,
    gain,
    guards: [],
    lastWall: clock.now(),
    polling: Promise.resolve(),
    isPolling: false,
  }
  const stopFollowing = parts.here ? await startFollowing(state) : () => undefined
  return {
    now: () => marketNow(state),
    monotonic: clock.monotonic,
    sleep: clock.sleep,
    speed: gain.speed,
    practiceTime: () => clock.now() + gain.gainedMs(),
    read: () => read(state),
    set: (speed, by) => setSpeed(state, speed, by),
    guard: (needs) => void state.guards.push(needs),
    requireRealTime: (tx) => requireRealTime(state, tx),
    writing: (write, within) => writeAtMarketTime(state, write, within),
    async stop() {
      stopFollowing()
      await state.polling
    },
  }
}

const marketNow = ({ clock, gain }: ClockState): number => clock.now() + gain.aheadMs()
const marketDate = (state: ClockState): Date => new Date(marketNow(state))

async function startFollowing(state: ClockState): Promise<() => void> {
  const { db, bus, clock, gain, rewind } = state
  await store.initClock(db)
  await follow(state)
  // The clock of this machine may have been set back while nothing ran.
  await rewind(db, marketDate(state))
  const stopPolling = every(clock, POLL_MS, () => poll(state))
  const unsubscribe = bus.subscribe('market.clock', ({ version }) => {
    if (version > gain.version()) poll(state)
  })
  return () => {
    stopPolling()
    unsubscribe()
  }
}

/** Adopts the clock of the database, and stores there how far this process is ahead of it. */
async function follow({ db, gain }: ClockState): Promise<void> {
  const fast = gain.speed() > 1
  const counted = fast && (await store.countClock(db, { version: gain.version(), aheadMs: gain.aheadMs() }))
  const row = counted || (await store.readClock(db))
  if (row) gain.adopt(row)
}

function poll(state: ClockState): void {
  if (state.isPolling) return
  state.isPolling = true
  state.polling = follow(state)
    .then(() => forgetFuture(state))
    .catch((error: unknown) => state.log.warn(describe(error), 'the clock of the market could not be read'))
    .finally(() => (state.isPolling = false))
}

/** A clock that went back leaves records in the future: they must not count again at that time. */
async function forgetFuture(state: ClockState): Promise<void> {
  const { db, clock, rewind } = state
  const wall = clock.now()
  const wentBack = wall < state.lastWall
  state.lastWall = wall
  if (wentBack) await rewind(db, marketDate(state))
}

async function read(state: ClockState): Promise<ShownClock> {
  if (state.here) await follow(state)
  return show(state)
}

async function show(state: ClockState): Promise<ShownClock> {
  const { db, gain, here } = state
  const speed = gain.speed()
  const fixed = !here
    ? clockTexts.notHere
    : speed === 1 && (await needsRealTime(state, db))
      ? clockTexts.strategiesRun
      : null
  return { speed, market_time: marketDate(state).toISOString(), fixed }
}

async function needsRealTime({ guards }: ClockState, handle: Db): Promise<boolean> {
  for (const guard of guards) if (await guard(handle)) return true
  return false
}

async function setSpeed(state: ClockState, speed: number, by: Changer): Promise<ShownClock> {
  const { db, bus, log, here } = state
  if (!here) throw new Fault('market_clock_not_here')
  const changed = await db.transaction((tx) => changeSpeed(state, tx, { speed, by }))
  if (changed) {
    await follow(state)
    log.info({ ...changed, userId: by.userId }, 'the speed of the market was changed')
    bus.publish('market.clock', { version: changed.version })
  }
  return show(state)
}

/** null: that is the present speed. */
async function changeSpeed(
  state: ClockState,
  tx: Db,
  { speed, by }: { speed: number; by: Changer },
): Promise<{ version: number; speed: number; before: number } | null> {
  const { clock, gain, rewind } = state
  const row = await store.lockClock(tx, 'update')
  gain.adopt(row)
  if (row.speed === speed) return null
  if (speed > 1 && (await needsRealTime(state, tx))) throw new Fault('strategies_run')
  const isBack = speed === 1
  const version = row.version + 1
  await store.saveClock(tx, {
    speed,
    version,
    stretch: row.speed === 1 ? row.stretch + 1 : row.stretch,
    aheadMs: isBack ? 0 : gain.aheadMs(),
    gainedMs: isBack ? gain.gainedMs() : row.gainedMs,
  })
  if (isBack) await rewind(tx, new Date(clock.now()))
  const detail = { speed, before: row.speed }
  await writeAudit(tx, {
    userId: by.userId,
    type: 'market-speed',
    detail,
    address: by.client,
    device: by.device,
  })
  return { version, ...detail }
}

async function requireRealTime({ here }: ClockState, tx: Db): Promise<void> {
  if (!here) return
  const { speed } = await store.lockClock(tx, 'share')
  if (speed !== 1) throw new Fault('market_fast', { speed })
}

async function writeAtMarketTime<T>(
  { db, gain }: ClockState,
  write: (handle: Db) => Promise<T>,
  within?: Db,
): Promise<T> {
  // At speed 1 the market's time is the real one, and is not taken back.
  if (gain.speed() === 1) return write(within ?? db)
  const locked = async (tx: Db) => {
    gain.adopt(await store.lockClock(tx, 'share'))
    return write(tx)
  }
  return within ? locked(within) : db.transaction(locked)
}
