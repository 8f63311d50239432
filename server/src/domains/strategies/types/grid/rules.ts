/**
 * Lines between two prices and a cell between each pair. A cell buys its share of the total when the price falls to its
 * lower line and sells what it bought when the price rises to its upper one; it buys again only after the price was
 * above its lower line. Never more than the total is in tokens.
 */
import { formatUnits } from '@purser/contract/money.ts'
import { type GridPlan, gridLines } from '@purser/contract/strategies/plan.ts'
import type { Side } from '../../engine/codes.ts'
import { retryOrGiveUp } from '../../engine/give-up.ts'
import { place } from '../../engine/place.ts'
import { inText, units } from '../../engine/position.ts'
import { waitsAgain } from '../../engine/skip.ts'
import { quiet } from '../../engine/stepped.ts'
import type { Idle, Rules, Stepped, StrategyState } from '../../engine/types.ts'
import { orderWords, priceWords, getSymbols } from '../../lines/words.ts'
import {
  afterPurchase,
  afterSale,
  armed,
  getCells,
  disarmed,
  gridState,
  isHeld,
  recounted,
  computeShares,
  withCells,
} from './cells.ts'

type Grid = { plan: GridPlan; lines: number[] }
const lower = ({ lines }: Grid, i: number) => lines[i] ?? 0
const upper = ({ lines }: Grid, i: number) => lines[i + 1] ?? Infinity

/** One order of all cells that are due. */
function order(
  grid: Grid,
  state: StrategyState,
  { side, working, priceUsd }: { side: Side; working: number[]; priceUsd: number },
): Stepped {
  const { plan, lines } = grid
  const cells = getCells(state)
  const passed = working.map((i) => priceWords(side === 'buy' ? lower(grid, i) : upper(grid, i))).join(', ')
  const { shares, quoteDecimals } = computeShares(state, lines)
  const value =
    side === 'buy'
      ? formatUnits(
          working.reduce((sum, i) => sum + (shares[i] ?? 0n), 0n),
          quoteDecimals,
        )
      : inText(working.reduce((sum, i) => sum + units(cells[i]?.[0] ?? '0'), 0n))
  const request = {
    side,
    amount: { value, unit: side === 'buy' ? plan.quote : ('token' as const) },
    count: null,
    why: `the price crossed ${passed} ${side === 'buy' ? 'downward' : 'upward'}`,
    ...(side === 'sell' ? { upTo: true as const } : {}),
  }
  const placed = place(plan, request, state, priceUsd)
  const next = placed.orders.length > 0 ? cells : disarmed(cells, working)
  return { ...placed, state: withCells(placed.state, next, working) }
}

function tick(grid: Grid, state: StrategyState, now: number, priceUsd: number | null): Stepped {
  if (priceUsd === null) return quiet(state)
  const before = getCells(state)
  const cells = armed(before, grid.lines, priceUsd)
  const ready = cells === before ? state : withCells(state, cells)
  if (now < state.nextAt) return quiet(ready)
  const up = cells.flatMap((cell, i) => (isHeld(cell) && priceUsd >= upper(grid, i) ? [i] : []))
  if (up.length > 0) return order(grid, ready, { side: 'sell', working: up, priceUsd })
  const down = cells.flatMap((cell, i) => (cell?.length === 0 && priceUsd <= lower(grid, i) ? [i] : []))
  if (down.length > 0) return order(grid, ready, { side: 'buy', working: down, priceUsd })
  return quiet(ready.retries > 0 ? { ...ready, retries: 0 } : ready)
}

function idle(grid: Grid, state: StrategyState): Idle {
  let [below, above] = [-Infinity, Infinity]
  getCells(state).forEach((cell, i) => {
    if (cell === null) above = Math.min(above, lower(grid, i))
    else if (isHeld(cell)) above = Math.min(above, upper(grid, i))
    else below = Math.max(below, lower(grid, i))
  })
  // While an order waits for its retry, lines are armed all the same.
  return { until: state.retries > 0 ? state.nextAt : Infinity, below, above }
}

/** The cost of the cells that the sale in flight sells. */
function costOfSale(state: StrategyState, tokens: string): string | null {
  const sold = gridState(state)
    .working.map((i) => getCells(state)[i])
    .filter(isHeld)
  const has = sold.reduce((sum, [amount]) => sum + units(amount), 0n)
  const cost = sold.reduce((sum, [, paid]) => sum + units(paid), 0n)
  return has === 0n ? null : inText((cost * units(tokens)) / has)
}

export function gridRules(plan: GridPlan): Rules {
  const lines = gridLines(plan)
  const grid = { plan, lines }
  return {
    title: `grid, ${orderWords(getSymbols(plan), 'buy', plan.total_amount)} in total, ${lines.length} ${plan.spacing} levels from ${priceWords(lower(grid, 0))} to ${priceWords(lines.at(-1) ?? 0)}`,
    first: 'buys on each level crossed on the way down, sells on each crossed on the way up',
    count: null,
    endsAt: () => null,
    begin: () => ({ type: 'grid', cells: lines.slice(1).map(() => null), working: [] }),
    idle: (state) => idle(grid, state),
    tick: (state, now, priceUsd) => tick(grid, state, now, priceUsd),
    costOfSale,
    filled: (state, _now, event, side) =>
      quiet(side === 'buy' ? afterPurchase(state, lines, event) : afterSale(state, event)),
    // The cells are unchanged: orders that are still due are decided anew.
    skipped: (state, event, skip) => waitsAgain(withCells(state, getCells(state)), event, skip),
    corrected: (state, event) => ({ ...gridState(state), cells: recounted(getCells(state), event) }),
    // Without tokens no cell holds any.
    continued: (state) => ({
      type: 'grid',
      cells:
        state.held === '0' ? getCells(state).map((cell) => (isHeld(cell) ? null : cell)) : getCells(state),
      working: [],
    }),
    failed: (state, event) =>
      retryOrGiveUp(withCells(state, getCells(state)), event, (given) =>
        withCells(given, disarmed(getCells(given), gridState(state).working)),
      ),
  }
}
