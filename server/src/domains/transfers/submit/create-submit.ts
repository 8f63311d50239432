/** Composes the verbs that begin and cancel operations. */
import type { Engine } from '../engine.ts'
import type { Submit } from '../transfers.ts'
import { cancelOperation } from './cancel-operation.ts'
import { cancelWaiting, readHalts, requireUnhalted } from './halts.store.ts'
import { submitOperation } from './submit-operation.ts'

export function createSubmit(engine: Engine): Submit {
  const { db, operationIds, publisher, spending } = engine
  return {
    submit: (submission) => submitOperation(engine, submission),
    cancel: (origin, reason) => cancelOperation(engine, origin, reason),
    operationId: operationIds.find,
    checkLimit: async (request, times) => (spending ? spending.checkLimit(request, times) : {}),
    halts: (userId) => readHalts(db, userId),
    requireUnhalted,
    cancelWaiting,
    publishCancelled(cancelled) {
      for (const operation of cancelled) publisher.publishChange(operation, 'failed')
    },
  }
}
