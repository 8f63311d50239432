import { type AfterEnd, afterEnd } from './after-end.ts'
import type { RunState } from '../run/run-state.ts'
import { endedAt } from '../run/run-store.ts'
import { useOperation } from './use-operation.ts'

/** Follows a run beyond its end, until it is final. */
export function useAfterEnd(state: RunState | undefined): AfterEnd | undefined {
  const id = state?.phase === 'ended' ? state.operationId : undefined
  const query = useOperation(id)
  if (!state) return undefined
  // An answer from before the end knows less than the final message.
  const newer = id !== undefined && query.dataUpdatedAt > (endedAt(id) ?? Number.POSITIVE_INFINITY)
  return { ...afterEnd(state, newer ? query.data : undefined), since: query.data }
}
