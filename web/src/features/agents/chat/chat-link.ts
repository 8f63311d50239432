/** A message that another page sends to an agent's chat, in the state of the history: no link from elsewhere can. */
import { INSTRUCTION_MAX } from '@purser/contract/limits.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { paths } from '#app/paths.ts'

const LinkState = z.object({ say: z.string().check(z.minLength(1), z.maxLength(INSTRUCTION_MAX)) })

/** The target of a link that sends a message; without an agent the dashboard waits until there is one. */
export const linkToChat = (say: string) => ({ to: paths.dashboard, state: { say } })

type Chat = { busy: boolean; history: { phase: string }; send: (text: string) => boolean }

/** Sends the message that the page was opened with once, when the chat is ready. A reload finds nothing to send. */
export function useLinkedMessage(chat: Chat): void {
  const location = useLocation()
  const navigate = useNavigate()
  const message = LinkState.safeParse(location.state).data?.say
  const sentFor = useRef<string>(undefined)
  const ready = chat.history.phase === 'ready' && !chat.busy
  const send = useEffectEvent((text: string) => {
    // It is sent once for each navigation, though the history is changed a moment later.
    if (sentFor.current === location.key || !chat.send(text)) return
    sentFor.current = location.key
    void navigate(location, { replace: true, state: null })
  })
  useEffect(() => {
    if (message !== undefined && ready) send(message)
  }, [message, ready])
}
