import type { Candle } from '@purser/contract/market/market.ts'
import type { StrategyTrade } from '@purser/contract/strategies/strategies.ts'
import { priceText } from '@purser/contract/market/price-text.ts'
import { tradeWords } from '../trades/trade-words.ts'
import css from './chart-panel.module.css'

/** The start of the candle under the pointer, and the trades of its marks. */
export type Pointed = { time: number; trades: StrategyTrade[] }
type Props = {
  candles: Candle[]
  /** Without one the last candle is shown. */
  pointed: Pointed | undefined
  symbol: string
  quote: string
}

const TRADES_TOLD = 4

/** The candle under the pointer, and its trades. */
export function Tip({ candles, pointed, symbol, quote }: Props) {
  const candle = candles.find((one) => one.time === pointed?.time) ?? candles.at(-1)
  if (!candle) return null
  const trades = pointed?.trades ?? []
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
            <div>and {(trades.length - TRADES_TOLD).toLocaleString('en')} more, in the table of trades</div>
          )}
        </div>
      )}
    </div>
  )
}
