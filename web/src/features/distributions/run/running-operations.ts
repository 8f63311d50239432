/** Running operations, begun here or elsewhere. */
import { isFinalStatus, type Operation } from '@purser/contract/transfers/transfers.ts'
import { kindOf, type Kind } from '../kinds.ts'

/** `requestedAt`: when the list that contains it was requested, in milliseconds. */
export type Running = { id: string; kind: Kind; requestedAt?: number }

/** Operations that have not ended, newest first. */
export const toRunning = (operations: Operation[]): Running[] =>
  operations
    .filter(({ status }) => !isFinalStatus(status))
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .flatMap(({ id, type }) => {
      const kind = kindOf(type)
      return kind ? [{ id, kind }] : []
    })
