import { startStrategy } from '@purser/contract/agents.ts'
import type { Plan } from '@purser/contract/plan.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#wire/api.ts'
import { draftCache } from '#wire/caches.ts'
import { sentence } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { replies } from './replies.ts'
import { agentKey, agentsKey } from './use-agents.ts'
import type { History } from './use-history.ts'

/** `groupId`: the group that the wallets are of, if one is chosen. */
type Funds = { wallets: string[]; groupId: number | null }

/** Starts the plan of a message, which is marked once it was started. */
export function useExecutePlan(agentId: number, { wallets, groupId }: Funds, { say, executed }: History) {
  const client = useQueryClient()

  /** One key per plan as shown: a second click after a lost answer repeats the first start. */
  const keys = useRef(new Map<string, string>())
  const keyOf = (request: string) => {
    const key = keys.current.get(request) ?? newKey()
    keys.current.set(request, key)
    return key
  }

  const execute = async (messageKey: string, plan: Plan) => {
    say('system', replies.confirmed)
    const strategy = {
      parsedStrategy: plan,
      tokenAddress: plan.token_address,
      walletAddresses: wallets,
      groupId,
    }
    draftCache.write(agentId, strategy)
    try {
      const started = await call(startStrategy, {
        params: { id: agentId },
        body: { strategy },
        key: keyOf(`${messageKey} ${JSON.stringify(strategy)}`),
      })
      executed(messageKey)
      say('system', started.message || replies.deployed)
      say('system', replies.stopFirst)
    } catch (error) {
      say('system', `Failed to start the strategy: ${sentence(error, 'Unknown error')}`, { isError: true })
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: agentKey(agentId) }),
      client.invalidateQueries({ queryKey: agentsKey }),
    ])
  }
  return execute
}
