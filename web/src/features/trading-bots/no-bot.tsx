import { Alert } from '@mantine/core'
import type { Bot } from '@purser/contract/trading-bots/trading-bots.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { Card } from '#ui/card.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { BotButtons, BotHead } from './bot-head.tsx'
import css from './trading-bot-panel.module.css'
import { useStop } from './use-bot.ts'

type Props = { groupId: number; bot: Bot | undefined; symbol: string; why: string }

const nothing = () => undefined

/** Shown if no bot can run; a bot left from a time with another market can be stopped. */
export function NoBot({ groupId, bot, symbol, why }: Props) {
  const { stop, stopping, stopError } = useStop(groupId)
  const left = bot && bot.status !== 'inactive' ? bot : undefined
  return (
    <Card label="Trading Bot">
      <div className={css.panel}>
        <BotHead bot={bot} symbol={symbol}>
          {left && (
            <BotButtons
              status={left.status}
              form={undefined}
              saving={false}
              stopping={stopping}
              onStart={nothing}
              onStop={() => stop(left)}
            />
          )}
        </BotHead>
        {left && stopError && <FieldError>{stopError}</FieldError>}
        <Alert variant="light" color="gray" icon={<IconInfoCircle size={18} />} role="status">
          {why}
        </Alert>
      </div>
    </Card>
  )
}
