/** The one engine that moves funds. Every feature submits operations here; nothing else ever sends a transaction. */
import { createEngine } from './create-engine.ts'
import type { TransfersParts } from './engine.ts'
import { createFunds } from './funds/create-funds.ts'
import { createLifecycle } from './runs/create-lifecycle.ts'
import { createHistory } from './lookups/create-history.ts'
import { createLookups } from './lookups/create-lookups.ts'
import { createPastMoves } from './lookups/create-past-moves.ts'
import { createSignatures } from './lookups/create-signatures.ts'
import { createOperator } from './operator/create-operator.ts'
import { createSubmit } from './submit/create-submit.ts'
import type { Transfers } from './transfers.ts'

export async function createTransfers(parts: TransfersParts): Promise<Transfers> {
  const engine = await createEngine(parts)
  return {
    submit: createSubmit(engine),
    lookups: createLookups(engine),
    signatures: createSignatures(engine),
    funds: createFunds(engine),
    history: createHistory(engine),
    pastMoves: createPastMoves(engine),
    lifecycle: createLifecycle(engine),
    operator: createOperator(engine),
  }
}
