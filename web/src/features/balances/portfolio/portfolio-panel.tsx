import { Group, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { portfolioHistory } from '@purser/contract/balances/balances.ts'
import { SNAPSHOT_MINUTES } from '@purser/contract/limits.ts'
import { formatBalance, groupThousands, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { View } from '#features/wallets/index.ts'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { StaleNote } from '#ui/states/stale-note.tsx'
import { ToggleButtons } from '#ui/buttons/toggle-buttons.tsx'
import { call } from '#wire/api.ts'
import { centWords } from '#ui/formats/amount-words.ts'
import { sentence } from '#wire/fault.ts'
import type { Total } from '../holding.ts'
import { PortfolioDetail } from './portfolio-detail.tsx'
import { portfolioKey, usePortfolio, useSameMoment } from './use-portfolio.ts'
import { type Unit, ValueLine } from './value-line.tsx'
import { usdText } from '../usd.ts'
import css from './portfolio-panel.module.css'

type Props = {
  total: Total
  view: View
  /** For instance 'All Wallets'. */
  title: string
  wallets: number
  /** Reads the balances of the list again. */
  onRefresh: () => void
  refreshing: boolean
}

/** The present value of the shown wallets, and the values over time for all or for one group. */
export const PortfolioPanel = memo(function PortfolioPanel({
  view,
  title,
  total,
  wallets,
  onRefresh,
  refreshing,
}: Props) {
  const [range, setRange] = useState<'24h' | '30d'>('24h')
  const [unit, setUnit] = useState<Unit>('USD')
  const history = useQuery({
    queryKey: [...portfolioKey, 'history', range, view],
    queryFn: ({ signal }) =>
      call(portfolioHistory, {
        query: typeof view === 'number' ? { range, groupId: view } : { range },
        signal,
      }),
    enabled: view !== 'ungrouped',
    refetchInterval: SNAPSHOT_MINUTES * 60_000,
  })
  const points = history.data?.points
  const portfolio = usePortfolio()
  const isFresh = total.known >= wallets && total.staleAt === undefined
  const holdings = isFresh && total.complete ? `${total.sol} ${total.units}` : undefined
  const point = useSameMoment(portfolio, view, holdings)
  const busy = refreshing || portfolio.refreshing
  const refresh = () => {
    onRefresh()
    void portfolio.refresh()
  }
  return (
    <Card label="Portfolio">
      <div className={css.panel}>
        <div className={css.now}>
          <h2 className={css.title}>{title}</h2>
          <PresentValue total={total} wallets={wallets} recorded={isFresh ? point : undefined} />
          <BusyButton size="compact-xs" variant="default" mt={8} busy={busy} loader onClick={refresh}>
            Refresh balances
          </BusyButton>
        </div>
        <div className={css.chart}>
          <Group gap="xs" justify="flex-end" mb={6}>
            <ToggleButtons
              label="Unit of the chart"
              value={unit}
              options={[
                ['USD', 'USD'],
                ['SOL', 'SOL'],
              ]}
              onChange={setUnit}
            />
            <ToggleButtons
              label="Range of the chart"
              value={range}
              options={[
                ['24h', '24 h'],
                ['30d', '30 d'],
              ]}
              onChange={setRange}
            />
          </Group>
          {view === 'ungrouped' ? (
            <div className={css.empty}>Value over time is recorded for all wallets and for each group.</div>
          ) : history.isPending ? (
            <Skeleton h="var(--line-height)" />
          ) : !points ? (
            <div className={css.failed}>
              <ErrorBox
                message={sentence(history.error, 'The value over time could not be loaded.')}
                onRetry={() => {
                  void history.refetch()
                  if (!portfolio.query.data) void portfolio.query.refetch()
                }}
                retrying={history.isFetching}
              />
            </div>
          ) : points.length < 2 ? (
            <div className={css.empty}>
              The chart starts once two values are recorded; one is recorded every {SNAPSHOT_MINUTES} minutes.
            </div>
          ) : (
            <ValueLine points={points} unit={unit} />
          )}
        </div>
      </div>
      <PortfolioDetail query={portfolio.query} view={view} />
    </Card>
  )
})

type PresentProps = Pick<Props, 'total' | 'wallets'> & {
  /** The value at the time of the other figures; undefined while it cannot be shown. */
  recorded: ReturnType<typeof useSameMoment>
}

/** The SOL and the USD value, with how much of them is known. */
function PresentValue({ total, wallets, recorded }: PresentProps) {
  const { sol, usd, priced, known, staleAt } = total
  const loaded = known >= wallets
  // Nothing is known yet: that is not zero.
  const isUnknown = known === 0 && wallets > 0
  // Prices are not cached.
  const isUnpriced = isUnknown || (staleAt !== undefined && usd === 0n && !priced)
  return (
    <>
      <div className={css.sol} data-testid="portfolio-sol">
        {!isUnknown && !loaded && <span className={css.atLeast}>at least </span>}
        {isUnknown ? '—' : `${groupThousands(formatBalance(recorded?.sol ?? sol, SOL_DECIMALS))} SOL`}
      </div>
      <div className={css.usd} data-testid="portfolio-usd">
        {isUnpriced
          ? '—'
          : priced && loaded
            ? recorded === undefined
              ? usdText(usd)
              : centWords(recorded.usd)
            : usd > 0n || priced
              ? `at least ${usdText(usd)}`
              : 'No price known'}
      </div>
      {staleAt !== undefined && <StaleNote at={staleAt} />}
      {(staleAt === undefined || !loaded) && (
        <Text size="xs" c="dimmed" role="status" className="num">
          {loaded
            ? 'SOL and tokens at market prices'
            : `${known.toLocaleString('en')} of ${wallets.toLocaleString('en')} balances loaded`}
        </Text>
      )}
    </>
  )
}
