import { BOT_RECHECK_MS } from '@purser/contract/limits.ts'
import {
  type Bot,
  getBotParameters,
  getBotStatus,
  startBot,
  stopBot,
} from '@purser/contract/trading-bots/trading-bots.ts'
import { botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { BotStatus } from '@purser/contract/wallets/wallet-groups.ts'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type AnswerOf, call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { useOnce } from '#wire/use-once.ts'
import { isPaused, nextPoll, pausePolling, resumePolling } from './poll-pause.ts'

export const botKey = (groupId: number) => ['trading-bot', groupId]
export const statusKey = (groupId: number) => [...botKey(groupId), 'status']
export const parametersKey = (groupId: number) => [...botKey(groupId), 'parameters']

const FRESH_MS = 5_000

/** Polled every 10 s, except for 15 s after a stop. */
export const useBotStatus = (groupId: number) =>
  useQuery({
    queryKey: statusKey(groupId),
    queryFn: ({ signal }) => call(getBotStatus, { query: { groupId }, signal }),
    refetchInterval: () => nextPoll(groupId, Date.now()),
    staleTime: () => (isPaused(groupId, Date.now()) ? Number.POSITIVE_INFINITY : FRESH_MS),
    refetchOnWindowFocus: true,
  })

export const useBotParameters = (groupId: number) =>
  useQuery({
    queryKey: parametersKey(groupId),
    queryFn: ({ signal }) => call(getBotParameters, { query: { groupId }, signal }),
    // Another tab may have saved others.
    refetchOnWindowFocus: true,
  })

type Status = AnswerOf<typeof getBotStatus>
export const botOf = (status: Status | undefined, groupId: number): Bot | undefined =>
  status?.bots.find((bot) => bot.wallet_group_id === groupId)

/** Shows it at once, before the next poll. */
function show(client: QueryClient, groupId: number, status: BotStatus): void {
  client.setQueryData<Status>(
    statusKey(groupId),
    (known) =>
      known && {
        ...known,
        bots: known.bots.map((bot) =>
          bot.wallet_group_id === groupId
            ? { ...bot, status, ...(status === 'inactive' ? { next_trade_at: null, notice: null } : {}) }
            : bot,
        ),
      },
  )
}

/** Reads the status again a second after a start or stop that failed. */
function useRecheck(groupId: number): () => void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void client.refetchQueries({ queryKey: statusKey(groupId) }),
      BOT_RECHECK_MS,
    )
  }
}

type Wanted = {
  mint: string
  /**
   * The start of the previous run: a start or stop of another run is another request, whatever became of the last one.
   */
  startedAt: string | null | undefined
}

/** A start that was confirmed; `done` once the bot is on screen. */
export function useStart(groupId: number, done: () => void) {
  const client = useQueryClient()
  const once = useOnce()
  const recheck = useRecheck(groupId)
  const running = useRef(false)
  const start = useMutation({
    mutationFn: (wanted: Wanted) =>
      once(wanted, (key) =>
        call(startBot, { body: { groupId, mintAddress: wanted.mint, updateConfigStatus: true }, key }),
      ),
    gcTime: 0,
    onError: recheck,
    onSuccess: async ({ status }) => {
      resumePolling(groupId)
      show(client, groupId, status)
      await client.invalidateQueries({ queryKey: botKey(groupId) })
      done()
    },
    onSettled: () => {
      running.current = false
    },
  })
  return {
    start(wanted: Wanted): void {
      // A second click before the first is on screen.
      if (running.current) return
      running.current = true
      start.mutate(wanted)
    },
    starting: start.isPending,
    startError: start.error ? botTexts.startFailed(sentence(start.error)) : undefined,
    forget: start.reset,
  }
}
export type Start = ReturnType<typeof useStart>

/** A stop: certain with its answer, or 'stopping' while a trade is not certain; then polling of the status goes on. */
export function useStop(groupId: number) {
  const client = useQueryClient()
  const once = useOnce()
  const recheck = useRecheck(groupId)
  const running = useRef(false)
  /** The bot on screen has the start of the previous run until it is read again. */
  const forgotten = useRef(0)
  const stop = useMutation({
    mutationFn: ({ id: botId, started_at }: Bot) =>
      once([botId, started_at, forgotten.current], (key) => call(stopBot, { body: { botId, groupId }, key })),
    gcTime: 0,
    onError: recheck,
    onSuccess: async ({ status }) => {
      // An answer from before the stop must not come after it.
      await client.cancelQueries({ queryKey: statusKey(groupId) })
      if (status === 'inactive') pausePolling(groupId, Date.now())
      show(client, groupId, status)
    },
    onSettled: () => {
      running.current = false
    },
  })
  return {
    stop(bot: Bot): void {
      // A second click before the first is on screen.
      if (running.current) return
      running.current = true
      stop.mutate(bot)
    },
    stopping: stop.isPending,
    stopError: stop.error ? botTexts.stopFailed(sentence(stop.error)) : undefined,
    /** Called once the bot is stopped, before another run: a stop of that is another request. */
    forget(): void {
      forgotten.current++
      stop.reset()
    },
  }
}
