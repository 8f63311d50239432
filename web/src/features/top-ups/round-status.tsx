import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { TopUpSettings } from '@purser/contract/top-ups.ts'
import { listSol } from '#features/distributions/index.ts'
import { Figures } from '#ui/formats/figures.tsx'
import { TimeAgo } from '#ui/dates/time-ago.tsx'
import { Text } from '@mantine/core'
import type { TopUps } from './use-top-ups.ts'

const lamports = (amount: number | string) => parseUnits(amount, SOL_DECIMALS)

/** There always is one if funds are real. */
export const capInForce = ({ guard, daily_cap: own }: TopUpSettings) => guard?.daily_cap ?? own

/** The time when the next round can begin, or the reason why it cannot. */
function nextRound(settings: TopUpSettings): string {
  if (!settings.enabled) return 'Off'
  if (settings.funding_wallet_id === null) return 'Choose a funding wallet'
  const cap = capInForce(settings)
  if (cap !== null) {
    const left = lamports(cap) - lamports(settings.spent_today)
    if (left < lamports(settings.top_up_amount)) return 'Paused until 00:00 UTC (daily cap reached)'
  }
  return 'Within a minute, if a wallet needs it'
}

/** The last and the next round; updated by useLiveTopUps. */
export function RoundStatus({ settings, it }: { settings: TopUpSettings; it: TopUps }) {
  const funding = it.options.find((wallet) => wallet.id === settings.funding_wallet_id)
  const last = it.lastRound
  const figures: [string, string][] = [
    ['Funding balance', funding ? `${listSol(lamports(funding.sol_balance))} SOL` : '–'],
    ['Next round', nextRound(settings)],
  ]
  return (
    <section aria-label="Rounds">
      <Figures figures={figures} />
      <Text size="sm" c="dimmed" mt={6}>
        Last round:{' '}
        {last ? (
          <>
            <TimeAgo at={last.created_at} />, {last.summary.confirmed.toLocaleString('en')} of{' '}
            {last.summary.total.toLocaleString('en')} topped up, {stateWords[last.status]}
          </>
        ) : (
          'none yet'
        )}
      </Text>
    </section>
  )
}

const stateWords = {
  pending: 'about to be sent',
  running: 'being sent',
  resolving: 'its outcome is being resolved',
  completed: 'completed',
  partial: 'partly failed',
  failed: 'failed',
} as const
