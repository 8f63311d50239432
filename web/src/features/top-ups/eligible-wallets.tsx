import { Skeleton, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { TopUpSettings } from '@purser/contract/top-ups.ts'
import { listSol } from '#features/distributions/index.ts'
import { solText } from '#ui/formats/amount-text.ts'
import { Card } from '#ui/card.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { loadText } from './load-text.ts'
import type { TopUps } from './use-top-ups.ts'
import css from './auto-tab.module.css'

/** Eligible wallets that are listed. */
export const ELIGIBLE_SHOWN = 12

type Props = { settings: TopUpSettings | undefined; eligible: TopUps['eligible'] }

export function EligibleWallets({ settings, eligible }: Props) {
  const wallets = eligible.data?.data.eligible_wallets
  const more = (wallets?.length ?? 0) - ELIGIBLE_SHOWN
  return (
    <Card label="Status & Eligible Wallets">
      <h2 className={css.title}>Status & Eligible Wallets</h2>
      {eligible.isPending && <Skeleton h={48} />}
      {eligible.isError && (
        <ErrorBox
          message={loadText(eligible.error, 'Failed to load eligible wallets')}
          onRetry={() => void eligible.refetch()}
          retrying={eligible.isFetching}
        />
      )}
      {wallets && (
        <>
          <Text size="sm" className="num">
            Eligible wallets: <strong>{wallets.length.toLocaleString('en')}</strong>
            {settings && (
              <> · Minimum balance: {solText(parseUnits(settings.minimum_balance, SOL_DECIMALS))} SOL</>
            )}
          </Text>
          {wallets.length === 0 && settings?.enabled && (
            <p className={css.ok}>
              <IconCircleCheck size={17} aria-hidden="true" /> All wallets have sufficient balance
            </p>
          )}
          {wallets.length > 0 && (
            <ul className={css.list} aria-label="Eligible wallets">
              {wallets.slice(0, ELIGIBLE_SHOWN).map((wallet) => (
                <li key={wallet.id} className={css.wallet}>
                  <span>{wallet.name}</span>
                  <span className="num">{listSol(parseUnits(wallet.sol_balance, SOL_DECIMALS))} SOL</span>
                </li>
              ))}
            </ul>
          )}
          {more > 0 && (
            <Text size="sm" c="dimmed" mt={6}>
              + {more} more wallets need top-up
            </Text>
          )}
        </>
      )}
    </Card>
  )
}
