import { Button } from '@mantine/core'
import type { Plan } from '@purser/contract/plan.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { transferAt } from '#app/paths.ts'
import { BacktestCard, type EditPlan, PlanCard, ReadingLine } from '#features/strategies/index.ts'
import { KeysDownload } from '#features/wallets/index.ts'
import { ChatChoices } from './chat-choices.tsx'
import { ExecuteStrategy } from './execute-strategy.tsx'
import type { ScreenMessage } from './messages.ts'
import css from './chat-panel.module.css'

type Props = {
  message: ScreenMessage
  /** What the user had said last before it. */
  sentence: string
  /** A newer plan took the place of its own. */
  isReplaced: boolean
  onEdit: EditPlan | undefined
  onExecute: ((key: string, plan: Plan) => void) | undefined
  onReply: ((reply: string) => void) | undefined
}

const kind = (message: ScreenMessage) =>
  message.role === 'user'
    ? css.user
    : message.isError
      ? css.error
      : message.isWalletGeneration
        ? css.wallet
        : css.system

export const ChatMessageView = memo(function ChatMessageView(props: Props) {
  const { message, sentence, isReplaced, onEdit, onExecute, onReply } = props
  const { plan, reading, question, transfer, file } = message
  return (
    <div className={`${css.message} ${kind(message)}`} data-role={message.role}>
      <span className="visually-hidden">
        {message.role === 'user' ? 'You:' : message.isError ? 'Agent, error:' : 'Agent:'}
      </span>
      <span>{message.content}</span>
      {reading && <ReadingLine sentence={sentence} reading={reading} plan={plan?.plan} onEdit={onEdit} />}
      {question && onReply && <ChatChoices choices={question.choices} onReply={onReply} />}
      {plan && <PlanCard {...plan} isReplaced={isReplaced} onEdit={onEdit} />}
      {plan?.preview && <BacktestCard preview={plan.preview} />}
      {transfer && (
        <div>
          <Button component={Link} to={transferAt(transfer)} state={{ transfer }} mt={10}>
            Open preview
          </Button>
        </div>
      )}
      {file && <KeysDownload file={file} />}
      {plan && onExecute && <ExecuteStrategy onExecute={() => onExecute(message.key, plan.plan)} />}
    </div>
  )
})
