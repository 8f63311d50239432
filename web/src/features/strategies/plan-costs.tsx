import type { LossBound, PlanFigure, PlanFigures } from '@purser/contract/shown-plans.ts'
import { amountWords } from '#ui/amount-words.ts'
import css from './plan-card.module.css'

const words = ({ value, unit }: PlanFigure): string => amountWords(value, unit)

const bounds: Record<LossBound, string> = {
  stop_loss: 'by its stop loss',
  trailing_stop: 'by its trailing stop',
  max_drawdown: 'by its drawdown limit',
  slippage: 'by its slippage limit',
  all: 'all that it spends',
}

/** Amount and note of each; without an amount what stands in its place. */
function figuresOf({ spends, each, orders, fees, worst }: PlanFigures) {
  const count = orders === null ? '' : `${orders.toLocaleString('en')} ${orders === 1 ? 'order' : 'orders'}`
  return [
    ['Spends in all', spends ? words(spends) : 'Until stopped', count],
    ['Each order', each ? words(each) : 'By what is held', ''],
    ['Fees', words(fees), orders === null ? 'for one order' : ''],
    worst
      ? ['Worst case', words(worst), bounds[worst.by]]
      : ['Worst case', 'No limit', 'nothing in it bounds a loss'],
  ] as const
}

const MEANING =
  'By the limits of the plan itself. Fees come on top, and in a fast fall a sale can bring less than its limit.'

/** The four figures of a plan. */
export function PlanCosts({ figures }: { figures: PlanFigures }) {
  return (
    <dl className={css.costs} aria-label="Costs">
      {figuresOf(figures).map(([name, value, note]) => (
        <div key={name} {...(name === 'Worst case' ? { title: MEANING } : {})}>
          <dt>{name}</dt>
          <dd>
            {value}
            {note !== '' && <span className={css.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
