import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useLayoutEffect, useRef, useState } from 'react'
import type { EditPlan } from '#features/strategies/index.ts'
import { ErrorBox } from '#ui/error-box.tsx'
import { ChatMessageView } from './chat-message.tsx'
import type { ScreenMessage } from './messages.ts'
import type { useChat } from './use-chat.ts'
import css from './chat-panel.module.css'

type Props = { chat: ReturnType<typeof useChat>; active: boolean }

/** The messages, and what can be done with the last plan and the last question. */
export function ChatMessages({ chat, active }: Props) {
  const { history, busy } = chat
  const { messages } = history
  const box = useRef<HTMLDivElement>(null)
  /** The editor tells itself that it is at work, and must not be scrolled away before it is answered. */
  const [editing, setEditing] = useState(false)
  const answers = busy && !editing
  const count = messages.length
  const showsPlan = messages.at(-1)?.plan !== undefined
  // Keeps the newest message in view as they arrive.
  useLayoutEffect(() => {
    const it = box.current
    if (!it || (count === 0 && !answers)) return
    it.scrollTop = it.scrollHeight
    // A plan is read from its head; what can be done with it stays in sight below.
    const last = showsPlan && !answers ? it.querySelector('[data-role]:last-of-type') : null
    if (last instanceof HTMLElement) it.scrollTop = Math.min(it.scrollTop, topOf(last, it.clientHeight))
  }, [count, answers, showsPlan])
  /** What was clicked is gone: the focus goes to where its answer appears. */
  const toAnswer = () => box.current?.focus({ preventScroll: true })
  const reply = (text: string) => {
    if (chat.reply(text)) toAnswer()
  }
  const lastPlan = messages.findLast((message) => message.plan !== undefined)
  const edit: EditPlan = async (changes) => {
    setEditing(true)
    const refusal = await chat.edit(changes, lastPlan?.plan?.hash ?? undefined)
    setEditing(false)
    if (refusal === undefined) toAnswer()
    return refusal
  }
  const isOpen = (message: ScreenMessage) => message === lastPlan && !message.plan?.executed && !active
  return (
    <div ref={box} className={css.messages} role="log" aria-label="Messages" tabIndex={0}>
      {history.phase === 'loading' && [220, 300, 180].map((w) => <Skeleton key={w} h={38} w={w} mb={10} />)}
      {history.phase === 'failed' && <ErrorBox message={history.error ?? ''} onRetry={history.reload} />}
      {withSentences(messages).map(([message, sentence]) => (
        <ChatMessageView
          key={message.key}
          message={message}
          sentence={sentence}
          isReplaced={message.plan !== undefined && message !== lastPlan && !message.plan.executed}
          onEdit={isOpen(message) ? edit : undefined}
          onExecute={
            isOpen(message) && message.plan?.feasible && !busy
              ? (key, plan) => {
                  void chat.confirm(key, plan)
                  toAnswer()
                }
              : undefined
          }
          onReply={message === messages.at(-1) && !busy ? reply : undefined}
        />
      ))}
      {answers && (
        <div className={css.typing} role="status">
          <span className={css.dots} aria-hidden="true" />
          {chat.status ?? 'Working on it'}
        </div>
      )}
    </div>
  )
}

/** Each message with what the user had said last before it. */
function withSentences(messages: ScreenMessage[]): [message: ScreenMessage, sentence: string][] {
  let said = ''
  return messages.map((message) => {
    if (message.role === 'user') said = message.content
    return [message, said]
  })
}

/** From where on the figures of its plan are in sight: its own top, unless what comes before them is too long. */
function topOf(message: HTMLElement, height: number): number {
  const plan = message.querySelector('dl')?.parentElement
  if (!plan) return message.offsetTop
  const above = plan.getBoundingClientRect().top - message.getBoundingClientRect().top
  return above + plan.offsetHeight <= height ? message.offsetTop : message.offsetTop + above
}
