import { Text } from '@mantine/core'
import type { ShownStatus } from '@purser/contract/agents/shown-plans.ts'
import { type DetailsFold, type EditPlan, PlanCard, ReadingLine } from '#features/strategies/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import type { CardPlan } from '#wire/storage/chat-cards.ts'
import { ExecuteStrategy } from './execute-strategy.tsx'
import type { ScreenMessage } from '../messages/screen-message.ts'
import { ReplaceRunning } from './replace-running.tsx'
import { usePayerName } from '../wallet/use-payer-name.ts'
import css from '../chat/chat-panel.module.css'

export type PlanActions = {
  /** Null while it cannot be known. */
  active: boolean
  busy: boolean
  agentId: number
  /** `code`: the mailed one, for wide slippage. */
  execute: (message: ScreenMessage, code?: string) => void
  /** Stops the running strategy, then executes this. */
  replace: (message: ScreenMessage, code?: string) => void
  check: (plan: CardPlan) => void
}
type Props = {
  message: ScreenMessage & { plan: CardPlan }
  /** The user's last message before it. */
  sentence: string
  status: Omit<ShownStatus, 'id'>
  actions: PlanActions
  onEdit: EditPlan | undefined
  details: DetailsFold
}

/** A plan in the chat, with its actions. */
export function PlanMessage({ message, sentence, status, actions, onEdit, details }: Props) {
  const { plan, reading, content } = message
  const payer = usePayerName(plan.terms)
  return (
    <PlanCard
      plan={plan.plan}
      status={{ state: status.state, executedAt: status.executed_at }}
      hash={plan.hash}
      explanation={content}
      assumptions={plan.assumptions}
      figures={plan.terms?.figures}
      payer={payer}
      changes={plan.changes}
      preview={plan.preview}
      reading={
        reading && <ReadingLine sentence={sentence} reading={reading} plan={plan.plan} onEdit={onEdit} />
      }
      actions={<PlanButtons {...{ message, status, actions }} />}
      onEdit={onEdit}
      details={details}
    />
  )
}

/** Execute while it is offered, check again while it cannot be done. */
export function PlanButtons({ message, status, actions }: Pick<Props, 'message' | 'status' | 'actions'>) {
  const { plan } = message
  const { active, busy, execute, replace, check } = actions
  if (status.state === 'infeasible' && status.is_last)
    return (
      <BusyButton size="xs" variant="default" busy={busy} onClick={() => check(plan)}>
        Check again
      </BusyButton>
    )
  if (status.state !== 'offered') return null
  if (!active)
    return <ExecuteStrategy plan={plan.plan} disabled={busy} onExecute={(code) => execute(message, code)} />
  return (
    <div className={css.running}>
      <Text size="sm">The running strategy is unchanged. This is a new plan.</Text>
      <ReplaceRunning
        agentId={actions.agentId}
        plan={plan}
        busy={busy}
        onReplace={(code) => replace(message, code)}
      />
    </div>
  )
}
