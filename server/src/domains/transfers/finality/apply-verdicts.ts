/** Marks transactions as finalized by the endpoints' verdict, and reopens the operations of others. */
import type { TransactionRow } from '../records/transactions.store.ts'
import type { Observation } from './finality-view.ts'
import type { FinalityState } from './finality.ts'
import { markFinalized } from './finality.store.ts'
import { reopenOperations } from './reopen-operations.ts'

/** `observations`: those of each endpoint; null: no answer. `began`: when they were asked. */
export async function applyVerdicts(
  state: FinalityState,
  rows: TransactionRow[],
  observations: (Map<string, Observation> | null)[],
  began: number,
): Promise<void> {
  const { db, verdicts } = state
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
  await reopenOperations(state, 'dropped', dropped)
  await reopenOperations(state, 'disputed', inDispute)
  await markFinalized(db, final)
}

/** Returns the slot of the finalized block if all endpoints that know it agree, else the booked slot. */
function finalSlot({ slot }: TransactionRow, observations: (Observation | null)[]): bigint {
  const finals = observations.flatMap((one) =>
    one?.observed === 'finalized' && one.slot !== null ? [one.slot] : [],
  )
  const [first] = finals
  return first !== undefined && finals.every((one) => one === first) ? first : (slot ?? 0n)
}
