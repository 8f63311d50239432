/** Composes the reads that relate operations to the signatures of their transactions. */
import type { Engine } from '../engine.ts'
import type { Signatures } from '../transfers.ts'
import {
  findSignature,
  listArrivals,
  listLandedMovements,
  listSignatures,
  listTypes,
} from './signatures.store.ts'

export const createSignatures = ({ db, certainty }: Engine): Signatures => ({
  find: (operationId) => findSignature(db, operationId),
  list: (originKeys) => listSignatures(db, originKeys),
  listTypes: (signatures) => listTypes(db, signatures),
  listMovements: (signatures) => listLandedMovements(db, signatures),
  listArrivals: (windows, since) => listArrivals(db, windows, since),
  listAbsent: certainty.listAbsent,
})
