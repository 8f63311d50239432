import { Button, Stack } from '@mantine/core'
import { RealFundsField, useRealFunds } from '#features/tokens/index.ts'

type Props = { disabled?: boolean; onExecute: () => void }

/** Where funds are real the first plan of a session is confirmed once more. */
export function ExecuteStrategy({ disabled = false, onExecute }: Props) {
  const funds = useRealFunds()
  const execute = () => {
    funds.confirm()
    onExecute()
  }
  return (
    <Stack gap={10} align="flex-start">
      <RealFundsField funds={funds} checked="the token and what the plan can spend" />
      <Button disabled={disabled || !funds.ready} onClick={execute}>
        Execute Strategy
      </Button>
    </Stack>
  )
}
