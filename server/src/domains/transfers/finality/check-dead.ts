/** Checks transactions that were called dead for late landings, within the hour. */
import type { Signature } from '@solana/kit'
import { isFault } from '../../../kernel/fault.ts'
import type { Execution } from '../../../ports/chain-data.ts'
import type { TransactionRow } from '../records/transactions.store.ts'
import type { Landing } from '../send/landing.ts'
import { agrees } from '../send/policy.ts'
import type { FinalityState } from './finality.ts'
import { listWatched, listWatchedIn } from './finality.store.ts'
import { PORTION } from './finality-limits.ts'
import { reopenOperations } from './reopen-operations.ts'

export async function checkDead(state: FinalityState): Promise<void> {
  const { rows, next } = await listWatched(state.db, { after: state.deadCursor, limit: PORTION })
  state.deadCursor = next
  const late = await state.certainty.findLateLandings(rows)
  await reopenOperations(state, 'late', await listCredible(state, late))
}

/** See `Finality`. */
export async function recheck(state: FinalityState, operationIds: string[]): Promise<void> {
  const late = await state.certainty.findLateLandings(await listWatchedIn(state.db, operationIds))
  await reopenOperations(state, 'late', late.keys())
}

/** An operation is reopened once on the word of one endpoint, and again only when some endpoint has the execution. */
async function listCredible(
  state: FinalityState,
  late: Map<TransactionRow, Landing>,
): Promise<TransactionRow[]> {
  const found: TransactionRow[] = []
  for (const [row, landed] of late) {
    if (state.suspected.mark(row.signature) !== undefined) {
      const execution = await readExecution(state, row)
      if (!execution || !agrees(execution, landed)) continue
    }
    found.push(row)
  }
  return found
}

/** null: no endpoint has it, or none answers. The others of this portion must not wait for that. */
const readExecution = ({ chain }: FinalityState, { signature }: TransactionRow): Promise<Execution | null> =>
  chain.execution(signature as Signature).catch((error: unknown) => {
    if (!isFault(error)) throw error
    return null
  })
