import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { EditPlan } from '#features/strategies/index.ts'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { ChatMessageView } from './chat-message.tsx'
import type { ScreenMessage } from '../messages/screen-message.ts'
import type { PlanActions } from '../plans/plan-message.tsx'
import type { useChat } from './use-chat.ts'
import { statusOf, useShownPlans } from '../plans/use-shown-plans.ts'
import css from './chat-panel.module.css'

type Props = {
  agentId: number
  chat: ReturnType<typeof useChat>
  active: boolean
}

/** The messages, and the actions on the last plan and the last question. */
export function ChatMessages({ agentId, chat, active }: Props) {
  const { history, busy } = chat
  const { messages } = history
  const shown = useShownPlans(agentId)
  /** The editor shows its own progress, and must not be scrolled away before its answer. */
  const [editing, setEditing] = useState(false)
  const answers = busy && !editing
  const [openKeys, fold] = useDetails(messages)
  const box = useNewestInView(messages, answers)
  /** The clicked button is gone: the focus goes to the place where its answer appears. */
  const toAnswer = () => box.current?.focus({ preventScroll: true })
  const reply = (text: string) => {
    if (chat.reply(text)) toAnswer()
  }
  const send = (text: string) => {
    if (chat.send(text)) toAnswer()
  }
  const lastPlan = messages.findLast((message) => message.plan !== undefined)
  const offered =
    lastPlan?.plan && statusOf(lastPlan.plan, shown, true)?.state === 'offered'
      ? { ...lastPlan, plan: lastPlan.plan }
      : undefined
  const edit: EditPlan = async (changes) => {
    setEditing(true)
    const refusal = await chat.edit(changes, lastPlan?.plan?.hash ?? undefined)
    setEditing(false)
    if (refusal === undefined) toAnswer()
    return refusal
  }
  const actions: PlanActions = {
    agentId,
    active,
    busy,
    execute: ({ plan }, code) => {
      toAnswer()
      if (plan) void chat.confirm(plan, code)
    },
    replace: ({ plan }, code) => {
      toAnswer()
      if (plan) void chat.replace(plan, code)
    },
    check: (plan) => {
      toAnswer()
      void chat.check(plan)
    },
  }
  return (
    <div ref={box} className={css.messages} role="log" aria-label="Messages" tabIndex={0}>
      {history.phase === 'loading' && [220, 300, 180].map((w) => <Skeleton key={w} h={38} w={w} mb={10} />)}
      {history.phase === 'failed' && <ErrorBox message={history.error ?? ''} onRetry={history.reload} />}
      {withSentences(messages).map(([message, sentence]) => {
        const isLast = message === lastPlan
        const status = message.plan && statusOf(message.plan, shown, isLast)
        return (
          <ChatMessageView
            key={message.key}
            message={message}
            sentence={sentence}
            status={status}
            actions={actions}
            onEdit={isLast && status?.is_last !== false ? edit : undefined}
            details={{
              isOpen: openKeys.has(message.key),
              onToggle: (isOpen) => fold(message.key, isOpen),
            }}
            onReply={message === messages.at(-1) && !busy ? reply : undefined}
            onSend={message === messages.at(-1) && !busy ? send : undefined}
            offered={message === messages.at(-1) ? offered : undefined}
          />
        )
      })}
      {answers && (
        <div className={css.typing} role="status">
          <span className={css.dots} aria-hidden="true" />
          {chat.status ?? 'Working on it'}
        </div>
      )}
    </div>
  )
}

/** Scrolls to the end of the chat; of a plan to its beginning, with its figures and its buttons. */
function useNewestInView(messages: ScreenMessage[], answers: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const count = messages.length
  const isPlan = messages.at(-1)?.plan !== undefined
  useLayoutEffect(() => {
    const { current } = box
    if (!current || (count === 0 && !answers)) return
    const newest = current.querySelectorAll<HTMLElement>('[data-role]').item(count - 1)
    current.scrollTop = isPlan && !answers && newest ? newest.offsetTop - EDGE : current.scrollHeight
  }, [count, isPlan, answers])
  return box
}
const EDGE = 4

/** The details that were opened (true) or closed, by the key of their plan. */
type Folds = Record<string, boolean>

/** The plans with open details, by key, and the way to open or close them. */
function useDetails(messages: ScreenMessage[]) {
  const [folds, setFolds] = useState<Folds>({})
  const fold = (key: string, isOpen: boolean) => setFolds((before) => ({ ...before, [key]: isOpen }))
  return [listOpen(messages, folds), fold] as const
}

/** The plans with open details. A changed plan begins as the one before it was. */
function listOpen(messages: ScreenMessage[], folds: Folds): Set<string> {
  const open = new Set<string>()
  let before = false
  for (const { key, plan } of messages) {
    if (plan === undefined) continue
    const isChanged = (plan.changes?.length ?? 0) > 0
    before = folds[key] ?? (isChanged && before)
    if (before) open.add(key)
  }
  return open
}

/** Each message with the user's last message before it. */
function withSentences(messages: ScreenMessage[]): [message: ScreenMessage, sentence: string][] {
  let said = ''
  return messages.map((message) => {
    if (message.role === 'user') said = message.content
    return [message, said]
  })
}
