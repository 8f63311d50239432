import { listShownPlans, type ShownStatus } from '@purser/contract/agents/shown-plans.ts'
import { storageKeys } from '@purser/contract/storage.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#wire/api.ts'
import type { CardPlan } from '#wire/storage/chat-cards.ts'
import { onOtherTab } from '#wire/storage/storage.ts'

/** It is not below the agent's own key, which every trade refetches. */
export const shownKey = (agentId: number) => ['plans', agentId]

/** The status of the plans of this chat. It follows other tabs, too. */
export function useShownPlans(agentId: number): ShownStatus[] | undefined {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: shownKey(agentId),
    queryFn: ({ signal }) => call(listShownPlans, { params: { id: agentId }, signal }),
    refetchOnWindowFocus: 'always',
  })
  useEffect(
    // Each tab stores the messages of its chat: another plan may be the last then.
    () =>
      onOtherTab(
        storageKeys.chat(agentId),
        () => void client.invalidateQueries({ queryKey: shownKey(agentId) }),
      ),
    [client, agentId],
  )
  return query.data
}

/** Notes a plan that was just shown: it takes the place of earlier ones, like on the server. */
export function showedPlan(client: QueryClient, agentId: number, id: number, feasible: boolean): void {
  const shown = { id, executed_at: null, strategy_id: null, is_last: true }
  client.setQueryData<ShownStatus[]>(shownKey(agentId), (known = []) => [
    { ...shown, state: feasible ? 'offered' : 'infeasible' },
    ...known.filter((one) => one.id !== id).map((one) => displaced(one, feasible)),
  ])
  void client.invalidateQueries({ queryKey: shownKey(agentId) })
}

/** Notes a plan that was just started: it is executed on the server. */
export function executedPlan(client: QueryClient, agentId: number, id: number, strategyId: string): void {
  const executed = {
    state: 'executed',
    executed_at: new Date().toISOString(),
    strategy_id: strategyId,
  } as const
  client.setQueryData<ShownStatus[]>(shownKey(agentId), (known) =>
    known?.map((one) => (one.id === id ? { ...one, ...executed } : one)),
  )
}

/** A plan that is not feasible does not replace the offered one. */
function displaced(one: ShownStatus, feasible: boolean): ShownStatus {
  const goes = one.state === 'infeasible' || (feasible && one.state === 'offered')
  return { ...one, is_last: false, state: goes ? 'superseded' : one.state }
}

const GONE = { state: 'superseded', is_last: false, executed_at: null, strategy_id: null } as const
type Status = Omit<ShownStatus, 'id'>

/** The status of the plan of a message; while nothing is known, the last of the chat counts as offered. */
export function statusOf(
  { terms, feasible }: CardPlan,
  known: ShownStatus[] | undefined,
  isLastOfChat: boolean,
): Status {
  if (!terms) return GONE
  if (known) return known.find(({ id }) => id === terms.id) ?? GONE
  return isLastOfChat ? { ...GONE, state: feasible ? 'offered' : 'infeasible' } : GONE
}
