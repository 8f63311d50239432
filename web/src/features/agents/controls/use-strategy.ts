import {
  getAgent,
  pauseStrategy,
  resumeStrategy,
  startStrategy,
  stopStrategy,
  type AgentDetail,
  type AgentState,
} from '@purser/contract/agents/agents.ts'
import { closePosition } from '@purser/contract/agents/agent-desk.ts'
import { FREE_SLIPPAGE_BPS } from '@purser/contract/limits.ts'
import { getSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#wire/api.ts'
import { sentence, WireFault } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { useOnce } from '#wire/use-once.ts'
import type { From, RestartChoice } from './restart-modal.tsx'
import { agentKey, agentsKey, strategiesKey } from '../use-agents.ts'

export type Verb = 'start' | 'stop' | 'pause' | 'resume'
const controls = { stop: stopStrategy, pause: pauseStrategy, resume: resumeStrategy }
const complaints: Record<Verb | 'close', string> = {
  close: 'Error closing the position',
  start: 'Error restarting strategy',
  stop: 'Error stopping strategy',
  pause: 'Error pausing strategy',
  resume: 'Error resuming strategy',
}
const after: Record<Exclude<Verb, 'start'>, AgentState> = {
  stop: 'stopped',
  pause: 'paused',
  resume: 'running',
}

/** It can only start with a mailed code; see slippage-code.tsx. */
const needsCode = async ({ plan }: Strategy): Promise<boolean> =>
  plan.slippage_bps > FREE_SLIPPAGE_BPS && (await call(getSpendingLimits)).limits !== null

type Props = { agentId: number; strategyId: string | null; complain: (line: string) => Promise<void> }

/** Start, stop, pause, resume and close; one at a time, failures become lines in the terminal. */
export function useStrategy({ agentId, strategyId, complain }: Props) {
  const client = useQueryClient()
  const [working, setWorking] = useState<Verb | 'close'>()
  const once = useOnce()

  const [choice, setChoice] = useState<RestartChoice>()

  /** The user chooses where a strategy that has traded starts. It is refetched, since it may have progressed. */
  const choiceOf = async (): Promise<RestartChoice | undefined> => {
    const agent = await call(getAgent, { params: { id: agentId } })
    const strategy = agent.strategies.find(({ id }) => id === strategyId)
    return strategy && { strategy, restart: strategy.restart ?? null }
  }

  const ask = async (verb: Verb, from?: From, code?: string): Promise<AgentState> => {
    const params = { id: agentId }
    if (verb === 'start') {
      const body = {
        external_id: strategyId ?? '',
        ...(from ? { from } : {}),
        ...(code === undefined ? {} : { code }),
      }
      await call(startStrategy, { params, body, key: newKey() })
      return 'running'
    }
    try {
      return (await call(controls[verb], { params, body: { strategyId }, key: newKey() })).status
    } catch (error) {
      // An error answer with status 200 counts as success.
      if (error instanceof WireFault && error.status === 200) return after[verb]
      throw error
    }
  }

  /** One at a time; failures become lines in the terminal. */
  const work = async (what: Verb | 'close', doing: () => Promise<AgentState | undefined>) => {
    if (working) return
    setWorking(what)
    try {
      const status = await doing()
      if (status === undefined) return setWorking(undefined)
      client.setQueryData<AgentDetail>(agentKey(agentId), (agent) =>
        agent ? { ...agent, status, active: status !== 'stopped' } : agent,
      )
    } catch (error) {
      await complain(`${complaints[what]}: ${sentence(error, 'Unknown error')}`)
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: agentKey(agentId) }),
      client.invalidateQueries({ queryKey: agentsKey }),
      client.invalidateQueries({ queryKey: strategiesKey }),
    ])
    setWorking(undefined)
  }

  const act = (verb: Verb, from?: From, code?: string) =>
    work(verb, async () => {
      const found = verb === 'start' && from === undefined ? await choiceOf() : undefined
      const asks = found?.restart || (found && (await needsCode(found.strategy)))
      setChoice(asks ? found : undefined)
      return asks ? undefined : ask(verb, from, code)
    })

  /** Sells all that it holds and ends it. A repeat after no answer is the same request. */
  const close = () =>
    work('close', async () => {
      const body = { strategyId: strategyId ?? '' }
      const request = (key: string) => call(closePosition, { params: { id: agentId }, body, key })
      const { status, held, message } = await once({ agentId, ...body }, request)
      if (status === 'stopped' && held !== '0') await complain(`${complaints.close}: ${message}`)
      return status
    })

  return {
    working,
    act: (verb: Verb) => void act(verb),
    close: () => void close(),
    /** Set while the user is asked where to start, or for a code. */
    choice,
    choose: (from: From, code?: string) => {
      setChoice(undefined)
      void act('start', from, code)
    },
    dismiss: () => setChoice(undefined),
  }
}
