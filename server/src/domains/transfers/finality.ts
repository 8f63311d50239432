/**
 * Rechecks ended operations: landed transactions until their block is finalized, dead ones for an hour. A transaction
 * that a fork dropped, or that landed late, reopens its operation, and the engine resolves it again.
 */
import type { Signature } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { ChainNode, Endpoints, Ledger } from '../../ports/chain.ts'
import type { Execution, SignatureState } from '../../ports/chain-data.ts'
import { type Certainty, ledgerNodesOf } from './certainty.ts'
import * as store from './finality.store.ts'
import { type Landing, landing } from './landing.ts'
import { createFirstSeen } from './first-seen.ts'
import { agrees } from './policy.ts'
import type { TransactionRow } from './transactions.store.ts'
import type { OperationRow } from './transfers.store.ts'

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
  reopenings: ReopeningReporter
  apartMs?: number | undefined
}

/** 'dropped': a fork took out what had landed. 'late': what had been called dead, or ended by its owner, has landed. */
export type Reopening = 'dropped' | 'late'

/** An ended operation that was reopened, and why. */
export type Reopened = Pick<OperationRow, 'userId' | 'id' | 'type'> & { why: Reopening; at: Date }
export type ReopeningReporter = {
  /** Called in the transaction that reopens it; the returned callback runs after the commit. */
  reopened(tx: Db, reopened: Reopened): Promise<() => void>
}

const APART_MS = 10_000
/** Signatures in one status call. */
const PORTION = 256
/** Dead transactions are checked only every so many rounds. */
const WATCH_EVERY = 6

/**
 * One endpoint's view of a landed transaction. 'other': finalized blocks do not hold it, or hold another ending. 'landed':
 * as booked, in a block that is not finalized. 'forgotten': its ledger does not reach back so far.
 */
type Observed = 'finalized' | 'landed' | 'other' | 'open' | 'forgotten'

type Observation = { observed: Observed; slot: bigint | null }

/** null: unknown, so a missing signature proves nothing. */
const firstBlockOf = (node: ChainNode): Promise<bigint | null> =>
  node.firstBlock().catch((error: unknown) => {
    if (!isFault(error)) throw error
    return null
  })

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
  reopenings,
  apartMs = APART_MS,
}: FinalityParts) {
  let landedCursor = store.BEGINNING
  let deadCursor = store.BEGINNING
  let rounds = 0
  /** When a single endpoint first reported that a transaction is not what was booked. */
  const doubted = createFirstSeen(clock)
  /** When a single endpoint first reported that it is. */
  const vouched = createFirstSeen(clock)
  /** Late landings on whose report an operation was reopened. */
  const suspected = createFirstSeen(clock)

  async function observe(node: ChainNode, rows: TransactionRow[]): Promise<Map<string, Observation> | null> {
    try {
      const { slot: finalized, height } = await node.blockHeight('finalized')
      const { states, slot } = await node.lookUp(rows.map((row) => row.signature as Signature))
      const first = states.includes(null) ? await firstBlockOf(node) : 0n
      const classify = (row: TransactionRow, state: SignatureState | null): Observed => {
        const landed = landing(state)
        const isBooked = landed && (landed.error === null) === (row.state === 'confirmed')
        if (landed?.finalized) return isBooked ? 'finalized' : 'other'
        if (state !== null || slot <= finalized) return isBooked ? 'landed' : 'open'
        // The slot comes from one endpoint alone, so an expired transaction is over whatever it says.
        const since = [row.slot, row.lastValidBlockHeight < height ? row.signedSlot : null]
        const passed = since.filter((one) => one !== null && one <= finalized)
        if (passed.length === 0 || first === null) return 'open'
        return passed.some((one) => one !== null && first <= one) ? 'other' : 'forgotten'
      }
      return new Map(
        rows.map((row, i): [string, Observation] => {
          const state = states[i] ?? null
          return [row.signature, { observed: classify(row, state), slot: state?.slot ?? null }]
        }),
      )
    } catch (error) {
      if (!isFault(error)) throw error
      log.debug({ endpoint: node.name, ...describe(error) }, 'an endpoint could not report finality')
      return null
    }
  }

  /** As for dead transactions: two endpoints must agree, or a single one must report it twice. */
  function isOther(signature: string, observed: (Observed | null)[], began: number): boolean {
    const others = observed.filter((one) => one === 'other').length
    if (observed.length > 1) return others > 1
    if (others === 0) {
      if (observed.some((one) => one !== null)) doubted.forget(signature)
      return false
    }
    const since = doubted.mark(signature)
    return since !== undefined && began - since >= apartMs
  }

  /** The same rule. An unavailable endpoint may still disagree; one that has forgotten never will. */
  function isFinalized(signature: string, all: (Observed | null)[], began: number): boolean {
    const observed = all.filter((one) => one !== 'forgotten')
    const finals = observed.filter((one) => one === 'finalized').length
    if (observed.includes('other')) return false
    if (observed.length > 1) return finals > 1
    if (observed.includes('open')) vouched.forget(signature)
    if (finals === 0 && !observed.includes('landed')) return false
    const since = vouched.mark(signature)
    return finals > 0 && since !== undefined && began - since >= apartMs
  }

  /** Reopens each operation once for all of its transactions. */
  async function open(why: Reopening, all: Iterable<TransactionRow>): Promise<void> {
    for (const [operationId, rows] of Map.groupBy(all, (row) => row.operationId)) {
      const done = await db.transaction(async (tx) => {
        const opened = await store.reopen(tx, operationId, { why, rows })
        if (!opened) return null
        const { userId, id, type, updatedAt: at } = opened
        return { opened, notify: await reopenings.reopened(tx, { userId, id, type, why, at }) }
      })
      if (!done) continue
      log.error(
        { operation: operationId, signatures: rows.map(({ signature }) => signature) },
        why === 'dropped'
          ? 'a block was dropped; the operation is reopened'
          : 'a dead transaction landed; the operation is reopened',
      )
      changed(done.opened, 'resolving')
      done.notify()
    }
  }

  async function checkLanded(): Promise<void> {
    const { rows, next } = await store.listUnfinal(db, { after: landedCursor, limit: PORTION })
    landedCursor = next
    if (rows.length === 0) return
    const nodes = await ledgerNodesOf(chain)
    const began = clock.monotonic()
    const observations = await Promise.all(nodes.map((node) => observe(node, rows)))
    const final: { signature: string; slot: bigint }[] = []
    const dropped: TransactionRow[] = []
    for (const row of rows) {
      const mine = observations.map((one) => one?.get(row.signature) ?? null)
      const observed = mine.map((one) => one?.observed ?? null)
      const other = isOther(row.signature, observed, began)
      const finalized = !other && isFinalized(row.signature, observed, began)
      if (other || finalized) {
        doubted.forget(row.signature)
        vouched.forget(row.signature)
      }
      if (other) dropped.push(row)
      else if (finalized) final.push({ signature: row.signature, slot: finalSlot(row, mine) })
    }
    await open('dropped', dropped)
    await store.markFinalized(db, final)
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
      if (rounds++ % WATCH_EVERY === 0) await checkDead()
    } catch (error) {
      if (!isFault(error)) throw error
    }
    for (const operation of await store.finalizeOperations(db, PORTION)) finalized(operation)
  }

  return {
    /**
     * Before a retry: checks this operation's transactions that were called dead within the hour, and reopens it if one
     * has landed. Throws chain_away.
     */
    async recheck(operationId: string): Promise<void> {
      const late = await certainty.lateLandings(await store.listWatchedOf(db, operationId))
      await open('late', late.keys())
    },

    /** Sweeps until the signal aborts, skipping rounds while `may` is false. */
    async run(everyMs: number, signal: AbortSignal, may: () => boolean): Promise<void> {
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
