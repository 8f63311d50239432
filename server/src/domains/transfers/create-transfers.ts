/** The one engine that moves funds. Every feature submits operations here; nothing else ever sends a transaction. */
import type { Address } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { Fault } from '../../kernel/fault.ts'
import { createClaims } from './runs/claims.ts'
import type { Progress } from './send/execute-parts.ts'
import { executeBulk } from './send/bulk/execute-bulk.ts'
import { executeOperation } from './send/single/execute-operation.ts'
import { createCertainty, ledgerNodesOf } from './certainty/certainty.ts'
import { createEnds } from './runs/completion-waiters.ts'
import { createFinality } from './finality/finality.ts'
import { createFloor } from './funds/slot-floor.ts'
import { createFeePayers } from './fee-payers/fee-payers.ts'
import { cancelWaiting, listOpen, readHalts, requireUnhalted } from './submit/halts.store.ts'
import type { BulkKind, Kind, Operation } from './kinds.ts'
import { beginAtNewest } from './journal/journal-state.store.ts'
import { operationIdOf } from './submit/operation-id.ts'
import { type Hold, reconcile } from './journal/reconcile.ts'
import { reserveAndInsert, type Reserved, type Submission } from './submit/reserve.ts'
import * as funds from './records/reservations.store.ts'
import { createReads } from './lookups/reads.ts'
import { createRelease } from './operator/release.ts'
import { readDoubt, requireDead, resolveAsNotSent } from './operator/resolve.ts'
import { createRuns } from './runs/active-runs.ts'
import { namesOf } from './submit/portable-names.store.ts'
import { knownSignatures } from './journal/restore.store.ts'
import { tellSubmitted } from './submit/publish-submitted.ts'
import { cancelPending } from './records/transactions.store.ts'
import { createSpending, type Spending } from './spending/spending.ts'
import type { TransfersParts } from './transfers-parts.ts'
import * as store from './records/transfers.store.ts'
import { createWatch, type Pace } from './send/watch.ts'

export type Transfers = Awaited<ReturnType<typeof createTransfers>>

const SWEEP_SLOTS = 1_000n
/** A public node allows four such calls a second. A resend, every 2 s, coincides with a poll. */
const PACE: Pace = { pollMs: 250, restMs: 1_000 }
/** Between two checks of ended operations that are not final. */
const FINALITY_MS = 4_000

export async function createTransfers(parts: TransfersParts) {
  const { db, chain, bus, clock, heartbeat } = parts
  const log = parts.log.child({ part: 'transfers' })
  const kinds = new Map<string, Kind | BulkKind>()
  const ending = new AbortController()
  const watch = createWatch({
    chain,
    clock,
    log,
    pace: parts.pace ?? PACE,
    signatureNotifications: parts.signatureNotifications,
    beside: {
      signatures: (room) => finality.beside.signatures(room),
      seen: (signatures, states) => finality.beside.seen(signatures, states),
    },
    landed: (signature, slot, isFinal) => finality.landed(signature, slot, isFinal),
  })
  const reconciled = await reconcile({ ...parts, isShared: heartbeat.isShared, signal: ending.signal })
  const { journal } = reconciled
  if (reconciled.hold === null) await funds.forgetReleased(db, heartbeat)
  const payers = createFeePayers({
    db,
    chain,
    log,
    lines: reconciled,
    isBulk: (type) => 'prepare' in (kinds.get(type) ?? {}),
  })

  const certainty = createCertainty({
    chain,
    clock,
    log,
    known: (signatures) => knownSignatures(db, signatures),
    apartMs: parts.apartMs,
  })
  const floor = createFloor(clock)
  const spending = parts.realFunds && createSpending({ db, clock, ...parts.realFunds })
  const limitOf: Spending['limitOf'] = async (...asked) => (spending ? spending.limitOf(...asked) : {})
  const ends = createEnds({ bus, clock })
  const changed = ({ userId, id: operationId, type }: Operation, status: string) =>
    bus.publish('operation.changed', { userId, operationId, type, status })

  /** Connections to the database that were lost before it was last compared. */
  let losses = 0
  /** True: nothing may be signed. Compares the database first where that is due. */
  async function isHeld(): Promise<boolean> {
    const before = losses
    losses = await reconciled.compared()
    // What other processes have signed and the database has lost stands in the histories of the wallets.
    if (losses !== before && heartbeat.isShared) payers.readAgain()
    if (reconciled.hold !== null) runs.interrupt()
    return reconciled.hold !== null
  }

  const execution = {
    db,
    chain,
    clock,
    certainty,
    floor,
    journal,
    payers,
    watch,
    log,
    incidents: parts.incidents ?? { report: async () => () => undefined },
    isDisputed: (signature: string): boolean => finality.isDisputed(signature),
    changed,
    async compared(): Promise<number> {
      if (await isHeld()) throw new Fault('on_hold')
      return losses
    },
    ended(operation: Operation, { status, result, error }: Pick<Operation, 'status' | 'result' | 'error'>) {
      ends.ended({ ...operation, status, result, error })
      changed(operation, status)
    },
    progressed: (operation: Operation, progress: Progress) =>
      bus.publish('operation.progress', {
        userId: operation.userId,
        operationId: operation.id,
        type: operation.type,
        ...progress,
      }),
  }

  const finality = createFinality({
    ...execution,
    claim: heartbeat.claim,
    apartMs: parts.apartMs,
    disputedMs: parts.disputedMs,
    finalized: ({ userId, id }) => bus.publish('operation.finalized', { userId, operationId: id }),
  })

  const runs = createRuns(
    async (operation, holder) => {
      const kind = kinds.get(operation.type)
      if (!kind) throw new Error(`no kind is registered for operations of type ${operation.type}`)
      if (!holder.isNew) await reconciled.restoreOperation(operation.id)
      const execute = { ...execution, ...holder, remembered: kind.recall?.(operation.request) }
      if (!('prepare' in kind)) return executeOperation(execute, kind, operation)
      return executeBulk(execute, kind, operation)
    },
    { clock, log, ends },
  )

  const onHold = () => reconciled.hold !== null
  const claims = createClaims({ db, clock, heartbeat, log, ...runs, isHeld })
  const background: Promise<void>[] = []
  const emails = new Map<number, string>()
  /** The id of this request in every database. */
  async function idOf(of: Pick<Submission, 'userId' | 'type' | 'originKey'>): Promise<string> {
    const email = emails.get(of.userId) ?? (await namesOf(db, of.userId, [])).email
    emails.set(of.userId, email)
    return operationIdOf({ ...of, email })
  }
  /** Executes it if this process owns it and has no run for it yet. */
  function begun(operation: store.OwnedOperation, isNew = false): Operation {
    if (reconciled.hold === null && heartbeat.isMine(operation.owner) && !store.isFinal(operation.status))
      runs.run(operation, isNew)
    return operation
  }

  return {
    kind: (type: string, kind: Kind | BulkKind) => void kinds.set(type, kind),

    /** Writes the operation with its funds reserved, and starts it. Throws insufficient_balance and writes nothing. */
    async submit(submission: Submission): Promise<Operation> {
      const held = await isHeld()
      const id = await idOf(submission)
      const request = { originKey: submission.originKey, id }
      const known = submission.looked ? undefined : await store.findRequested(db, request)
      if (known) return begun(known)
      if (held) throw new Fault('on_hold')
      await payers.require(
        submission.spends.map((spend) => spend.address),
        id,
      )
      let written: Reserved
      try {
        await certainty.requireHistory()
        written = await reserveAndInsert({ ...parts, floor, spending }, submission, id)
      } catch (error) {
        // Whatever went wrong: another process may have written it, or the answer was lost.
        const first = await store.findRequested(db, request)
        if (!first) throw error
        return begun(first)
      }
      const hasRefused = tellSubmitted(execution, written, submission.movements)
      return begun(written.operation, written.isNew && !hasRefused)
    },

    limitOf,
    /** The id that its operation has or will have, in every database. */
    idOf,

    /**
     * Makes sure that nothing of this origin happens any more: an operation of which nothing is signed ends, and where
     * there is none a failed one takes its place, so that a late submission meets it. Returns the operation as it is.
     */
    async cancel(
      { userId, type, originKey }: Pick<Submission, 'userId' | 'type' | 'originKey'>,
      reason: string,
    ): Promise<Operation> {
      await isHeld()
      const id = await idOf({ userId, type, originKey })
      const ended = {
        id,
        userId,
        type,
        originKey,
        request: {},
        status: 'failed' as const,
        error: reason,
      }
      await db.transaction(async (tx) => {
        if (await store.insertEnded(tx, ended)) return
        const known = await store.findRequested(tx, { originKey, id })
        if (known) await cancelPending(tx, known.id, reason)
      })
      const operation = await store.findRequested(db, { originKey, id })
      if (!operation) throw new Error('an operation that was just written is not there')
      return operation
    },

    /** To be read when a request begins, before it is planned; see Submission. */
    halts: (userId: number): Promise<number> => readHalts(db, userId),

    /** First in the transaction that begins anything else that the kill switch stops. */
    requireUnhalted: (tx: Db, userId: number, halts: number): Promise<void> =>
      requireUnhalted(tx, userId, halts),

    /** Open operations of the user, except those of these types. */
    open: (userId: number, except: string[]) => listOpen(db, userId, except),

    /**
     * First in the caller's transaction: operations still being planned are refused after it. Call `notifyCancelled`
     * with what it cancelled once that is committed.
     */
    cancelWaiting: (tx: Db, userId: number, how: { except: string[]; reason: string }) =>
      cancelWaiting(tx, userId, how),
    notifyCancelled: (cancelled: Operation[]): void =>
      cancelled.forEach((operation) => execution.changed(operation, 'failed')),

    /** See resolve.ts. */
    doubt: (id: string) => readDoubt({ db, chain }, id),
    requireDead,
    recheck: (...ids: string[]): Promise<void> => finality.recheck(...ids),
    /** See resolve.ts. */
    async resolve(operation: Operation, within: (tx: Db) => Promise<void>): Promise<void> {
      await resolveAsNotSent({ db, chain }, operation, within)
      execution.changed(operation, 'resolving')
    },

    ...createReads({ db, bus, clock, chain, floor, ends, leastPrice: parts.leastPrice ?? 0n }),

    /**
     * Claims what dead processes left open, now and for as long as this one lives. All kinds must be registered before.
     */
    async resume(): Promise<number> {
      const { first, repeating } = claims.start(ending.signal)
      const watching = finality.run(parts.finalityMs ?? FINALITY_MS, ending.signal, () => !onHold())
      background.push(repeating, watching)
      return first
    },

    async sweep(): Promise<void> {
      const { slot } = await chain.blockHeight('moved')
      if (slot > SWEEP_SLOTS) await funds.sweepReservations(db, slot - SWEEP_SLOTS)
      await reconciled.shorten()
    },

    /** In the caller's transaction: what imported wallets did before does not hold them. */
    imported: (tx: Db, addresses: Address[]): Promise<void> => beginAtNewest(tx, addresses),

    /** See certainty.ts: of transactions of others that were seen, those that are not there any more. */
    absences: certainty.absences,

    /** Whether an endpoint keeps a ledger: without one nothing is signed. */
    keepsHistory: async (): Promise<boolean> => (await ledgerNodesOf(chain)).length > 0,

    /** Why nothing is signed; null: no hold. */
    hold: (): Hold | null => reconciled.hold,
    /** Lists the hold and the held wallets, and ends them as the operator decides. */
    release: createRelease(reconciled, payers, log),

    /** Interrupts all runs; the next start claims them. */
    async stop(): Promise<void> {
      ending.abort()
      watch.stop()
      await runs.stop()
      await Promise.all(background)
      await journal.close()
    },
  }
}
