import { Stack, Text } from '@mantine/core'
import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { FREE_SLIPPAGE_BPS } from '@purser/contract/limits.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { KeyCodeField, useKeyCode, useSpendingLimits } from '#features/accounts/index.ts'

type SlippageCode = {
  isNeeded: boolean
  /** Nothing has to be typed any more. */
  ready: boolean
  /** The typed code; undefined if none is needed. */
  code: string | undefined
  field: ReturnType<typeof useKeyCode>
}

/** The mailed code for starting a plan with wide slippage, if the limits of real money apply. */
export function useSlippageCode({ slippage_bps: bps }: Pick<Plan, 'slippage_bps'>): SlippageCode {
  const isWide = bps > FREE_SLIPPAGE_BPS
  const { data } = useSpendingLimits(isWide)
  const field = useKeyCode('slippage')
  const isNeeded = isWide && Boolean(data?.limits)
  const typed = field.code.trim()
  return { isNeeded, ready: !isNeeded || typed !== '', code: isNeeded ? typed : undefined, field }
}

type Props = { code: SlippageCode; busy?: boolean }

export function SlippageCodeField({ code, busy = false }: Props) {
  if (!code.isNeeded) return null
  return (
    <Stack gap={10} w="100%">
      <Text size="sm">{codeNeeded.slippage}</Text>
      <KeyCodeField state={code.field} busy={busy} />
    </Stack>
  )
}
