import { BOT_STATUS_POLL_MS } from '@purser/contract/limits.ts'
import { listBotTrades, listBotWallets } from '@purser/contract/trading-bots/trading-bot-trades.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { botKey } from '../use-bot.ts'

export const tradesKey = (groupId: number) => [...botKey(groupId), 'trades']
export const botWalletsKey = (groupId: number) => [...botKey(groupId), 'wallets']

type Page = { next?: string | undefined }
type List<P extends Page> = {
  queryKey: (string | number)[]
  load: (query: { before?: string }, signal: AbortSignal) => Promise<P>
  running: boolean
}

/** Kept live by messages; polled while the bot runs, in case the channel is closed. */
const usePages = <P extends Page>({ queryKey, load, running }: List<P>) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam === '' ? {} : { before: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: running ? BOT_STATUS_POLL_MS : false,
  })

/** Newest first. */
export const useBotTrades = (groupId: number, running: boolean) =>
  usePages({
    queryKey: tradesKey(groupId),
    load: (query, signal) => call(listBotTrades, { query: { groupId, ...query }, signal }),
    running,
  })

/** The effect on each wallet, the next to trade first. */
export const useBotWallets = (groupId: number, running: boolean) =>
  usePages({
    queryKey: botWalletsKey(groupId),
    load: (query, signal) => call(listBotWallets, { query: { groupId, ...query }, signal }),
    running,
  })
