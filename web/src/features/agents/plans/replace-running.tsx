import { Button, Group, Stack, Text } from '@mantine/core'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { useState } from 'react'
import { RealFundsField, useRealFunds } from '#features/tokens/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import type { CardPlan } from '#wire/storage/chat-cards.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { SlippageCodeField, useSlippageCode } from './slippage-code.tsx'
import { currentStrategy, useAgent } from '../use-agents.ts'

type Props = { agentId: number; plan: CardPlan; busy: boolean; onReplace: (code?: string) => void }

/** Asks once, and says what happens to the running strategy. */
export function ReplaceRunning({ agentId, plan, busy, onReplace }: Props) {
  const [asking, setAsking] = useState(false)
  const funds = useRealFunds()
  const slippage = useSlippageCode(plan.plan)
  const detail = useAgent(agentId).data
  const running = detail && currentStrategy(detail)
  const token = running && symbolInPlan(running.plan)
  const replace = () => {
    funds.confirm()
    setAsking(false)
    onReplace(slippage.code)
  }
  return (
    <>
      <BusyButton size="xs" busy={busy} onClick={() => setAsking(true)}>
        Stop and run this plan
      </BusyButton>
      {asking && (
        <Dialog onClose={() => setAsking(false)} title="Stop and run this plan">
          <Stack gap="sm">
            {running && (
              <div>
                <Text size="sm" c="dimmed">
                  Stops
                </Text>
                <Text size="sm">{running.plan.goal}</Text>
                <Text size="sm">
                  {running.plan.on_stop === 'sell'
                    ? `It first sells the ${token} it bought.`
                    : `The ${token} it bought stays in your wallets.`}
                </Text>
              </div>
            )}
            <div>
              <Text size="sm" c="dimmed">
                Starts
              </Text>
              <Text size="sm">{plan.plan.goal}</Text>
            </div>
            <RealFundsField funds={funds} checked="the token and what the plan can spend" />
            <SlippageCodeField code={slippage} busy={busy} />
            <Group justify="flex-end" gap={8}>
              <Button variant="default" onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <BusyButton busy={busy} disabled={!funds.ready || !slippage.ready} onClick={replace}>
                Stop and run
              </BusyButton>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  )
}
