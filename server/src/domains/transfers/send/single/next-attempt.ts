/** The next transaction of a single operation: built, simulated, signed and written, or given up while nothing is signed. */
import { violated } from '../../../../db/client.ts'
import { type Budget, raised } from '../../../../kernel/solana/budget.ts'
import { describe } from '../../../../kernel/log.ts'
import { isFault } from '../../../../kernel/fault.ts'
import type { RunParts } from '../run-parts.ts'
import { type InFlight, signAll, simulateReady } from '../in-flight.ts'
import type { Kind, Operation } from '../../kinds.ts'
import { BLOCKHASH_MS, BUILD_RETRY_MS, BUILD_TRIES, isExhausted, isOutage, isRefusal } from '../policy.ts'
import { DEFAULT_BUDGET } from '../../../../kernel/solana/compile.ts'
import { type Ending, finish, type TransactionRow } from '../../records/transactions.store.ts'

export type SingleParts = RunParts & Pick<Kind, 'unsettle'>

/** Single transactions use version 0, which every cluster takes. A later attempt offers more. */
const wrapping = ({ id }: Operation, budget: Budget | undefined, attempt: number) => ({
  operationId: id,
  format: 0 as const,
  budget: budget ? raised(budget, attempt) : DEFAULT_BUDGET,
})

/** Builds and signs the next attempt and writes it down. null: the operation has ended, or another run owns it. */
export async function beginAttempt(
  parts: SingleParts,
  kind: Kind,
  operation: Operation,
  former: TransactionRow[],
): Promise<InFlight | null> {
  const { signal, clock } = parts
  const last = former.at(-1)
  if (isExhausted(former.length)) return giveUp(parts, operation, last?.error ?? 'It could not be sent.')
  let failures = 0
  for (;;) {
    if (signal.aborted) return null
    try {
      return await attempt(parts, kind, operation, (last?.attempt ?? 0) + 1)
    } catch (error) {
      // It is written already, and the answer was lost: the next run reads it.
      if (violated(error) !== null) throw error
      // Nothing of this attempt is signed yet, so giving up is certain; only outages are waited for.
      if (isRefusal(error)) return giveUp(parts, operation, error.message)
      if (!isOutage(error) && ++failures >= BUILD_TRIES) {
        parts.log.error({ operation: operation.id, ...describe(error) }, 'a transaction could not be built')
        const reason = isFault(error) ? error.message : 'The transaction could not be built.'
        return giveUp(parts, operation, reason)
      }
      await clock.sleep(BUILD_RETRY_MS, signal)
    }
  }
}

async function attempt(
  parts: SingleParts,
  kind: Kind,
  operation: Operation,
  number: number,
): Promise<InFlight | null> {
  await parts.certainty.requireHistory()
  const ready = await kind.build(operation, { again: number > 1 })
  if ('refused' in ready) return giveUp(parts, operation, ready.refused)
  // A refusal must come from here, while nothing is signed: from the first send on only certainty ends the operation.
  const { compiled, error } = await simulateReady(
    parts,
    ready,
    wrapping(operation, ready.budget, number),
    () =>
      // A transaction that is signed anew gets another blockhash, with its full life.
      parts.certainty.lifetime(number > 1 ? undefined : { maxAgeMs: BLOCKHASH_MS }),
  )
  if (error !== null) return giveUp(parts, operation, error)
  const simulated = { chunk: null, compiled, amounts: ready.amounts ?? [], fee: null }
  const [signed] = (await signAll(parts, operation, [simulated], number)) ?? []
  if (!signed) return null
  parts.publishChange(operation, 'running')
  return signed
}

export async function giveUp(parts: SingleParts, operation: Operation, error: string): Promise<null> {
  await parts.unsettle?.(operation)
  const ending: Ending = { status: 'failed', error, result: null, slot: null, transfers: { amounts: [] } }
  const ended = await finish(parts.db, operation.id, { ...ending, onlyIfOwnedBy: parts.owner })
  if (ended) parts.publishEnd(operation, { ...ending, ...ended })
  return null
}
