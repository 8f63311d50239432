import { Button } from '@mantine/core'
import type { Plan } from '@purser/contract/plan.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { transferAt } from '#app/paths.ts'
import { BacktestCard, PlanCard } from '#features/strategies/index.ts'
import { KeysDownload } from '#features/wallets/index.ts'
import type { ScreenMessage } from './messages.ts'
import css from './chat-panel.module.css'

type Props = { message: ScreenMessage; onExecute: ((key: string, plan: Plan) => void) | undefined }

const kind = (message: ScreenMessage) =>
  message.role === 'user'
    ? css.user
    : message.isError
      ? css.error
      : message.isWalletGeneration
        ? css.wallet
        : css.system

export const ChatMessageView = memo(function ChatMessageView({ message, onExecute }: Props) {
  const { plan, transfer, file } = message
  return (
    <div className={`${css.message} ${kind(message)}`} data-role={message.role}>
      <span className="visually-hidden">
        {message.role === 'user' ? 'You:' : message.isError ? 'Agent, error:' : 'Agent:'}
      </span>
      <span>{message.content}</span>
      {plan && <PlanCard plan={plan.plan} assumptions={plan.assumptions} changes={plan.changes} />}
      {plan?.preview && <BacktestCard preview={plan.preview} />}
      {transfer && (
        <div>
          <Button component={Link} to={transferAt(transfer)} state={{ transfer }} mt={10}>
            Open preview
          </Button>
        </div>
      )}
      {file && <KeysDownload file={file} />}
      {plan && onExecute && (
        <Button mt={10} onClick={() => onExecute(message.key, plan.plan)}>
          Execute Strategy
        </Button>
      )}
    </div>
  )
})
