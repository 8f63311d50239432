import { TopUpsChangedMessage } from '@purser/contract/live.ts'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribe } from '#wire/live/channel.ts'
import { coalesce } from '#wire/live/coalesce.ts'

const COALESCE_MS = 250

function follow(client: QueryClient, keys: readonly QueryKey[]): () => void {
  const { soon, cancel } = coalesce(() => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }, COALESCE_MS)
  const unsubscribe = subscribe({
    kind: 'status',
    schema: TopUpsChangedMessage,
    onMessage: soon,
    // Messages may have been missed while the channel was closed.
    onState: ({ phase }) => phase === 'open' && soon(),
  })
  return () => {
    unsubscribe()
    cancel()
  }
}

/** Refetches these keys whenever settings change, or a round begins, progresses or ends. */
export function useLiveTopUps(keys: readonly QueryKey[]): void {
  const client = useQueryClient()
  useEffect(() => follow(client, keys), [client, keys])
}
