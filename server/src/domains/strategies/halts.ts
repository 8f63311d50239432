/** All strategies of a user, stopped at once: written in the caller's transaction, then brought about and waited for. */
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import * as store from './halts.store.ts'
import type { RowStatus, StrategyRow } from './strategies.store.ts'

/** How long a stop or a pause waits for an order in flight. */
export const IN_FLIGHT_MS = 5_000
const LOOK_MS = 200

export function createHalts({ db, bus, announce }: { db: Db; bus: Bus; announce(row: StrategyRow): void }) {
  return {
    /** What a start must find unchanged when it is written down. */
    halts: (userId: number): Promise<number> => store.readHalts(db, userId),

    /** Every strategy of the user that is not over, of deleted agents too; oldest first. */
    live: (userId: number): Promise<StrategyRow[]> => store.listLive(db, userId),

    /** From the commit of this transaction on nothing new starts. Answers what lived; `settle` brings it about. */
    haltAll: (tx: Db, userId: number): Promise<StrategyRow[]> => store.haltAll(tx, userId),

    /** Agents with a strategy that trades or is paused. */
    liveAgents: (): Promise<number[]> => store.liveAgents(db),

    /** From the commit of this transaction on these agents' strategies end. Answers what lived; `settle` brings it about. */
    haltAgents: (tx: Db, agentIds: number[]): Promise<StrategyRow[]> => store.haltAgents(tx, agentIds),

    /** Tells whoever runs them, and waits until all have ended or an order in flight has been waited for long enough. */
    async settle(userId: number, rows: StrategyRow[]): Promise<Map<string, RowStatus>> {
      rows.forEach(announce)
      const ids = rows.map((row) => row.id)
      const until = Date.now() + IN_FLIGHT_MS
      for (;;) {
        const now = await store.statuses(db, ids)
        if (!store.someLive(now) || Date.now() >= until) return now
        await bus.waitFor(
          'strategy.changed',
          (e) => e.userId === userId && e.status !== 'stopping',
          Math.min(LOOK_MS, until - Date.now()),
        )
      }
    },
  }
}
