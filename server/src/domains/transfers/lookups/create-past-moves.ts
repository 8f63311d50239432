/** Composes the reads of earlier movements by operations of one type. */
import type { Engine } from '../engine.ts'
import type { PastMoves } from '../transfers.ts'
import * as store from './past-moves.store.ts'

export const createPastMoves = ({ db }: Pick<Engine, 'db'>): PastMoves => ({
  hasLandedAfter: (which, slot, handle = db) => store.hasLandedAfter(handle, which, slot),
  sumUnfailed: (operationIds, handle = db) => store.sumUnfailed(handle, operationIds),
  countByDestination: (operationIds, handle = db) => store.countByDestination(handle, operationIds),
  listUncertain: (which, except = null, handle = db) => store.listUncertain(handle, which, except),
  listFailedWithin: (which, minutes) => store.listFailedWithin(db, which, minutes),
  list: (which, limit) => store.listPastMoves(db, which, limit),
})
