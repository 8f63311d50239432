import { BOT_STATUS_POLL_MS } from '@purser/contract/limits.ts'
import { TradingBotsChangedMessage } from '@purser/contract/live.ts'
import { type BotStatus, listGroupStatus } from '@purser/contract/wallets/wallet-groups.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '#wire/api.ts'
import { subscribe } from '#wire/live/channel.ts'
import { coalesce } from '#wire/live/coalesce.ts'
import { never } from '#wire/retry.ts'
import { walletsKey } from '../use-wallets.ts'

/** It is below walletsKey: a created or deleted group changes it too. */
const groupBotsKey = [...walletsKey, 'status']
const COALESCE_MS = 1_000

function follow(client: QueryClient): () => void {
  const { soon, cancel } = coalesce(
    () => void client.invalidateQueries({ queryKey: groupBotsKey }),
    COALESCE_MS,
  )
  const unsubscribe = subscribe({
    kind: 'status',
    schema: TradingBotsChangedMessage,
    onMessage: soon,
    // Messages may have been missed while the channel was closed.
    onState: ({ phase }) => phase === 'open' && soon(),
  })
  return () => {
    unsubscribe()
    cancel()
  }
}

/** The groups with an active bot, live; none while the server cannot say. */
export function useGroupBots(): ReadonlyMap<number, BotStatus> {
  const client = useQueryClient()
  const status = useQuery({
    queryKey: groupBotsKey,
    queryFn: ({ signal }) => call(listGroupStatus, { signal, retry: never }),
    // The poll is for a closed channel, while a bot runs.
    refetchInterval: ({ state }) =>
      state.data?.some((group) => group.has_active_bot) ? BOT_STATUS_POLL_MS : false,
  })
  useEffect(() => follow(client), [client])
  return useMemo(
    () =>
      new Map(
        (status.data ?? [])
          .filter((group) => group.has_active_bot)
          .map((group) => [group.id, group.bot_status]),
      ),
    [status.data],
  )
}
