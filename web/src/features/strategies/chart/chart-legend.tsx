import { priceText } from '@purser/contract/market/price-text.ts'
import type { Drawing } from './use-drawing.ts'
import type { Rule } from './chart-rule.ts'
import css from './chart-panel.module.css'

/** The lines over the candles in words, including those outside the visible range. The cost is among the figures. */
export function ChartLegend({ drawing: { levels, rule } }: { drawing: Drawing }) {
  const named = levels.filter(({ kind, label }) => kind !== 'cost' && label !== '')
  return (
    <>
      {rule && <RuleLegend rule={rule} />}
      {named.length > 0 && (
        <ul className={css.levels} aria-label="Levels">
          {named.map(({ label, price, kind }) => (
            <li key={label} className={css[kind]}>
              {label} <span className={css.level}>{priceText(price)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const AVERAGES = ['fast', 'slow'] as const

/** The values at the last closed candle. */
function RuleLegend({ rule: { name, timeframe, lines, bounds } }: { rule: Rule }) {
  if (lines.every(({ spots }) => spots.length === 0))
    return (
      <p className={css.elsewhere}>
        {name}: shown on {timeframe} candles
      </p>
    )
  return (
    <ul className={`${css.levels} ${css.solid}`} aria-label="Rule">
      {lines.map(({ label, spots }, i) => {
        const value = spots.at(-1)?.value
        return (
          <li key={label} className={css[bounds ? 'plan' : (AVERAGES[i] ?? 'plan')]}>
            {label}{' '}
            <span className={css.level}>
              {value === undefined ? 'n/a' : bounds ? value.toFixed(1) : priceText(value)}
            </span>
            {bounds && (
              <span className={css.name}>
                {' '}
                buy below {bounds.buy}, sell above {bounds.sell}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
