/** Stops all strategies of a user or of agents at once: requested in the caller's transaction, then waited for. */
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import * as store from './halts.store.ts'
import { isLive, type RowStatus, type StrategyRow } from './rows.ts'
import { announce } from './runner/announce.ts'

/** How long a stop or a pause waits for an order in flight. */
export const IN_FLIGHT_MS = 5_000
const POLL_MS = 200

export function createHalts({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }) {
  return {
    /** How often the user stopped everything: a start is written only if this is unchanged. */
    count: (userId: number): Promise<number> => store.readHalts(db, userId),

    /** Live strategies of the user, those of deleted agents included; oldest first. */
    live: (userId: number): Promise<StrategyRow[]> => store.listLive(db, userId),

    /** From the commit of this transaction on nothing new starts. Returns what was live, for `settle`. */
    haltAll: (tx: Db, userId: number): Promise<StrategyRow[]> => store.haltAll(tx, userId),

    /** From the commit of this transaction these agents' strategies end. Returns what was live, for `settle`. */
    haltAgents: (tx: Db, agentIds: number[]): Promise<StrategyRow[]> => store.haltAgents(tx, agentIds),

    /** Wakes the processes that run them and waits until all have ended, at most as long as for an order in flight. */
    async settle(userId: number, rows: StrategyRow[]): Promise<Map<string, RowStatus>> {
      for (const row of rows) announce(bus, row)
      const ids = rows.map((row) => row.id)
      const until = clock.monotonic() + IN_FLIGHT_MS
      for (;;) {
        const now = await store.statuses(db, ids)
        const left = until - clock.monotonic()
        if (![...now.values()].some(isLive) || left <= 0) return now
        await bus.waitFor(
          'strategy.changed',
          (e) => e.userId === userId && e.status !== 'stopping',
          Math.min(POLL_MS, left),
        )
      }
    },
  }
}
