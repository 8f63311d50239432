import { Group, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { IconRefresh } from '@tabler/icons-react'
import { BALANCE_THROTTLE_MS } from '@purser/contract/limits.ts'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { Amount } from '#ui/formats/amount.tsx'
import { BusyIcon } from '#ui/buttons/busy-button.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { StaleNote } from '#ui/states/stale-note.tsx'
import { sentence } from '#wire/fault.ts'
import { useBalance } from './use-balance.ts'
import css from './balance-view.module.css'

export function BalanceView({ address }: { address: string }) {
  const balance = useBalance(address)
  const refresh = () => {
    // At most one request in three seconds.
    if (Date.now() - balance.dataUpdatedAt >= BALANCE_THROTTLE_MS) void balance.refetch()
  }
  if (balance.isPending)
    return (
      <Group gap="xs" role="status">
        <Skeleton h={18} w={120} />
        <Text size="sm" c="dimmed">
          Loading balance...
        </Text>
      </Group>
    )
  if (!balance.data)
    return (
      <ErrorBox
        message={sentence(balance.error, 'Failed to fetch wallet balance')}
        onRetry={() => void balance.refetch()}
        retrying={balance.isFetching}
      />
    )
  const { value, at, stale } = balance.data
  const tokens = value.tokens.filter((token) => token.mint !== SOL_MINT)
  return (
    <div className={css.balances}>
      <span className={css.sol} data-testid="sol-balance">
        <Amount value={value.solBalance} decimals={SOL_DECIMALS} unit="SOL" />
      </span>
      {tokens.length === 0 && (
        <Text size="sm" c="dimmed">
          No other tokens found
        </Text>
      )}
      {tokens.map((token) => (
        <span key={token.mint} className={css.token} title={token.mint}>
          <Amount value={token.balance} decimals={token.decimals} unit={token.symbol} compact />
        </span>
      ))}
      <BusyIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Refresh balance"
        title="Refresh balance"
        busy={balance.isFetching}
        loader
        onClick={refresh}
      >
        <IconRefresh size={15} />
      </BusyIcon>
      {(stale || balance.isError) && <StaleNote at={at} />}
    </div>
  )
}
