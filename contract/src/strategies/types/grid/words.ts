/** How plans of this type are explained. */
import { figureWords } from '../../../money.ts'
import { type Rows, endless, type TypeWords } from '../type-words.ts'
import { type GridPlan, gridLines } from './plan.ts'

export const gridWords: TypeWords<GridPlan> = {
  orders(plan, { say, total, each, price, priceUsd, output }) {
    const cells = plan.grid_levels - 1
    const lines = gridLines(plan)
    const below = lines.slice(0, -1).filter((line) => line < priceUsd).length
    const [a = 1, b = 1] = [lines.at(-2), lines.at(-1)]
    const step = Math.round((b / a - 1) * 10_000)
    return [
      `In all it spends up to ${total} at once, ${each} an order. There are ${plan.grid_levels} price lines from $${figureWords(plan.lower_price_usd)} to $${figureWords(plan.upper_price_usd)} with ${say.count(cells, 'step')} between them: each line that the price passes on its way down buys ${output}, and the next one above sells that again on the way up.`,
      `The price is ${price}: ${below} of ${cells} lines below it can buy as it falls, the others once the price was above them. A step at the top is ${say.bps(step)}, of which the market keeps about 0.5 % for a purchase and a sale.`,
    ]
  },
  end: endless,
  danger: () =>
    'When the price falls through all lines, all of it is in tokens that are worth less than they cost.',
}

/** Names of its fields in the console, and of values from a fixed set. */
export const gridRows: Rows = {
  labels: {
    lower_price_usd: 'Lowest level',
    upper_price_usd: 'Highest level',
    grid_levels: 'Levels',
  },
  values: {
    arithmetic: 'arithmetic, the same number of dollars apart',
    geometric: 'geometric, the same percentage apart',
  },
}
