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
      `It has up to ${total} in the market at once, ${each} per order. There are ${plan.grid_levels} price levels from $${figureWords(plan.lower_price_usd)} to $${figureWords(plan.upper_price_usd)} with ${say.count(cells, 'step')} between them: each level the price crosses on the way down buys ${output}, and the next level above sells it again on the way up.`,
      `The price is ${price}: ${below} of ${cells} levels are below it and can buy as it falls; the others can buy once the price has been above them. The top step is ${say.bps(step)}, of which the market takes about 0.5% for a buy and a sell.`,
    ]
  },
  end: endless,
  danger: () =>
    'If the price falls below all levels, all of the money is in tokens worth less than they cost.',
}

/** Names of its fields in the console, and of values from a fixed set. */
export const gridRows: Rows = {
  labels: {
    lower_price_usd: 'Lowest level',
    upper_price_usd: 'Highest level',
    grid_levels: 'Levels',
  },
  values: {
    arithmetic: 'arithmetic (equal price steps)',
    geometric: 'geometric (equal percentage steps)',
  },
}
