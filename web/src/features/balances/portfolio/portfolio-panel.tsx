import type { View } from '#features/wallets/index.ts'
import { memo } from 'react'
import type { Total } from '../holding.ts'
import { PortfolioChart } from './portfolio-chart.tsx'
import { PortfolioDetail } from './portfolio-detail.tsx'
import { PortfolioStrip } from './portfolio-strip.tsx'
import { usePortfolio, usePortfolioHistory, useSameMoment } from './use-portfolio.ts'
import css from './portfolio-panel.module.css'

type Props = {
  view: View
  total: Total
  /** The number of shown wallets; undefined until it is known. */
  wallets: number | undefined
  /** The account has wallets, be they shown or not. */
  hasWallets: boolean
  /** The wallets could not be loaded. */
  failed: boolean
  /** Chart and profit are unfolded. */
  isOpen: boolean
  onOpen: (open: boolean) => void
  /** Reads the balances of the list again. */
  onRefresh: () => void
  refreshing: boolean
}

/** The present value of the shown wallets in a strip; below it, on request, value over time and profit. */
export const PortfolioPanel = memo(function PortfolioPanel({
  view,
  total,
  wallets,
  hasWallets,
  failed,
  isOpen,
  onOpen,
  onRefresh,
  refreshing,
}: Props) {
  const portfolio = usePortfolio(hasWallets)
  const history = usePortfolioHistory(view, '24h', hasWallets)
  const isFresh =
    wallets !== undefined && total.known >= wallets && total.loading === 0 && total.staleAt === undefined
  const holdings = isFresh && total.complete ? `${total.sol} ${total.units}` : undefined
  const point = useSameMoment(portfolio, view, holdings)
  return (
    <section className={`surface ${css.panel}`} aria-label="Portfolio">
      <PortfolioStrip
        total={total}
        wallets={wallets}
        failed={failed}
        recorded={isFresh ? point : undefined}
        points={history.data?.points}
        isOpen={isOpen}
        onOpen={onOpen}
        busy={refreshing || portfolio.refreshing}
        onRefresh={() => {
          onRefresh()
          if (hasWallets) void portfolio.refresh()
        }}
      />
      {isOpen && !hasWallets && wallets !== undefined && (
        <div className={css.unfolded}>
          <div className={css.empty}>Value and profit are recorded once there are wallets.</div>
        </div>
      )}
      {/* Until it is known whether there are wallets, placeholders keep the room. */}
      {isOpen && (hasWallets || (wallets === undefined && !failed)) && (
        <div className={css.unfolded}>
          <PortfolioChart
            view={view}
            onRetry={() => {
              if (!portfolio.query.data) void portfolio.query.refetch()
            }}
          />
          <PortfolioDetail query={portfolio.query} view={view} />
        </div>
      )}
    </section>
  )
})
