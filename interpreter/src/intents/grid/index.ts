/** Lines between two prices: it buys on each passed downward, sells on each passed upward. */
import type { GridPlan } from '@purser/contract/strategies/plan.ts'
import type { Bag } from '../../clauses/bag.ts'
import { compare } from '../../text/decimal.ts'
import { readAmount } from '../../clauses/amount-of.ts'
import { isOfEach } from '../../clauses/pace.ts'
import { readTrade } from '../../clauses/trade.ts'
import { readWords } from '../../text/word-table.ts'
import { buildDraft, planAmount } from '../envelope.ts'
import type { Intent } from '../intent.ts'
import { isAsked } from '../outcome.ts'
import { amountWords } from '../sentence-amounts.ts'
import { whichFirst } from '../questions.ts'
import { lasting, price } from '../sentence-parts.ts'
import { missing } from './missing.ts'
import { readRange } from './range.ts'
import { gridRules } from './rules.ts'
import { EVENLY, model } from './model.ts'

const ORDERS = new Set(['buy', 'sell', 'exit'])
export const grid: Intent = {
  type: 'grid',
  name: 'grid',
  vocabulary: {
    words: readWords(new URL('./words.txt', import.meta.url)),
    rules: gridRules,
    where: 'GRID / #int (ARITHMETIC / GEOMETRIC)? LEVEL_WORD',
  },
  claim: (bag) => (bag.announces('grid') || (bag.inPlay('grid') && bag.has('levels', 'spacing')) ? 100 : 0),
  read(bag, settings) {
    // 'Buy 2 SOL of WIF and put a grid …' is two plans.
    const order = bag
      .all('verb')
      .find((role) => ORDERS.has(role.value.verb) && bag.next(role)?.kind === 'amount')
    if (order) return whichFirst([order.said, 'grid'])
    budgetAsAmount(bag)
    const trade = readTrade(bag, settings, { both: true })
    if (isAsked(trade)) return trade
    bag.takeAnnouncements('grid')
    const range = readRange(bag, trade)
    if (isAsked(range)) return range
    const said = bag.take('levels', 'grid_levels') as { n: string; spacing?: string } | undefined
    const levels = said?.n ?? bag.take('slices', 'grid_levels')?.n ?? bag.take('count', 'grid_levels')?.n
    const spacing =
      (bag.take('spacing', 'spacing') as { spacing: string } | undefined)?.spacing ?? said?.spacing
    const even = bag.all('divided')
    for (const role of even) bag.mark(role, 'spacing')
    if (even.length > 0 && spacing === 'geometric') return missing.spacing()
    if (bag.all('each').length > 0 || isOfEach(bag)) return missing.total()
    if (!range) return missing.range()
    if (levels === undefined) return missing.levels()
    if (compare(levels, '2') < 0 || compare(levels, '200') > 0) return missing.levels()
    const amount = readAmount(trade, 'should the grid use in total', settings)
    if (isAsked(amount)) return amount
    if (trade.amount) bag.mark(trade.amount, 'total_amount')
    bag.take('total', 'total_amount')
    return buildDraft(bag, trade, {
      fields: {
        strategy_type: 'grid',
        trade_direction: 'both',
        ...range.fields,
        grid_levels: Number(levels),
        total_amount: planAmount(amount),
        spacing: spacing ?? 'arithmetic',
      },
      relative: range.relative,
      assumptions: spacing === undefined && even.length === 0 ? [EVENLY] : [],
      runs: true,
    })
  },
  model,
  sentence: (plan: GridPlan, name, waits) =>
    `Trade a grid of ${name} against ${plan.quote}, ${plan.grid_levels} ${plan.spacing} levels between ${price(plan.lower_price_usd, 'lower_price_usd', waits)} and ${price(plan.upper_price_usd, 'upper_price_usd', waits)}, with ${amountWords(plan.total_amount, plan.quote, name)}${lasting(plan)}`,
}

/** The budget of a grid is what it uses. */
function budgetAsAmount(bag: Bag): void {
  const [budget, ...more] = bag.all('max_spend')
  if (budget && more.length === 0 && bag.all('amount').length === 0) Object.assign(budget, { kind: 'amount' })
}
