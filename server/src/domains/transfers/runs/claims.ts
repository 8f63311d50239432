/** Claims open operations whose owner is gone, once and then in the background. */
import { describe } from '../../../kernel/log.ts'
import type { Engine } from '../engine.ts'
import { claimOrphaned, listClaimable, listOwned } from './claims.store.ts'

const CLAIM_MS = 1_000

type ClaimParts = Pick<Engine, 'db' | 'clock' | 'heartbeat' | 'log' | 'check' | 'runs'>

/** `first`: how many it claimed at once. `repeating` ends when the signal aborts. */
export function startClaims(
  parts: ClaimParts,
  signal: AbortSignal,
): { first: Promise<number>; repeating: Promise<void> } {
  const first = claimOpen(parts)
  return { first, repeating: repeatClaims(parts, first, signal) }
}

async function claimOpen({ db, heartbeat, check, runs }: ClaimParts): Promise<number> {
  if (await check.isOnHold()) return 0
  const open = await listClaimable(db, heartbeat)
  const isMine = ({ owner }: { owner: string | null }) => heartbeat.isMine(owner)
  const claimed = open.every(isMine) ? [] : await claimOrphaned(db, heartbeat)
  for (const operation of claimed) runs.run(operation)
  // It includes those that this process owns without a run: an answer of the database may have been lost.
  const idle = open.filter((one) => isMine(one) && !runs.isRunning(one.id, one.owner ?? ''))
  if (idle.length === 0) return claimed.length
  const ids = idle.map(({ id }) => id)
  for (const operation of await listOwned(db, heartbeat, ids)) runs.run(operation)
  return claimed.length
}

async function repeatClaims(parts: ClaimParts, first: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await first.catch(() => undefined)
  for (;;) {
    await parts.clock.sleep(CLAIM_MS, signal)
    if (signal.aborted) return
    await claimOpen(parts).catch((error: unknown) =>
      parts.log.warn(describe(error), 'open operations could not be read'),
    )
  }
}
