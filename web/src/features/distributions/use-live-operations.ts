import { OperationsChangedMessage } from '@purser/contract/live.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribe } from '#wire/channel.ts'
import { operationKey, operationsKey } from './run-store.ts'

/** What arrives together is asked for together; a strategy may trade many times a second. */
const GATHER_MS = 500

/** Answers what ends it. */
function follow(client: QueryClient): () => void {
  const ids = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void client.invalidateQueries({ queryKey: [...operationsKey, 'list'] })
      for (const id of ids) void client.invalidateQueries({ queryKey: operationKey(id) })
      ids.clear()
    }, GATHER_MS)
  }
  const stop = subscribe({
    kind: 'status',
    schema: OperationsChangedMessage,
    onMessage: ({ operationIds }) => {
      for (const id of operationIds) ids.add(id)
      refresh()
    },
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/**
 * Asks anew for operations that have begun, gone on, ended, been opened again or become final. What is picked up on
 * the page that distributes is not: nothing may take the place of what somebody is looking at.
 */
export function useLiveOperations(): void {
  const client = useQueryClient()
  useEffect(() => follow(client), [client])
}
