import { Button } from '@mantine/core'
import type { ShownStatus } from '@purser/contract/agents/shown-plans.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { transferAt } from '#app/paths.ts'
import { type DetailsFold, type EditPlan, ReadingLine } from '#features/strategies/index.ts'
import { KeysDownload } from '#features/wallets/index.ts'
import type { CardPlan } from '#wire/storage/chat-cards.ts'
import { AnswerCard } from './answer-card.tsx'
import { ChatActions } from './chat-actions.tsx'
import { ChatChoices } from './chat-choices.tsx'
import type { ScreenMessage } from '../messages/screen-message.ts'
import { type PlanActions, PlanButtons, PlanMessage } from '../plans/plan-message.tsx'
import css from './chat-panel.module.css'

type Props = {
  message: ScreenMessage
  /** The user's last message before it. */
  sentence: string
  /** The status of its plan. */
  status: Omit<ShownStatus, 'id'> | undefined
  actions: PlanActions
  onEdit: EditPlan | undefined
  details: DetailsFold
  onReply: ((reply: string) => void) | undefined
  /** Sends a suggestion like a typed message. */
  onSend: ((text: string) => void) | undefined
  /** The plan that can be executed now. */
  offered: (ScreenMessage & { plan: CardPlan }) | undefined
}

const kind = (message: ScreenMessage) =>
  message.role === 'user'
    ? css.user
    : message.isError
      ? css.error
      : message.isWalletGeneration
        ? css.wallet
        : css.system

const OFFERED = { state: 'offered', is_last: true, executed_at: null, strategy_id: null } as const
const showsPlan = (message: ScreenMessage): message is ScreenMessage & { plan: CardPlan } =>
  message.plan !== undefined

export const ChatMessageView = memo(function ChatMessageView(props: Props) {
  const { message, sentence, status, actions, onEdit, details, onReply, onSend, offered } = props
  const { reading, question, transfer, file, answer, suggestions } = message
  if (showsPlan(message) && status)
    return (
      <div className={css.plan} data-role={message.role}>
        <span className="visually-hidden">Agent:</span>
        <PlanMessage {...{ message, sentence, status, actions, onEdit, details }} />
      </div>
    )
  return (
    <div className={`${css.message} ${kind(message)}`} data-role={message.role}>
      <span className="visually-hidden">
        {message.role === 'user' ? 'You:' : message.isError ? 'Agent, error:' : 'Agent:'}
      </span>
      <span>{message.content}</span>
      {answer && <AnswerCard {...answer} />}
      {reading && <ReadingLine sentence={sentence} reading={reading} />}
      {question && onReply && <ChatChoices choices={question.choices} onReply={onReply} />}
      {suggestions && onSend && (
        <ChatChoices
          choices={suggestions.map(({ label, text }) => ({ label, reply: text }))}
          onReply={onSend}
        />
      )}
      {message.actions && <ChatActions actions={message.actions} />}
      {message.isAgreed && offered && (
        <div className={css.choices}>
          <PlanButtons message={offered} status={OFFERED} actions={actions} />
        </div>
      )}
      {transfer && (
        <div>
          <Button component={Link} to={transferAt(transfer)} state={{ transfer }} mt={10}>
            Open preview
          </Button>
        </div>
      )}
      {file && <KeysDownload file={file} />}
    </div>
  )
})
