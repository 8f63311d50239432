import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import type { Restart, Strategy } from '@purser/contract/strategies/strategies.ts'
import { PlanFields } from '#features/strategies/index.ts'
import { RealFundsField, useRealFunds } from '#features/tokens/index.ts'
import { SlippageCodeField, useSlippageCode } from '../plans/slippage-code.tsx'

export type From = 'next' | 'first'
/** `restart`: null if it has no progress, and only a code is asked for. */
export type RestartChoice = { strategy: Strategy; restart: Restart | null }
type Props = {
  choice: RestartChoice
  onChoose: (from: From, code?: string) => void
  onClose: () => void
}

/** Asks where a strategy that has traded is to start, and shows what each choice spends. */
export function RestartModal({ choice: { strategy, restart }, onChoose, onClose }: Props) {
  const funds = useRealFunds()
  const slippage = useSlippageCode(strategy.plan)
  const disabled = !funds.ready || !slippage.ready
  const next = restart?.next
  const choose = (from: From) => {
    funds.confirm()
    onChoose(from, slippage.code)
  }
  return (
    <Dialog onClose={onClose} title="Start again" size="lg">
      <Stack gap="md">
        <div>
          <Text fw={570}>{strategy.plan.goal}</Text>
          <PlanFields plan={strategy.plan} />
        </div>
        {restart && <Progress restart={restart} />}
        <RealFundsField funds={funds} checked="the token and what the plan can spend" />
        <SlippageCodeField code={slippage} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button variant="default" disabled={disabled} onClick={() => choose('first')}>
            From the start
          </Button>
          {next && (
            <Button disabled={disabled} onClick={() => choose('next')}>
              Continue at {next.order}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

function Progress({ restart: { filled, of, next, reason, first } }: { restart: Restart }) {
  return (
    <>
      <Text size="sm">
        {of === null ? `${filled} orders are filled.` : `${filled} of ${of} orders are filled.`} Nothing
        trades until you choose.
      </Text>
      {next ? (
        <Text size="sm">
          Continue at {next.order}: it spends {next.spends}.
        </Text>
      ) : (
        <Text size="sm">Nothing left to continue: {reason}</Text>
      )}
      <Text size="sm">From the start: it spends {first.spends} again in full.</Text>
    </>
  )
}
