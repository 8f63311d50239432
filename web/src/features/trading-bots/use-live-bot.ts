import { TradingBotsChangedMessage } from '@purser/contract/live.ts'
import type { Bot } from '@purser/contract/trading-bots/trading-bots.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRefreshBalances } from '#features/balances/index.ts'
import { WireFault } from '#wire/fault.ts'
import { subscribe } from '#wire/live/channel.ts'
import { walletsKey } from '#features/wallets/index.ts'
import { coalesce } from '#wire/live/coalesce.ts'
import { isPaused } from './poll-pause.ts'
import { statusKey } from './use-bot.ts'
import { botWalletsKey, tradesKey } from './activity/use-bot-lists.ts'

/** A busy bot changes several times a second: the lists are read at most once in this time. */
const COALESCE_MS = 1_000

function follow(client: QueryClient, groupId: number): () => void {
  const { soon, cancel } = coalesce(() => {
    const paused = isPaused(groupId, Date.now())
    for (const queryKey of [
      tradesKey(groupId),
      botWalletsKey(groupId),
      ...(paused ? [] : [statusKey(groupId)]),
    ])
      void client.invalidateQueries({ queryKey })
  }, COALESCE_MS)
  const unsubscribe = subscribe({
    kind: 'status',
    schema: TradingBotsChangedMessage,
    onMessage: (message) => message.groupId === groupId && soon(),
    // Messages may have been missed while the channel was closed.
    onState: ({ phase }) => phase === 'open' && soon(),
  })
  return () => {
    unsubscribe()
    cancel()
  }
}

/** Refetches status, trades and wallets when the bot changes; the status not within the pause after a stop. */
export function useLiveBot(groupId: number): void {
  const client = useQueryClient()
  useEffect(() => follow(client, groupId), [client, groupId])
}

/** Reads the balances on screen again, at most once in 3 s, when the bot has traded since they were read. */
export function useFreshBalances(bot: Bot | undefined): void {
  const refresh = useRefreshBalances()
  const ended = bot && `${bot.started_at} ${bot.figures.trades}`
  const before = useRef(ended)
  useEffect(() => {
    if (before.current !== undefined && before.current !== ended) refresh()
    before.current = ended
  }, [ended, refresh])
}

/** Handles a group that was deleted elsewhere: the page reads its groups again and says so. */
export function useDeletedGroup(error: Error | null): void {
  const client = useQueryClient()
  const gone = error instanceof WireFault && error.status === 404
  useEffect(() => {
    if (gone) void client.invalidateQueries({ queryKey: walletsKey, exact: true })
  }, [gone, client])
}
