/**
 * Looks again at what has ended: at what landed, until its block is final, and for an hour at what was called dead. What
 * a fork dropped, or landed late, opens its operation again, and the engine brings that to its true end.
 */
import type { Signature } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Chain, ChainNode, SignatureState } from '../../ports/chain.ts'
import { type Certainty, witnessesOf } from './certainty.ts'
import * as store from './finality.store.ts'
import { landing } from './landing.ts'
import { createSince } from './since.ts'
import type { OperationRow, TransactionRow } from './transfers.store.ts'

export type FinalityParts = {
  db: Db
  chain: Chain
  clock: Clock
  log: Log
  certainty: Certainty
  /** Tells who waits that an operation has changed. */
  changed(operation: OperationRow, status: string): void
  /** Nothing can change it any more. */
  finalized(operation: OperationRow): void
  reopenings: ReopeningReporter
  apartMs?: number | undefined
}

/** 'dropped': a fork took out what had landed. 'late': what had been called dead, or ended by its owner, has landed. */
export type Reopening = 'dropped' | 'late'

/** An ended operation was opened again, and why. */
export type Reopened = Pick<OperationRow, 'userId' | 'id' | 'type'> & { why: Reopening; at: Date }
export type ReopeningReporter = {
  /** Writes in the transaction that opens it again. What it answers is called once that is committed. */
  reopened(tx: Db, reopened: Reopened): Promise<() => void>
}

const APART_MS = 10_000
/** What one call for statuses asks about. */
const PORTION = 256
/** Of what was called dead not every look is worth a call. */
const WATCH_EVERY = 6

/**
 * What one endpoint says of what landed. 'other': it is not there, or ended otherwise, by what is final. 'landed': as was
 * booked, in a block that is not final. 'forgotten': its ledger does not reach back so far.
 */
type Word = 'finalized' | 'landed' | 'other' | 'open' | 'forgotten'

type Said = { word: Word; slot: bigint | null }

/** null: it does not say, so nothing follows from what it does not have. */
const firstBlockOf = (node: ChainNode): Promise<bigint | null> =>
  node.firstBlock().catch((error: unknown) => {
    if (!isFault(error)) throw error
    return null
  })

/** Where a final block is, as far as all that know of it agree; else where it was booked. */
function finalSlot({ slot }: TransactionRow, said: (Said | null)[]): bigint {
  const finals = said.flatMap((one) => (one?.word === 'finalized' && one.slot !== null ? [one.slot] : []))
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
  /** Since when a single endpoint has said that a transaction is not what was booked. */
  const doubted = createSince(clock)
  /** Since when a single endpoint has said that it is. */
  const vouched = createSince(clock)

  async function wordsOf(node: ChainNode, rows: TransactionRow[]): Promise<Map<string, Said> | null> {
    try {
      const { slot: finalized, height } = await node.blockHeight('finalized')
      const { states, slot } = await node.lookUp(rows.map((row) => row.signature as Signature))
      const first = states.includes(null) ? await firstBlockOf(node) : 0n
      const wordOf = (row: TransactionRow, state: SignatureState | null): Word => {
        const landed = landing(state)
        const isBooked = landed && (landed.error === null) === (row.state === 'confirmed')
        if (landed?.finalized) return isBooked ? 'finalized' : 'other'
        if (state !== null || slot <= finalized) return isBooked ? 'landed' : 'open'
        // The slot is one endpoint's word: what can never land any more is over whatever it was.
        const since = [row.slot, row.lastValidBlockHeight < height ? row.signedSlot : null]
        const passed = since.filter((one) => one !== null && one <= finalized)
        if (passed.length === 0 || first === null) return 'open'
        return passed.some((one) => one !== null && first <= one) ? 'other' : 'forgotten'
      }
      return new Map(
        rows.map((row, i): [string, Said] => {
          const state = states[i] ?? null
          return [row.signature, { word: wordOf(row, state), slot: state?.slot ?? null }]
        }),
      )
    } catch (error) {
      if (!isFault(error)) throw error
      log.debug({ endpoint: node.name, ...describe(error) }, 'an endpoint could not say what is final')
      return null
    }
  }

  /** Like a death: two endpoints must say so, or a single one twice. */
  function isOther(signature: string, words: (Word | null)[], began: number): boolean {
    const others = words.filter((word) => word === 'other').length
    if (words.length > 1) return others > 1
    if (others === 0) {
      if (words.some((word) => word !== null)) doubted.forget(signature)
      return false
    }
    const since = doubted.mark(signature)
    return since !== undefined && began - since >= apartMs
  }

  /** The same. One that is away may say otherwise; one that has forgotten never will. */
  function isFinalized(signature: string, all: (Word | null)[], began: number): boolean {
    const words = all.filter((word) => word !== 'forgotten')
    const finals = words.filter((word) => word === 'finalized').length
    if (words.includes('other')) return false
    if (words.length > 1) return finals > 1
    if (words.includes('open')) vouched.forget(signature)
    if (finals === 0 && !words.includes('landed')) return false
    const since = vouched.mark(signature)
    return finals > 0 && since !== undefined && began - since >= apartMs
  }

  /** Those of one operation are opened together: each would wait for its own turn otherwise. */
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
          ? 'a block was dropped: an operation is opened again'
          : 'a transaction landed after it was dead',
      )
      changed(done.opened, 'resolving')
      done.notify()
    }
  }

  async function lookAtLanded(): Promise<void> {
    const { rows, next } = await store.listUnfinal(db, { after: landedCursor, limit: PORTION })
    landedCursor = next
    if (rows.length === 0) return
    const witnesses = await witnessesOf(chain)
    const began = clock.monotonic()
    const said = await Promise.all(witnesses.map((node) => wordsOf(node, rows)))
    const final: { signature: string; slot: bigint }[] = []
    const dropped: TransactionRow[] = []
    for (const row of rows) {
      const mine = said.map((one) => one?.get(row.signature) ?? null)
      const words = mine.map((one) => one?.word ?? null)
      const other = isOther(row.signature, words, began)
      const finalized = !other && isFinalized(row.signature, words, began)
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

  async function lookAtDead(): Promise<void> {
    const { rows, next } = await store.listWatched(db, { after: deadCursor, limit: PORTION })
    deadCursor = next
    const late = await certainty.lateLandings(rows)
    await open('late', late.keys())
  }

  /** One portion of each. What cannot be told now is looked at again. */
  async function sweep(): Promise<void> {
    try {
      await lookAtLanded()
      if (rounds++ % WATCH_EVERY === 0) await lookAtDead()
    } catch (error) {
      if (!isFault(error)) throw error
    }
    for (const operation of await store.finalizeOperations(db, PORTION)) finalized(operation)
  }

  return {
    /**
     * Before what failed is tried again: looks now for what was called dead within the hour. What has landed opens the
     * operation again. Throws chain_away.
     */
    async lookAgain(operationId: string): Promise<void> {
      const late = await certainty.lateLandings(await store.listWatchedOf(db, operationId))
      await open('late', late.keys())
    },

    /** Until the signal aborts; not while `may` says no. */
    async run(everyMs: number, signal: AbortSignal, may: () => boolean): Promise<void> {
      while (!signal.aborted) {
        await clock.sleep(everyMs, signal)
        if (signal.aborted) return
        if (!may()) continue
        await sweep().catch((error: unknown) =>
          log.warn(describe(error), 'what has ended could not be looked at'),
        )
      }
    },
  }
}
