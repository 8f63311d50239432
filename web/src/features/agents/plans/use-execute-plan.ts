import { getAgentStatus, startStrategy, stopStrategy } from '@purser/contract/agents/agents.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#wire/api.ts'
import { draftCache } from '#wire/storage/caches.ts'
import type { CardPlan } from '#wire/storage/chat-cards.ts'
import { sentence } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { pause } from '#wire/retry.ts'
import { replies } from '../messages/replies.ts'
import { agentKey, agentsKey } from '../use-agents.ts'
import type { History } from '../messages/use-history.ts'
import { executedPlan, shownKey } from './use-shown-plans.ts'

/** The longest that an order in flight may delay the end of the running strategy. */
const STOP_LOOKS = 60
const STOP_LOOK_MS = 1_000

/** Starts plans exactly as shown, each with the wallets that it was shown with. */
export function useExecutePlan(agentId: number, { say }: History) {
  const client = useQueryClient()
  const params = { id: agentId }

  /** One key per shown plan: a second click after a lost answer repeats the first start. */
  const keys = useRef(new Map<number, string>())
  const keyOf = (planId: number) => {
    const key = keys.current.get(planId) ?? newKey()
    keys.current.set(planId, key)
    return key
  }
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: agentKey(agentId) }),
      client.invalidateQueries({ queryKey: agentsKey }),
      client.invalidateQueries({ queryKey: shownKey(agentId) }),
    ])

  /** Resolves once it runs and the page shows it, or it has been refused. */
  const execute = async ({ plan, terms }: CardPlan, code?: string): Promise<void> => {
    if (!terms) return
    say('system', replies.confirmed)
    const strategy = {
      parsedStrategy: plan,
      tokenAddress: plan.token_address,
      walletAddresses: terms.wallet_addresses,
      groupId: terms.group_id,
    }
    draftCache.write(agentId, strategy)
    const body = { strategy, ...(code === undefined ? {} : { code }) }
    try {
      const started = await call(startStrategy, { params, body, key: keyOf(terms.id) })
      executedPlan(client, agentId, terms.id, started.strategyId)
      say('system', started.message || replies.deployed)
      say('system', replies.stopFirst)
    } catch (error) {
      say('system', `Failed to start the strategy: ${sentence(error, 'Unknown error')}`, { isError: true })
    }
    await refresh()
  }

  /** True once no order of the stopped strategy is in flight. */
  const stopRunning = async (): Promise<boolean> => {
    let { status } = await call(stopStrategy, { params, body: {}, key: newKey() })
    for (let look = 0; status !== 'stopped' && look < STOP_LOOKS; look++) {
      await pause(STOP_LOOK_MS)
      ;({ status } = await call(getAgentStatus, { params }))
    }
    return status === 'stopped'
  }

  /** If the running strategy cannot be stopped nothing is started. */
  const replace = async (plan: CardPlan, code?: string): Promise<void> => {
    try {
      if (await stopRunning()) return await execute(plan, code)
      say('system', replies.stillStopping, { isError: true })
    } catch (error) {
      say('system', `Error stopping strategy: ${sentence(error, 'Unknown error')}`, { isError: true })
    }
    await refresh()
  }
  return { execute, replace }
}
