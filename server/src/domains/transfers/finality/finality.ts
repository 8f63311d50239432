/**
 * Rechecks ended operations: landed transactions until their block is finalized, dead ones for an hour. A transaction
 * that a fork dropped, that landed late, or on which endpoints disagree, reopens its operation, and the engine resolves it
 * again.
 */
import type { Signature } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { Endpoints, Ledger } from '../../../ports/chain.ts'
import type { Execution, SignatureState } from '../../../ports/chain-data.ts'
import { type Certainty, ledgerNodesOf } from '../certainty/certainty.ts'
import * as store from './finality.store.ts'
import { createFinalityDue } from './finality-due.ts'
import { createVerdicts } from './finality-verdicts.ts'
import { createFinalityView, type Observation } from './finality-view.ts'
import { createFirstSeen } from '../certainty/first-seen.ts'
import type { IncidentReporter, Reopening } from '../incidents.ts'
import type { Landing } from '../send/landing.ts'
import { agrees } from '../send/policy.ts'
import type { TransactionRow } from '../records/transactions.store.ts'
import type { OperationRow } from '../records/transfers.store.ts'

export type FinalityParts = {
  db: Db
  chain: Endpoints & Pick<Ledger, 'execution'>
  clock: Clock
  log: Log
  certainty: Certainty
  /** Publishes that an operation has changed. */
  changed(operation: OperationRow, status: string): void
  /** Nothing can change it any more. */
  finalized(operation: OperationRow): void
  incidents: IncidentReporter
  apartMs?: number | undefined
  disputedMs?: number | undefined
  /** An owner name of this process. */
  claim(): string
}

const REASONS: Record<Reopening, string> = {
  dropped: 'a block was dropped',
  late: 'a dead transaction landed',
  disputed: 'endpoints disagree on what has landed',
}
const APART_MS = 10_000
const DISPUTED_MS = 60_000
/** Signatures in one status call. */
const PORTION = 256
/** In one round. */
const MOST_PORTIONS = 20
/** Dead transactions are checked only every so many rounds. */
const WATCH_EVERY = 6

/** The slot of the finalized block if all endpoints that know it agree, else the booked slot. */
function finalSlot({ slot }: TransactionRow, observations: (Observation | null)[]): bigint {
  const finals = observations.flatMap((one) =>
    one?.observed === 'finalized' && one.slot !== null ? [one.slot] : [],
  )
  const [first] = finals
  return first !== undefined && finals.every((one) => one === first) ? first : (slot ?? 0n)
}

export function createFinality({
  db,
  chain,
  clock,
  log,
  certainty,
  changed,
  finalized,
  incidents,
  claim,
  apartMs = APART_MS,
  disputedMs = DISPUTED_MS,
}: FinalityParts) {
  let landedCursor = store.BEGINNING
  let deadCursor = store.BEGINNING
  let rounds = 0
  let everyMs = 0
  let askedAt = Number.NEGATIVE_INFINITY
  const due = createFinalityDue(clock, apartMs)
  const { observe, vouch } = createFinalityView({ clock, log })
  /** With a single endpoint: what is not final, as it was last listed, and what others' polls have shown of it since. */
  let listed: TransactionRow[] = []
  const shown = new Map<string, SignatureState>()
  let polledAt = Number.NEGATIVE_INFINITY
  const { doubted, vouched, ...verdicts } = createVerdicts({ clock, apartMs, disputedMs })
  /** Of operations that are open again for it, as they were booked. */
  const disputed = new Map<string, TransactionRow>()
  /** Late landings on whose report an operation was reopened. */
  const suspected = createFirstSeen(clock)

  /** Reopens each operation once for all of its transactions. */
  async function open(why: Reopening, all: Iterable<TransactionRow>): Promise<void> {
    for (const [operationId, rows] of Map.groupBy(all, (row) => row.operationId)) {
      // This process alone knows of a dispute, and before the operation runs.
      const owner = why === 'disputed' ? claim() : null
      if (owner !== null) for (const row of rows) disputed.set(row.signature, row)
      const done = await db.transaction(async (tx) => {
        const opened = await store.reopen(tx, operationId, { why, rows, owner })
        if (!opened) return null
        const { userId, id, type, updatedAt: at } = opened
        return { opened, notify: await incidents.report(tx, { userId, id, type, kind: why, at }) }
      })
      const signatures = rows.map(({ signature }) => signature)
      if (!done) for (const signature of signatures) disputed.delete(signature)
      if (!done) continue
      log.error({ operation: operationId, signatures }, `${REASONS[why]}; the operation is reopened`)
      changed(done.opened, 'resolving')
      done.notify()
    }
  }

  /** Whether something can be found out now. An endpoint that is asked about one is asked about all that are due. */
  function dueOf(
    rows: TransactionRow[],
    { alone, rested }: { alone: boolean; rested: boolean },
  ): TransactionRow[] {
    const lateBy = ({ signature }: TransactionRow) =>
      doubted.has(signature) ? everyMs : due.lateBy(vouched.since(signature), alone)
    // Those who wait for what they sent ask for these as well.
    const soon = alone && clock.monotonic() - polledAt < 2 * everyMs ? 1.5 * everyMs : 0
    const late = new Map(rows.map((row) => [row, lateBy(row)]))
    const worth = Math.max(...late.values()) >= Math.max(soon, rested ? 0 : everyMs)
    return worth ? rows.filter((row) => (late.get(row) ?? 0) >= 0) : []
  }

  async function checkLanded(): Promise<void> {
    const rested = clock.monotonic() - askedAt >= 2 * everyMs
    for (let portions = 0; portions < MOST_PORTIONS; portions++) {
      const { rows, next } = await store.listUnfinal(db, { after: landedCursor, limit: PORTION })
      landedCursor = next
      if (portions === 0) listed = []
      if (rows.length > 0) await checkPortion(rows, rested)
      if (next === store.BEGINNING) break
    }
    shown.clear()
  }

  async function checkPortion(all: TransactionRow[], rested: boolean): Promise<void> {
    const nodes = await ledgerNodesOf(chain)
    const [node, another] = nodes
    const alone = node !== undefined && another === undefined
    const known = new Map<string, Observation>()
    if (alone)
      for (const row of all) {
        const observation = vouch(node, row, shown.get(row.signature) ?? null)
        if (observation) known.set(row.signature, observation)
      }
    await judge(
      all.filter(({ signature }) => known.has(signature)),
      [known],
      clock.monotonic(),
    )
    const open = all.filter(({ signature }) => !known.has(signature))
    if (alone) listed.push(...open)
    const rows = dueOf(open, { alone, rested })
    if (rows.length === 0) return
    const began = clock.monotonic()
    askedAt = began
    await judge(rows, await Promise.all(nodes.map((one) => observe(one, rows))), began)
  }

  /** `observations`: of each endpoint; null: no answer. */
  async function judge(
    rows: TransactionRow[],
    observations: (Map<string, Observation> | null)[],
    began: number,
  ): Promise<void> {
    if (rows.length === 0) return
    const final: { signature: string; slot: bigint }[] = []
    const dropped: TransactionRow[] = []
    const inDispute: TransactionRow[] = []
    for (const row of rows) {
      const mine = observations.map((one) => one?.get(row.signature) ?? null)
      const observed = mine.map((one) => one?.observed ?? null)
      const other = verdicts.isOther(row.signature, observed, began)
      const finalized = !other && verdicts.isFinalized(row.signature, observed, began)
      const contested = !other && !finalized && verdicts.isDisputed(row.signature, observed, began)
      if (other || finalized || contested) verdicts.forget(row.signature)
      if (other) dropped.push(row)
      else if (contested) inDispute.push(row)
      else if (finalized) final.push({ signature: row.signature, slot: finalSlot(row, mine) })
    }
    await open('dropped', dropped)
    await open('disputed', inDispute)
    await store.markFinalized(db, final)
  }

  /** Those that the endpoints agree on again are left to the runs of their operations. */
  async function checkDisputed(): Promise<void> {
    const rows = [...disputed.values()]
    if (rows.length === 0) return
    const all = await Promise.all((await ledgerNodesOf(chain)).map((node) => observe(node, rows)))
    for (const { signature } of rows)
      if (verdicts.isAgreed(all.map((one) => one?.get(signature)?.observed ?? null)))
        disputed.delete(signature)
  }

  async function checkDead(): Promise<void> {
    const { rows, next } = await store.listWatched(db, { after: deadCursor, limit: PORTION })
    deadCursor = next
    const late = await certainty.lateLandings(rows)
    await open('late', await credible(late))
  }

  /** Reopened once on the word of one endpoint, and again only when some endpoint has what it did. */
  async function credible(late: Map<TransactionRow, Landing>): Promise<TransactionRow[]> {
    const found: TransactionRow[] = []
    for (const [row, landed] of late) {
      if (suspected.mark(row.signature) !== undefined) {
        const execution = await executionOf(row)
        if (!execution || !agrees(execution, landed)) continue
      }
      found.push(row)
    }
    return found
  }

  /** null: no endpoint has it, or none answers. The others of this portion must not wait for that. */
  const executionOf = ({ signature }: TransactionRow): Promise<Execution | null> =>
    chain.execution(signature as Signature).catch((error: unknown) => {
      if (!isFault(error)) throw error
      return null
    })

  /** One portion of each; what is unknown now is checked in a later sweep. */
  async function sweep(): Promise<void> {
    try {
      await checkLanded()
      await checkDisputed()
      if (rounds++ % WATCH_EVERY === 0) await checkDead()
    } catch (error) {
      if (!isFault(error)) throw error
    }
    for (let portions = 0; portions < MOST_PORTIONS; portions++) {
      const done = await store.finalizeOperations(db, PORTION)
      for (const operation of done) finalized(operation)
      if (done.length < PORTION) return
    }
  }

  return {
    /**
     * Before a retry: checks these operations' transactions that were called dead within the hour, and reopens those of
     * which one has landed. Throws chain_away.
     */
    async recheck(...operationIds: string[]): Promise<void> {
      const late = await certainty.lateLandings(await store.listWatchedOf(db, operationIds))
      await open('late', late.keys())
    },

    /** While it is, its landing ends nothing: the endpoints have to agree on it first. */
    isDisputed: (signature: string): boolean => disputed.has(signature),

    /** What the polls of those who wait for a landing may ask for in the same call: what can be final by now. */
    beside: {
      signatures(room: number): Signature[] {
        polledAt = clock.monotonic()
        return listed
          .filter(({ signature }) => !shown.has(signature) && due.lateBy(vouched.since(signature), true) >= 0)
          .slice(0, Math.max(0, room))
          .map(({ signature }) => signature as Signature)
      },
      seen(signatures: Signature[], states: (SignatureState | null)[]): void {
        signatures.forEach((signature, i) => {
          const state = states[i]
          if (state?.commitment === 'finalized') shown.set(signature, state)
        })
      },
    },

    /** An endpoint has just reported that it has landed without an error: that counts as its first report of two. */
    landed(signature: string, slot: bigint, isFinal: boolean): void {
      vouched.mark(signature)
      due.landed(slot, isFinal)
    },

    /** Sweeps until the signal aborts, skipping rounds while `may` is false. */
    async run(roundMs: number, signal: AbortSignal, may: () => boolean): Promise<void> {
      everyMs = roundMs
      while (!signal.aborted) {
        await clock.sleep(everyMs, signal)
        if (signal.aborted) return
        if (!may()) continue
        await sweep().catch((error: unknown) =>
          log.warn(describe(error), 'ended operations could not be checked'),
        )
      }
    },
  }
}
