import { Button, Stack } from '@mantine/core'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { RealFundsField, useRealFunds } from '#features/tokens/index.ts'
import { SlippageCodeField, useSlippageCode } from './slippage-code.tsx'

type Props = { plan: Plan; disabled?: boolean; onExecute: (code?: string) => void }

/** If funds are real, the first plan of a session is confirmed once more, and wide slippage takes a mailed code. */
export function ExecuteStrategy({ plan, disabled = false, onExecute }: Props) {
  const funds = useRealFunds()
  const slippage = useSlippageCode(plan)
  const execute = () => {
    funds.confirm()
    onExecute(slippage.code)
  }
  return (
    <Stack gap={8} align="stretch">
      <RealFundsField funds={funds} checked="the token and what the plan can spend" />
      <SlippageCodeField code={slippage} busy={disabled} />
      <Button disabled={disabled || !funds.ready || !slippage.ready} onClick={execute}>
        Execute Strategy
      </Button>
    </Stack>
  )
}
