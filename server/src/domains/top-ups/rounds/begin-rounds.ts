/** Begins rounds by themselves, for all users. */
import pLimit from 'p-limit'
import { isFault } from '../../../kernel/fault.ts'
import { describe } from '../../../kernel/log.ts'
import { TOP_UP } from '../kind.ts'
import type { TopUpState } from '../parts.ts'
import { listEnabled } from '../top-ups.store.ts'
import { beginRound } from './begin-round.ts'

const MINUTE_MS = 60_000
const MAX_CONCURRENT_USERS = 4

type Run = { unavailable: boolean; ending: boolean }

export function createWorkerRounds(state: TopUpState) {
  const run: Run = { unavailable: false, ending: false }
  return {
    begin: () => beginRounds(state, run),
    stop: () => void (run.ending = true),
  }
}

async function beginRounds(state: TopUpState, run: Run): Promise<void> {
  const { db, clock, log } = state
  const minute = Math.floor(clock.now() / MINUTE_MS)
  const waiting = await listEnabled(db)
  let reached = false
  let stopped = false
  await pLimit(MAX_CONCURRENT_USERS).map(waiting, async (userId) => {
    // The next users would only wait for the same network.
    if (stopped || run.ending) return
    try {
      await beginRound(state, userId, `${userId}:${TOP_UP}:${minute}`, 'worker')
      reached = true
    } catch (error) {
      logMissed(state, run, userId, error)
      stopped ||= isFault(error, 'chain_away')
    }
  })
  if (!run.unavailable || stopped || !reached) return
  run.unavailable = false
  log.info({}, 'the network is back; top-ups continue')
}

/** An outage of the chain is logged once. */
function logMissed({ log }: TopUpState, run: Run, userId: number, error: unknown): void {
  if (!isFault(error)) return log.error({ userId, ...describe(error) }, 'a round of top-ups could not start')
  // The funding wallet is sending, or it was just switched off: the next minute shows.
  if (error.status < 500) return log.debug({ userId, reason: error.message }, 'no round of top-ups now')
  if (!run.unavailable) log.warn({ reason: error.message }, 'no top-ups while the network is unavailable')
  run.unavailable = true
}
