/** Composes the verbs that end holds and doubts. */
import type { Engine } from '../engine.ts'
import type { Operator } from '../transfers.ts'
import { releaseHolds } from './release.ts'
import { readDoubt, requireDead, resolveAsNotSent } from './resolve.ts'

export function createOperator(engine: Engine): Operator {
  const { finality, publisher, reconciliation } = engine
  return {
    hold: reconciliation.hold,
    release: (request) => releaseHolds(engine, request),
    doubt: (operationId) => readDoubt(engine, operationId),
    requireDead,
    async resolve(operation, within) {
      await resolveAsNotSent(engine, operation, within)
      publisher.publishChange(operation, 'resolving')
    },
    recheck: finality.recheck,
  }
}
