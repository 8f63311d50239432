import { getStakes, stakesTexts } from '@purser/contract/balances/stakes.ts'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useServerStatus } from '#wire/status.ts'

/**
 * Says before anybody signs in whether the funds of this desk are real. Nothing on a test network with its own prices.
 */
export function StakesNote() {
  const status = useServerStatus().data
  if (!status) return null
  const stakes = getStakes(status)
  const { note } = stakesTexts[stakes]
  if (note === null) return null
  const isReal = stakes === 'real'
  const Icon = isReal ? IconAlertTriangle : IconInfoCircle
  return (
    <Alert variant="light" color={isReal ? 'red' : 'blue'} icon={<Icon size={18} />} role="note">
      {note}
    </Alert>
  )
}
