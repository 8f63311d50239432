import type { ParsedInstruction } from '@purser/contract/agents/agents.ts'
import { HTTP_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { AgentChatMessage, type ResumeChat } from '@purser/contract/live.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { send, subscribe } from '#wire/live/channel.ts'
import { serverDown } from '#wire/fault.ts'
import { liveKind } from './live-message.ts'
import type { Extras } from './screen-message.ts'
import { parseFailure } from './parse-failure.ts'
import { onScreen, pendingReplies } from './pending-replies.ts'

const resume = (externalId: string) =>
  send('chat', externalId, { type: 'resume', externalId } satisfies ResumeChat)

export type Offered = Pick<
  ParsedInstruction,
  | 'parsedPlan'
  | 'plan_hash'
  | 'feasible'
  | 'explanation'
  | 'assumptions'
  | 'reading'
  | 'question'
  | 'changes'
  | 'preview'
  | 'shown'
  | 'transfer'
  | 'answer'
  | 'actions'
  | 'suggestions'
  | 'understood_as'
>
type Props = {
  agent: { id: number; external_id: string }
  /** The history is loaded: before that nothing can be added to it. */
  ready: boolean
  offer: (parsed: Offered, saved?: boolean) => void
  say: (role: 'system', content: string, extras?: Extras) => void
}

/** `text`: the content of the message, which repeats the figures of an answer's card. */
function toOffered({ plan, feasible, parsed }: NonNullable<AgentChatMessage['data']>, text: string): Offered {
  const explanation = parsed?.explanation ?? ''
  return {
    parsedPlan: plan,
    plan_hash: parsed?.plan_hash ?? null,
    reading: parsed?.reading ?? [],
    question: parsed?.question ?? null,
    feasible,
    explanation: (parsed?.answer && explanation) || text || explanation,
    assumptions: parsed?.assumptions ?? [],
    changes: parsed?.changes,
    preview: parsed?.preview,
    shown: parsed?.shown,
    answer: parsed?.answer,
    transfer: parsed?.transfer,
    actions: parsed?.actions,
    suggestions: parsed?.suggestions,
    understood_as: parsed?.understood_as,
  }
}

/** Answers that arrive on the chat channel: status lines, then a plan or an answer. */
export function useLiveChat({ agent, ready, offer, say }: Props) {
  /** It is outside React state: the wait survives a switch to another agent and back. */
  const wanted = useSyncExternalStore(pendingReplies.subscribe, () => pendingReplies.get(agent.id))
  const [status, setStatus] = useState<string>()
  const last = useRef('')
  const isReady = useRef(ready)
  useEffect(() => {
    isReady.current = ready
    if (ready && pendingReplies.get(agent.id)?.answered) resume(agent.external_id)
  }, [ready, agent.id, agent.external_id])

  useEffect(() => {
    onScreen.add(agent.id)
    const done = () => {
      pendingReplies.delete(agent.id)
      setStatus(undefined)
    }
    const stop = subscribe({
      kind: 'chat',
      externalId: agent.external_id,
      schema: AgentChatMessage,
      onState: ({ phase }) => {
        if (phase === 'open' && isReady.current && pendingReplies.get(agent.id)?.answered)
          resume(agent.external_id)
      },
      onMessage: (message) => {
        // Only the tab that sent the message shows and saves; others find it in the history.
        const pending = pendingReplies.get(agent.id)
        if (message.agent_id !== agent.id || !pending) return
        // A resume may be answered with an outcome that the channel has brought already; and one that comes before the
        // history is loaded is requested again then.
        if (pendingReplies.wasShown(agent.id, message.parse) || !isReady.current) return
        const kind = liveKind(message, pending.kind === 'plan')
        const text = message.content ?? message.update ?? ''
        if (kind === 'status') return setStatus(text)
        const same = JSON.stringify(message)
        if (kind === 'drop' || same === last.current) return
        last.current = same
        pendingReplies.showed(agent.id, message.parse)
        done()
        const { data } = message
        if (data && data.parsed?.success !== false) offer(toOffered(data, text), pending.saved)
        else say('system', text, data ? { isError: true } : {})
      },
    })
    return () => {
      onScreen.delete(agent.id)
      stop()
    }
  }, [agent.id, agent.external_id, offer, say])

  useEffect(() => {
    if (!wanted || !ready) return
    const late = setTimeout(
      () => {
        pendingReplies.delete(agent.id)
        setStatus(undefined)
        if (!wanted.saved) say('system', parseFailure(serverDown(0)), { isError: true })
      },
      Math.max(0, wanted.since + HTTP_TIMEOUT_MS - Date.now()),
    )
    return () => clearTimeout(late)
  }, [wanted, ready, agent.id, say])

  /** Called before the instruction is sent: the channel may answer before the call does. */
  const expect = () => {
    last.current = ''
    pendingReplies.set(agent.id, { kind: 'plan', answered: false, since: Date.now() })
  }
  /** Does nothing if the answer has already arrived. */
  const wait = (forPlan: boolean) => {
    if (pendingReplies.get(agent.id))
      pendingReplies.set(agent.id, { kind: forPlan ? 'plan' : 'answer', answered: true, since: Date.now() })
  }
  const expectNothing = () => {
    pendingReplies.delete(agent.id)
    setStatus(undefined)
  }
  return { waiting: wanted !== undefined, status, expect, wait, expectNothing }
}
