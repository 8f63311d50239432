import { getStoppable, stopAll, type Stoppable } from '@purser/contract/strategies/stop-all.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#wire/api.ts'
import { newKey } from '#wire/idempotency.ts'

const stoppableKey = ['stoppable']
/** Polling interval while an order in flight delays a stop. */
const STOPPING_MS = 1_000

/** Running things, and the request that stops all of them, with one idempotency key for all tries. */
export function useStopAll() {
  const client = useQueryClient()
  const [key] = useState(newKey)
  const stop = useMutation({
    mutationFn: () => call(stopAll, { key }),
    onSuccess: () => client.invalidateQueries(),
  })
  const waits = (stop.data?.stopping ?? 0) > 0
  const running = useQuery({
    queryKey: stoppableKey,
    queryFn: ({ signal }) => call(getStoppable, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (waits && (state.data?.strategies.length ?? 1) > 0 ? STOPPING_MS : false),
  })
  return { running, stop }
}

const many = (n: number, one: string, more: string) => `${n.toLocaleString('en')} ${n === 1 ? one : more}`

/** The things that are stopped besides the strategies, one sentence each. */
export function sentencesOf(running: Stoppable): string[] {
  const { top_ups, trading_bots: bots, transfers_waiting, transfers_under_way } = running
  const [waiting, left] = [transfers_waiting.length, transfers_under_way.length]
  return [
    top_ups
      ? 'Automatic top-up is switched off. You can switch it on again on the SOL Distribution page.'
      : '',
    bots > 0
      ? `${many(bots, 'trading bot of a wallet group is', 'trading bots of wallet groups are')} stopped; a trade in flight is carried through to its end.`
      : '',
    waiting > 0
      ? `${many(waiting, 'operation that has not started is', 'operations that have not started are')} cancelled; nothing of it is sent.`
      : '',
    left > 0
      ? `${many(left, 'operation is already being sent and is carried through to its end', 'operations are already being sent and are carried through to their end')}: money is never stopped half way.`
      : '',
  ].filter(Boolean)
}
