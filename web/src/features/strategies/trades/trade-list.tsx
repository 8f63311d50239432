import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { Suspense } from 'react'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { sentence } from '#wire/fault.ts'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'
import { useTrades } from '../use-record.ts'
import css from './trade-table.module.css'

/** It loads beside the trades. */
const TradeTable = lazyWhenIdle(() => import('./trade-table.tsx').then((m) => m.TradeTable))

/** The trades of a strategy as a table, in all of its states. It fills the available height. */
export function TradeList({ strategy }: { strategy: Strategy }) {
  const trades = useTrades(strategy)
  const made = trades.data?.pages.flatMap((page) => page.trades) ?? []
  const skipped = trades.data?.pages[0]?.skipped ?? []
  if (trades.isPending) return <Waiting />
  if (!trades.data)
    return (
      <ErrorBox
        message={sentence(trades.error, 'The trades could not be loaded.')}
        onRetry={() => void trades.refetch()}
        retrying={trades.isFetching}
      />
    )
  if (made.length === 0 && skipped.length === 0)
    return <p className={css.empty}>No trades yet. Each order appears here once it is placed.</p>
  return (
    <Suspense fallback={<Waiting />}>
      <TradeTable
        trades={made}
        skipped={skipped}
        symbol={symbolInPlan(strategy.plan)}
        quote={strategy.plan.quote}
        more={trades.hasNextPage}
        loading={trades.isFetchingNextPage}
        onMore={() => void trades.fetchNextPage()}
      />
    </Suspense>
  )
}

const Waiting = () => (
  <div className={css.waiting} aria-busy="true">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} h={28} mb={8} />
    ))}
  </div>
)
