import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import type { ReactNode } from 'react'
import { amountWords, compactWords, directionOf } from '#ui/formats/amount-words.ts'
import { priceText } from '@purser/contract/market/price-text.ts'
import { costParts, costWords } from './trades/cost-words.ts'
import css from './figures-line.module.css'

/** A gain or a loss: arrow and sign repeat the colour. A text without any digit but 0 is neither. */
export function Gain({ value, text }: { value: number | string | null; text: string }) {
  if (value === null) return <span className={css.none}>n/a</span>
  const direction = /[1-9]/.test(text) ? directionOf(value) : 'even'
  return (
    <span className={css[direction]} title={String(value)}>
      {direction !== 'even' && <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'} </span>}
      {text}
    </span>
  )
}

/** The parts of a strategy's profit. The profit itself and, if there is room, the position are in the bar of its desk. */
export function FiguresLine({ strategy }: { strategy: Strategy }) {
  const { plan, held, average_price_usd: average, realised, unrealised, costs } = strategy
  const inQuote = (value: number | string | null) => (
    <Gain value={value} text={value === null ? '' : amountWords(value, plan.quote, true)} />
  )
  return (
    <dl className={css.figures} aria-label="Figures">
      <Figure label="Position" title={held} isNarrow>
        {compactWords(held, symbolInPlan(plan))}
      </Figure>
      <Figure label="Average cost">
        {average === null ? <span className={css.none}>n/a</span> : priceText(average)}
      </Figure>
      <Figure label="Realized">{inQuote(realised)}</Figure>
      <Figure label="Unrealized">{inQuote(unrealised)}</Figure>
      <Figure label="Costs" title={costParts(costs)}>
        {costWords(costs)}
      </Figure>
    </dl>
  )
}

type FigureProps = {
  label: string
  title?: number | string
  /** Only on a phone. */
  isNarrow?: boolean
  children: ReactNode
}

function Figure({ label, title, isNarrow = false, children }: FigureProps) {
  return (
    <div className={isNarrow ? css.narrow : undefined}>
      <dt>{label}</dt>
      <dd {...(title === undefined ? {} : { title: String(title) })}>{children}</dd>
    </div>
  )
}
