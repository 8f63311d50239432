/**
 * Runs strategies: claims those that no live process owns, steps them as time goes on, saves the changes of each step
 * before anything is sent, and never runs one twice at once (every write is conditional on owning it).
 */
import { describe } from '../../../kernel/log.ts'
import type { Corrections } from '../record/corrections.ts'
import { createDataOutages, reportIfOutage } from './data-outage.ts'
import { createClaim } from './claim.ts'
import { type Entries, type Entry, mayAct } from './entry.ts'
import type { OrdersParts } from './execute.ts'
import { createFollow } from './follow.ts'
import { createPersist, type Persist, type PersistParts } from './persist.ts'
import { createQueue } from './queue.ts'
import { recordStop } from './runner.store.ts'
import { createTick } from './tick.ts'
import type { Watch } from './watch.ts'

export type RunnerParts = Omit<PersistParts, 'entries' | 'follow'> & {
  publish: Parameters<typeof createDataOutages>[0]['publish']
  watch: Watch
  corrections: Corrections
  orders: OrdersParts
  log: OrdersParts['log']
  signal: AbortSignal
}

export type Runner = {
  /** Claims orphaned strategies, and brings about at once the requested status of this one. */
  wake(id?: string): Promise<void>
  /** Corrects the books of an order whose outcome has changed, if this process runs its strategy. */
  correct(id: string, seq: number): Promise<void>
  /** Resolves once no step is in progress. Orders in flight are left to the next process. */
  settled(): Promise<void>
}

const TICK_MS = 200
/** The time between two rounds: each checks every strategy. */
const LEAST_MS = 50
const CLAIM_MS = 1_000

export function createRunner(parts: RunnerParts): Runner {
  const { db, clock, log, heartbeat, corrections, signal } = parts
  const entries: Entries = new Map()
  const enqueue = createQueue(parts)
  // Steps place orders, and the outcomes of orders are steps.
  const persistStep: Persist = (entry, event, more) => persist(entry, event, more)
  const follow = createFollow({ ...parts, enqueue, persist: persistStep })
  const { persist, reconcile, refresh: readAnew } = createPersist({ ...parts, entries, follow })
  const reportDataOutage = createDataOutages(parts)
  const tick = createTick({ ...parts, entries, enqueue, persist, reportDataOutage })
  /** The sale of a requested stop waits for the market, too. */
  const refresh = (entry: Entry): Promise<void> =>
    readAnew(entry).catch(async (error: unknown) => {
      await reportIfOutage(reportDataOutage, entry, error, clock.now())
      throw error
    })
  const claims = createClaim({ ...parts, entries, enqueue, follow, persist, reconcile, refresh })

  let claimed: Promise<void> = Promise.resolve()
  let queued = 0
  /** One after another: two at once would run one strategy twice. */
  function claim(work: () => Promise<void> = claims.all): Promise<void> {
    queued++
    claimed = claimed
      .catch(() => undefined)
      .then(work)
      .finally(() => void queued--)
    return claimed
  }

  /** `work` may return when it is to be called next, within `ms`. */
  async function every(ms: number, work: () => number | void): Promise<void> {
    let wait = ms
    while (!signal.aborted) {
      await clock.sleep(wait, signal)
      if (signal.aborted) return
      wait = Math.min(ms, Math.max(LEAST_MS, (work() ?? Infinity) - clock.now()))
    }
  }
  void every(TICK_MS, tick)
  void every(CLAIM_MS, () => {
    if (queued === 0)
      claim().catch((error: unknown) => log.warn(describe(error), 'strategies could not be claimed'))
  })

  async function correct(entry: Entry, seq: number): Promise<void> {
    const found = await corrections.of(entry.row, entry.row.run, seq)
    if (!found) return
    const { event, figures, changes } = found
    await persist(entry, event, { figures, rewritten: changes.map(({ is }) => is) })
  }

  return {
    async wake(id) {
      const entry = id === undefined ? undefined : entries.get(id)
      if (entry) return enqueue(entry, () => refresh(entry))
      await claim(id === undefined ? claims.all : () => claims.one(id))
    },
    async correct(id, seq) {
      const entry = entries.get(id)
      if (entry) await enqueue(entry, () => correct(entry, seq))
    },
    async settled() {
      await claimed.catch(() => undefined)
      await Promise.allSettled([...entries.values()].map((entry) => entry.busy))
      const stopped = [...entries.values()]
        .filter(mayAct)
        .map(({ row, seenAt }) => ({ id: row.id, heldSince: new Date(seenAt) }))
      await recordStop(db, heartbeat.id, stopped).catch((error: unknown) =>
        log.warn(describe(error), 'until when strategies were watched could not be recorded'),
      )
    },
  }
}
