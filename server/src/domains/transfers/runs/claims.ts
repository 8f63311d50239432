/** Claims open operations whose owner is gone, once and then in the background. */
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Heartbeat } from '../../../kernel/heartbeat.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import { claimOrphaned, listClaimable, listOwned } from './claims.store.ts'
import type { OperationRow } from '../records/transfers.store.ts'

const CLAIM_MS = 1_000

export type ClaimsParts = {
  db: Db
  clock: Clock
  heartbeat: Heartbeat
  log: Log
  /** Starts a run, unless there is one under this owner name. */
  run(operation: OperationRow): void
  /** Whether such a run is going. */
  isRunning(id: string, owner: string): boolean
  /** True: nothing may be claimed. It takes the time that it takes to find out. */
  isHeld(): Promise<boolean>
}

export function createClaims({ db, clock, heartbeat, log, run, isRunning, isHeld }: ClaimsParts) {
  async function claim(): Promise<number> {
    if (await isHeld()) return 0
    const open = await listClaimable(db, heartbeat)
    const isMine = ({ owner }: { owner: string | null }) => heartbeat.isMine(owner)
    const claimed = open.every(isMine) ? [] : await claimOrphaned(db, heartbeat)
    for (const operation of claimed) run(operation)
    // Also what this process owns without a run: an answer of the database may have been lost.
    const idle = open.filter((one) => isMine(one) && !isRunning(one.id, one.owner ?? ''))
    if (idle.length === 0) return claimed.length
    const ids = idle.map(({ id }) => id)
    for (const operation of await listOwned(db, heartbeat, ids)) run(operation)
    return claimed.length
  }

  async function repeat(first: Promise<unknown>, signal: AbortSignal): Promise<void> {
    await first.catch(() => undefined)
    for (;;) {
      await clock.sleep(CLAIM_MS, signal)
      if (signal.aborted) return
      await claim().catch((error: unknown) => log.warn(describe(error), 'open operations could not be read'))
    }
  }

  return {
    /** `first`: how many it claimed at once. `repeating` ends when the signal aborts. */
    start(signal: AbortSignal): { first: Promise<number>; repeating: Promise<void> } {
      const first = claim()
      return { first, repeating: repeat(first, signal) }
    },
  }
}
