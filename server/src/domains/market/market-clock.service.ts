/** The clock of the simulated market: one speed for the installation, followed by every process. */
import type { MarketClock as ShownClock } from '@purser/contract/market.ts'
import { clockTexts } from '@purser/contract/trading-bot-texts.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Bus } from '../../kernel/bus.ts'
import { type Clock, every } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { MarketClock } from '../../ports/market-clock.ts'
import './events.ts'
import { createGain } from './gain.ts'
import * as store from './market-clock.store.ts'

export type MarketClockParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  /** Whether there is a speed to change: on the local network with the simulated market. Elsewhere it is always 1. */
  here: boolean
  /** In the transaction that sets the speed back: the market forgets what it recorded after this time. */
  rewind(tx: Db, to: Date): Promise<void>
}
/** Who changes it, for the audit log. */
export type Changer = { userId: number; client: string; device: string }
/** Whether something is under way that needs the market to run as real time passes. */
export type NeedsRealTime = (db: Db) => Promise<boolean>

export type FollowedClock = Awaited<ReturnType<typeof createMarketClock>>

/** How late a process hears of a change at the latest, where the bus did not tell it. */
const POLL_MS = 1_000

export async function createMarketClock({ db, bus, clock, log, here, rewind }: MarketClockParts) {
  const gain = createGain(clock.monotonic)
  const guards: NeedsRealTime[] = []
  const needsRealTime = async (handle: Db) => {
    for (const guard of guards) if (await guard(handle)) return true
    return false
  }

  async function follow(): Promise<void> {
    const fast = gain.speed() > 1
    const counted = fast && (await store.countClock(db, { version: gain.version(), aheadMs: gain.aheadMs() }))
    const row = counted || (await store.readClock(db))
    if (row) gain.adopt(row)
  }

  const port: MarketClock = {
    now: () => clock.now() + gain.aheadMs(),
    monotonic: clock.monotonic,
    sleep: clock.sleep,
    speed: gain.speed,
    practiceTime: () => clock.now() + gain.gainedMs(),
  }
  const nowDate = () => new Date(port.now())

  let lastWall = clock.now()
  /** A clock that went back leaves records in the future: they must not count again when their time comes. */
  async function forgetFuture(): Promise<void> {
    const wall = clock.now()
    const wentBack = wall < lastWall
    lastWall = wall
    if (wentBack) await rewind(db, nowDate())
  }
  let polling: Promise<void> = Promise.resolve()
  let isPolling = false
  function poll(): void {
    if (isPolling) return
    isPolling = true
    polling = follow()
      .then(forgetFuture)
      .catch((error: unknown) => log.warn(describe(error), 'the clock of the market could not be read'))
      .finally(() => (isPolling = false))
  }
  const stops: (() => void)[] = []
  if (here) {
    await store.initClock(db)
    await follow()
    // The clock of this machine may have been set back while nothing ran.
    await rewind(db, nowDate())
    stops.push(every(clock, POLL_MS, poll))
    stops.push(
      bus.subscribe('market.clock', ({ version }) => {
        if (version > gain.version()) poll()
      }),
    )
  }

  async function shown(): Promise<ShownClock> {
    const speed = gain.speed()
    const fixed = !here
      ? clockTexts.notHere
      : speed === 1 && (await needsRealTime(db))
        ? clockTexts.strategiesRun
        : null
    return { speed, market_time: nowDate().toISOString(), fixed }
  }

  return {
    ...port,

    /** As it is now, with the reason why it cannot be changed. */
    async read(): Promise<ShownClock> {
      if (here) await follow()
      return shown()
    },

    /** Throws market_clock_not_here; above 1 also strategies_run while a guard says that real time is needed. */
    async set(speed: number, by: Changer): Promise<ShownClock> {
      if (!here) throw new Fault('market_clock_not_here')
      const changed = await db.transaction(async (tx) => {
        const row = await store.lockClock(tx, 'update')
        gain.adopt(row)
        if (row.speed === speed) return null
        if (speed > 1 && (await needsRealTime(tx))) throw new Fault('strategies_run')
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
      })
      if (changed) {
        await follow()
        log.info({ ...changed, userId: by.userId }, 'the speed of the market was changed')
        bus.publish('market.clock', { version: changed.version })
      }
      return shown()
    },

    /** It is asked before the speed is raised, in the transaction that raises it. */
    guard: (needs: NeedsRealTime) => void guards.push(needs),

    /** In a transaction: until it ends the market runs as real time passes. Throws market_fast where it does not. */
    async requireRealTime(tx: Db): Promise<void> {
      if (!here) return
      const { speed } = await store.lockClock(tx, 'share')
      if (speed !== 1) throw new Fault('market_fast', { speed })
    },

    /** Writes what bears the market's time: while it is written the speed stays what `now` tells. */
    async writing<T>(write: (handle: Db) => Promise<T>, within?: Db): Promise<T> {
      // At speed 1 the market's time is the real one, and is not taken back.
      if (gain.speed() === 1) return write(within ?? db)
      const locked = async (tx: Db) => {
        gain.adopt(await store.lockClock(tx, 'share'))
        return write(tx)
      }
      return within ? locked(within) : db.transaction(locked)
    },

    async stop(): Promise<void> {
      for (const stop of stops) stop()
      await polling
    },
  }
}
