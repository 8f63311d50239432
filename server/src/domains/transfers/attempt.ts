/** The next attempt of an operation: built, simulated, signed and written down, or given up while nothing of it exists. */
import type { TransferChange } from '@purser/contract/distributions.ts'
import { type Db, isDatabaseError } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Certainty } from './certainty.ts'
import type { FeePayers } from './fee-payers.ts'
import type { Journal } from './journal.ts'
import type { Kind, Operation } from './kinds.ts'
import { compile, DEFAULT_BUDGET } from './sign.ts'
import * as store from './transfers.store.ts'
import type { Floor } from './floor.ts'
import type { Watch } from './watch.ts'

export type ExecuteParts = {
  db: Db
  chain: Chain
  clock: Clock
  certainty: Certainty
  floor: Floor
  journal: Journal
  /** Which wallets may pay fees. */
  payers: Pick<FeePayers, 'ready'>
  /** What the operation names as its owner as long as this run may write; every write of it depends on that. */
  owner: string
  watch: Watch
  log: Log
  signal: AbortSignal
  /** Of its kind: takes back what was settled elsewhere, before the operation ends without success. */
  unsettle?: ((operation: Operation) => Promise<void>) | undefined
  /** What the journal file keeps of the request. */
  remembered?: unknown
  /** Tells who waits that a row of the operation has changed. */
  changed(operation: Operation, status: string): void
  /** Tells what became of transfers of an operation of many; the counts are those after it. */
  progressed(operation: Operation, progress: Progress): void
}

export type Progress = {
  completed: number
  failed: number
  total: number
  changes: TransferChange[]
}

/** Single transactions go as version 0, which every cluster takes. */
const wrapping = ({ id }: Operation) => ({ operationId: id, format: 0 as const, budget: DEFAULT_BUDGET })

export const RETRY_MS = 1_000
/** After this many dead transactions an operation fails: none of them was executed, which is certain. */
export const MAX_ATTEMPTS = 5
/** Builds that fail for no reason of the chain's or the database's are tried this often, a second apart. */
const BUILD_TRIES = 15

/** The answer, as soon as chain and database give one. */
export async function waitOut<T>(parts: ExecuteParts, ask: () => Promise<T>): Promise<T | 'stopped'> {
  while (!parts.signal.aborted) {
    try {
      return await ask()
    } catch (error) {
      if (!isFault(error)) throw error
      await parts.clock.sleep(RETRY_MS, parts.signal)
    }
  }
  return 'stopped'
}

/** Builds and signs the next attempt and writes it down. null: the operation has ended or is not ours any more. */
export async function begin(
  parts: ExecuteParts,
  kind: Kind,
  operation: Operation,
  former: store.TransactionRow[],
): Promise<store.TransactionRow | null> {
  const { signal, clock } = parts
  const last = former.at(-1)
  if (former.length >= MAX_ATTEMPTS) return giveUp(parts, operation, last?.error ?? 'It could not be sent.')
  let failures = 0
  for (;;) {
    if (signal.aborted) return null
    try {
      return await attempt(parts, kind, operation, (last?.attempt ?? 0) + 1)
    } catch (error) {
      // Nothing of this attempt exists yet, so giving up is certain; only the chain and the database are waited for.
      if (isFault(error) && error.status < 500) return giveUp(parts, operation, error.message)
      const waits = (isFault(error) && error.status === 503) || isDatabaseError(error)
      if (!waits && ++failures >= BUILD_TRIES) {
        parts.log.error({ operation: operation.id, ...describe(error) }, 'a transaction could not be built')
        const reason = isFault(error) ? error.message : 'The transaction could not be built.'
        return giveUp(parts, operation, reason)
      }
      await clock.sleep(RETRY_MS, signal)
    }
  }
}

async function attempt(
  parts: ExecuteParts,
  kind: Kind,
  operation: Operation,
  number: number,
): Promise<store.TransactionRow | null> {
  const { db, chain, floor, owner } = parts
  await parts.certainty.requireHistory()
  const ready = await kind.build(operation)
  if ('refused' in ready) return giveUp(parts, operation, ready.refused)
  await parts.payers.ready(ready.feePayer.address)
  // What can be refused is refused here, while nothing is signed: from the first send on only certainty ends it.
  const compiled = compile(ready, wrapping(operation), await parts.certainty.lifetime())
  const { error } = await chain.simulate(compiled.unsigned, { minContextSlot: floor.slot() })
  if (error !== null) return giveUp(parts, operation, error)
  const signed = await compiled.sign()
  const row: store.TransactionRow = {
    ...signed,
    operationId: operation.id,
    attempt: number,
    positions: null,
    state: 'signed',
    slot: null,
    fee: null,
    error: null,
    endedAt: null,
    finalized: false,
    createdAt: new Date(),
  }
  const owned = await db.transaction((tx) => store.insertTransaction(tx, row, owner, ready.amounts ?? []))
  if (!owned) return null
  parts.changed(operation, 'running')
  return row
}

export async function giveUp(parts: ExecuteParts, operation: Operation, error: string): Promise<null> {
  await parts.unsettle?.(operation)
  const ending = {
    status: 'failed' as const,
    error,
    result: null,
    slot: null,
    amounts: [],
    onlyIfOwnedBy: parts.owner,
  }
  if (await parts.db.transaction((tx) => store.finish(tx, operation.id, ending)))
    parts.changed(operation, 'failed')
  return null
}
