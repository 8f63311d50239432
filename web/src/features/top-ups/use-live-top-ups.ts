import { TopUpsChangedMessage } from '@purser/contract/live.ts'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribe } from '#wire/channel.ts'

/** What arrives together is asked for together. */
const GATHER_MS = 250

/** Answers what ends it. */
function follow(client: QueryClient, keys: readonly QueryKey[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      for (const queryKey of keys) void client.invalidateQueries({ queryKey })
    }, GATHER_MS)
  }
  const stop = subscribe({
    kind: 'status',
    schema: TopUpsChangedMessage,
    onMessage: refresh,
    // What happened while the channel was away is asked for.
    onState: ({ phase }) => phase === 'open' && refresh(),
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** Asks anew for what stands under these keys whenever settings change, or a round begins, goes on or ends. */
export function useLiveTopUps(keys: readonly QueryKey[]): void {
  const client = useQueryClient()
  useEffect(() => follow(client, keys), [client, keys])
}
