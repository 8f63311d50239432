import type { ParsedInstruction } from '@purser/contract/agents.ts'
import { HTTP_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { AgentChatMessage, type ResumeChat } from '@purser/contract/live.ts'
import { useEffect, useRef, useState } from 'react'
import { listen, tell } from '#wire/live.ts'
import { serverDown } from '#wire/fault.ts'
import { liveKind } from './live-message.ts'
import type { Extras } from './messages.ts'
import { parseFailure } from './parse-failure.ts'
import { keepWait, onScreen, waitingFor, waitOf } from './waiting.ts'

const resume = (externalId: string) =>
  tell('chat', externalId, { type: 'resume', externalId } satisfies ResumeChat)

type Props = {
  agent: { id: number; external_id: string }
  /** The history is on screen: before that nothing can be added to it. */
  ready: boolean
  offer: (
    parsed: Pick<
      ParsedInstruction,
      'parsedPlan' | 'feasible' | 'explanation' | 'assumptions' | 'changes' | 'preview'
    >,
  ) => void
  say: (role: 'system', content: string, extras?: Extras) => void
}

/** What follows later on the chat channel, also after a visit elsewhere: status lines, then a plan or an answer. */
export function useLiveChat({ agent, ready, offer, say }: Props) {
  const [kept] = useState(() => waitOf(agent.id))
  const [wanted, setWanted] = useState<'plan' | 'answer' | undefined>(kept?.for)
  const [status, setStatus] = useState<string>()
  const wantedNow = useRef(wanted)
  useEffect(() => {
    wantedNow.current = wanted
  }, [wanted])
  const last = useRef('')
  /** The call is answered: from now on what was missed can be asked for. */
  const answered = useRef(kept !== undefined)
  const since = useRef(kept?.since)
  const isReady = useRef(ready)
  useEffect(() => {
    isReady.current = ready
    if (ready && answered.current) resume(agent.external_id)
  }, [ready, agent.external_id])

  useEffect(() => {
    onScreen.add(agent.id)
    const done = () => {
      wantedNow.current = undefined
      answered.current = false
      setWanted(undefined)
      setStatus(undefined)
      waitingFor.delete(agent.id)
    }
    const stop = listen({
      kind: 'chat',
      externalId: agent.external_id,
      schema: AgentChatMessage,
      onState: ({ phase }) => {
        if (phase === 'open' && answered.current && isReady.current) resume(agent.external_id)
      },
      onMessage: (message) => {
        // Only the tab that asked shows and saves; others find it in the history.
        if (message.agent_id !== agent.id || wantedNow.current === undefined) return
        // Asked for again once there is a history to stand in.
        if (!isReady.current) return
        const kind = liveKind(message, wantedNow.current === 'plan')
        const text = message.content ?? message.update ?? ''
        if (kind === 'status') return setStatus(text)
        const same = JSON.stringify(message)
        if (kind === 'drop' || same === last.current) return
        last.current = same
        done()
        if (message.data?.parsed?.success === false) say('system', text, { isError: true })
        else if (message.data)
          offer({
            parsedPlan: message.data.plan,
            feasible: message.data.feasible,
            explanation: text || (message.data.parsed?.explanation ?? ''),
            assumptions: message.data.parsed?.assumptions ?? [],
            changes: message.data.parsed?.changes,
            preview: message.data.parsed?.preview,
          })
        else say('system', text)
      },
    })
    return () => {
      onScreen.delete(agent.id)
      stop()
    }
  }, [agent.id, agent.external_id, offer, say])

  useEffect(() => {
    if (!wanted || !ready) return
    const left = HTTP_TIMEOUT_MS - (Date.now() - (since.current ?? Date.now()))
    const late = setTimeout(
      () => {
        answered.current = false
        setWanted(undefined)
        setStatus(undefined)
        waitingFor.delete(agent.id)
        say('system', parseFailure(serverDown(0)), { isError: true })
      },
      Math.max(0, left),
    )
    return () => clearTimeout(late)
  }, [wanted, ready, agent.id, say])

  /** From before the instruction is sent: what follows on the channel may be here before the answer of the call. */
  const expect = () => {
    waitingFor.add(agent.id)
    last.current = ''
    wantedNow.current = 'plan'
  }
  /** Unless it came already. */
  const wait = (forPlan: boolean) => {
    if (wantedNow.current === undefined) return
    answered.current = true
    since.current = Date.now()
    const wish = forPlan ? 'plan' : 'answer'
    keepWait(agent.id, { since: since.current, for: wish })
    setWanted(wish)
  }
  const expectNothing = () => {
    waitingFor.delete(agent.id)
    wantedNow.current = undefined
    setStatus(undefined)
  }
  return { waiting: wanted !== undefined, status, expect, wait, expectNothing }
}
