import { OperationsChangedMessage } from '@purser/contract/live.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribe } from '#wire/live/channel.ts'
import { coalesce } from '#wire/live/coalesce.ts'
import { operationKey, operationsKey } from '../run/run-store.ts'

/** A strategy may trade many times a second. */
const COALESCE_MS = 500

function follow(client: QueryClient): () => void {
  const ids = new Set<string>()
  const { soon, cancel } = coalesce(() => {
    void client.invalidateQueries({ queryKey: [...operationsKey, 'list'] })
    for (const id of ids) void client.invalidateQueries({ queryKey: operationKey(id) })
    ids.clear()
  }, COALESCE_MS)
  const unsubscribe = subscribe({
    kind: 'status',
    schema: OperationsChangedMessage,
    onMessage: ({ operationIds }) => {
      for (const id of operationIds) ids.add(id)
      soon()
    },
  })
  return () => {
    unsubscribe()
    cancel()
  }
}

/**
 * Refetches operations when they change. A run that is resumed on the distribution page is not refetched: nothing may
 * replace what the user is looking at.
 */
export function useLiveOperations(): void {
  const client = useQueryClient()
  useEffect(() => follow(client), [client])
}
