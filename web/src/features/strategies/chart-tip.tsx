import type { Candle } from '@purser/contract/market.ts'
import { priceText } from '#ui/price-text.ts'
import type { Mark } from './chart-data.ts'
import { tradeWords } from './trade-words.ts'
import css from './chart-panel.module.css'

type Props = {
  candles: Candle[]
  marks: Mark[]
  /** The start of the candle under the pointer; without one the last is shown. */
  pointed: number | undefined
  symbol: string
  quote: string
}

const TRADES_TOLD = 4

/** The candle under the pointer, and its trades. */
export function Tip({ candles, marks, pointed, symbol, quote }: Props) {
  const candle = candles.find((one) => one.time === pointed) ?? candles.at(-1)
  if (!candle) return null
  const trades =
    pointed === undefined ? [] : marks.filter((mark) => mark.time === pointed).flatMap((mark) => mark.trades)
  const sides = [
    ['O', candle.open],
    ['H', candle.high],
    ['L', candle.low],
    ['C', candle.close],
  ] as const
  return (
    <div className={css.tip} data-testid="chart-tip">
      <div className={css.sides}>
        {sides.map(([name, value]) => (
          <span key={name}>
            <span className={css.name}>{name}</span> {priceText(value)}
          </span>
        ))}
      </div>
      {trades.length > 0 && (
        <div className={css.summary}>
          {trades.slice(0, TRADES_TOLD).map((trade) => (
            <div key={trade.id} className={css[trade.status === 'failed' ? 'failed' : trade.side]}>
              {tradeWords(trade, symbol, quote)}
            </div>
          ))}
          {trades.length > TRADES_TOLD && (
            <div>and {trades.length - TRADES_TOLD} more, in the table below</div>
          )}
        </div>
      )}
    </div>
  )
}
