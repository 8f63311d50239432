import {
  getAgent,
  pauseStrategy,
  resumeStrategy,
  startStrategy,
  stopStrategy,
  type AgentDetail,
  type AgentState,
} from '@purser/contract/agents.ts'
import { closePosition } from '@purser/contract/agent-desk.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#wire/api.ts'
import { sentence, WireFault } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { useOnce } from '#wire/use-once.ts'
import type { From, RestartChoice } from './restart-modal.tsx'
import { agentKey, agentsKey, strategiesKey } from './use-agents.ts'

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

type Props = { agentId: number; strategyId: string | null; complain: (line: string) => Promise<void> }

/** Start, stop, pause, resume and close; one at a time, failures become lines in the terminal. */
export function useStrategy({ agentId, strategyId, complain }: Props) {
  const client = useQueryClient()
  const [working, setWorking] = useState<Verb | 'close'>()
  const once = useOnce()

  const [choice, setChoice] = useState<RestartChoice>()

  /** Set when the strategy has traded: the user chooses where it starts. Refetched, as it may have progressed. */
  const choiceOf = async (): Promise<RestartChoice | undefined> => {
    const agent = await call(getAgent, { params: { id: agentId } })
    const strategy = agent.strategies.find(({ id }) => id === strategyId)
    return strategy?.restart ? { strategy, restart: strategy.restart } : undefined
  }

  const ask = async (verb: Verb, from?: From): Promise<AgentState> => {
    const params = { id: agentId }
    if (verb === 'start') {
      const body = { external_id: strategyId ?? '', ...(from ? { from } : {}) }
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

  /** One at a time; what goes wrong is a line in the terminal. */
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

  const act = (verb: Verb, from?: From) =>
    work(verb, async () => {
      const open = verb === 'start' && from === undefined ? await choiceOf() : undefined
      setChoice(open)
      return open ? undefined : ask(verb, from)
    })

  /** Sells all that it holds and ends it. Asked again after no answer, it is the same request. */
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
    /** Set while the user is asked where to start. */
    choice,
    choose: (from: From) => {
      setChoice(undefined)
      void act('start', from)
    },
    dismiss: () => setChoice(undefined),
  }
}
