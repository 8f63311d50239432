import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import type { ReactNode } from 'react'
import { amountWords, compactWords, directionOf, percentWords, usdWords } from '#ui/formats/amount-words.ts'
import { priceText } from '#ui/formats/price-text.ts'
import { costParts, costWords } from './trades/cost-words.ts'
import css from './figures-line.module.css'

/** A gain or a loss: arrow and sign repeat the colour. */
export function Gain({ value, text }: { value: number | string | null; text: string }) {
  if (value === null) return <span className={css.none}>n/a</span>
  const direction = directionOf(value)
  return (
    <span className={css[direction]} title={String(value)}>
      {direction !== 'even' && <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'} </span>}
      {text}
    </span>
  )
}

/** The strategy's position and profit. */
export function FiguresLine({ strategy }: { strategy: Strategy }) {
  const {
    plan,
    held,
    average_price_usd: average,
    realised,
    unrealised,
    costs,
    pnl,
    return_percent: gain,
  } = strategy
  const symbol = symbolInPlan(plan)
  const inQuote = (value: number | string | null) => (
    <Gain value={value} text={value === null ? '' : amountWords(value, plan.quote, true)} />
  )
  return (
    <dl className={css.figures} aria-label="Figures">
      <Figure label="Position" title={held}>
        {compactWords(held, symbol)}
      </Figure>
      <Figure label="Average cost">
        {average === null ? <span className={css.none}>n/a</span> : priceText(average)}
      </Figure>
      <Figure label="Realized">{inQuote(realised)}</Figure>
      <Figure label="Unrealized">{inQuote(unrealised)}</Figure>
      <Figure label="Costs" title={costParts(costs)}>
        {costWords(costs)}
      </Figure>
      <Figure label="P&L">
        <Gain value={pnl} text={pnl === null ? '' : usdWords(pnl, true)} />
      </Figure>
      <Figure label="Return">
        <Gain value={gain} text={gain === null ? '' : percentWords(gain)} />
      </Figure>
    </dl>
  )
}

type FigureProps = { label: string; title?: number | string; children: ReactNode }

function Figure({ label, title, children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd {...(title === undefined ? {} : { title: String(title) })}>{children}</dd>
    </div>
  )
}
