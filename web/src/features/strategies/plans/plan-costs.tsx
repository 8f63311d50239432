import type { CurrencyAmount } from '@purser/contract/strategies/costs.ts'
import type { LossBound, PlanFigures } from '@purser/contract/agents/shown-plans.ts'
import { type Plan, planSeconds } from '@purser/contract/strategies/plan.ts'
import { amountWords } from '#ui/formats/amount-words.ts'
import { costParts, costWords } from '../trades/cost-words.ts'
import { spanOf } from './plan-rows.ts'
import css from './plan-card.module.css'

const words = ({ value, unit }: CurrencyAmount): string => amountWords(value, unit)

const bounds: Record<LossBound, string> = {
  stop_loss: 'by its stop loss',
  trailing_stop: 'by its trailing stop',
  max_drawdown: 'by its drawdown limit',
  slippage: 'by its slippage limit',
  all: 'the full amount',
}

const coverWords = {
  all: '',
  order: 'for one order: ',
  round_trip: 'for a buy and a sell: ',
} as const

type Props = { plan: Plan; figures: PlanFigures; payer?: string | undefined }

/** Returns the amount and the note of each; a text replaces a missing amount. */
function figuresOf({ plan, figures, payer }: Props) {
  const { spends, each, orders, fees, costs, costs_cover: cover = 'all', worst } = figures
  const seconds = planSeconds(plan)
  const end = seconds === null ? 'until you stop it' : `ends after ${spanOf(seconds)}`
  // One order is all that it spends.
  const isOne = orders === 1 && spends !== null && String(each?.value) === String(spends.value)
  const count = orders === null ? '' : `${orders.toLocaleString('en')} ${orders === 1 ? 'order' : 'orders'}`
  return [
    ...(payer === undefined ? [] : [['Pays', payer, ''] as const]),
    ['Total spend', spends ? words(spends) : 'No limit', count === '' ? end : count],
    ...(isOne ? [] : [['Each order', each ? words(each) : 'Depends on holdings', ''] as const]),
    costs
      ? ['Costs', costWords(costs), `${coverWords[cover]}${costParts(costs)}`]
      : ['Fees', words(fees), orders === null ? 'for one order' : ''],
    worst
      ? ['Worst case', words(worst), bounds[worst.by]]
      : ['Worst case', 'Not limited', 'no stop loss or max drawdown'],
  ] as const
}

const MEANING =
  'By the limits of the plan. Network fees and rent are extra, and in a fast fall a sale can fill below its limit.'

/** The payer of a plan, and its figures. */
export function PlanCosts(props: Props) {
  return (
    <dl className={css.costs} aria-label="Costs">
      {figuresOf(props).map(([name, value, note]) => (
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
