import { Button, Stack } from '@mantine/core'
import css from './chat-panel.module.css'
import { RealFundsField, useRealFunds } from '#features/tokens/index.ts'

/** Where funds are real the first plan of a session is confirmed once more. */
export function ExecuteStrategy({ onExecute }: { onExecute: () => void }) {
  const funds = useRealFunds()
  const execute = () => {
    funds.confirm()
    onExecute()
  }
  return (
    <Stack className={css.execute ?? ''} gap={10} align="flex-start">
      <RealFundsField funds={funds} checked="the token and what the plan can spend" />
      <Button disabled={!funds.ready} onClick={execute}>
        Execute Strategy
      </Button>
    </Stack>
  )
}
