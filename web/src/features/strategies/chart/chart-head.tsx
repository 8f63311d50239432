import { Timeframe } from '@purser/contract/strategies/plan.ts'
import type { ReactNode } from 'react'
import { Age } from '#ui/dates/age.tsx'
import { ToggleButtons } from '#ui/buttons/toggle-buttons.tsx'
import { priceText } from '@purser/contract/market/price-text.ts'
import css from './chart-panel.module.css'

type Props = {
  titleId: string
  symbol: string
  /** USD; undefined until candles are loaded. */
  price: number | undefined
  /** The time of the data (ms), if it is not the present. */
  staleAt: number | undefined
  timeframe: Timeframe
  onTimeframe: (timeframe: Timeframe) => void
  /** Controls before the timeframe: it stays in its place when they come. */
  panes?: ReactNode
  /** Controls after it. */
  children?: ReactNode
}

/** The head of a chart: its token, its last price, and the length of its candles. */
export function ChartHead(props: Props) {
  const { titleId, symbol, price, staleAt, timeframe, onTimeframe, panes, children } = props
  return (
    <div className={css.head}>
      <h2 id={titleId} className={css.title}>
        {symbol} in USD
      </h2>
      {price !== undefined && <span className={css.price}>{priceText(price)}</span>}
      {staleAt !== undefined && <Age at={staleAt} />}
      <div className={css.controls}>
        {panes && <div className={css.paneToggles}>{panes}</div>}
        <ToggleButtons
          label="Timeframe"
          value={timeframe}
          options={Timeframe.options.map((one) => [one, one])}
          onChange={onTimeframe}
          small
        />
        {children}
      </div>
    </div>
  )
}
