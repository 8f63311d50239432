/**
 * Lines between two prices and a cell between each pair. A cell buys its share of the total when the price falls to its
 * lower line and sells what it bought when the price rises to its upper one; it buys again only after the price was above
 * its lower line. Never is more than the total in tokens.
 */
import { formatUnits, parseUnits } from '@purser/contract/money.ts'
import type { GridPlan } from '@purser/contract/plan.ts'
import type { Side } from './codes.ts'
import { isPartial } from './exit.ts'
import { retryOrGiveUp } from './give-up.ts'
import { place } from './place.ts'
import { inText, units } from './position.ts'
import { waitsAgain } from './skip.ts'
import { quiet } from './stepped.ts'
import type { Corrected, Filled, Rules, Stepped, StrategyState, TypeState } from './types.ts'
import { orderWords, priceWords, symbolsOf } from './words.ts'

type Cells = NonNullable<TypeState['cells']>

/** The prices of the lines, lowest first. */
export function gridLines(plan: GridPlan): number[] {
  const [low, high, n] = [Number(plan.lower_price_usd), Number(plan.upper_price_usd), plan.grid_levels]
  return Array.from({ length: n }, (_, i) =>
    plan.spacing === 'geometric' ? low * (high / low) ** (i / (n - 1)) : low + ((high - low) * i) / (n - 1),
  )
}

/** What each cell spends; the remainder goes to the lowest. */
export function cellUnits(total: bigint, cells: number): bigint[] {
  const each = total / BigInt(cells)
  return Array.from({ length: cells }, (_, i) => (i === 0 ? total - each * BigInt(cells - 1) : each))
}

export function gridRules(plan: GridPlan): Rules {
  const lines = gridLines(plan)
  const lower = (i: number) => lines[i] ?? 0
  const upper = (i: number) => lines[i + 1] ?? Infinity
  const cellsOf = (state: StrategyState): Cells => state.mind.cells ?? []
  const isHeld = (cell: Cells[number] | undefined): cell is [string, string] => cell?.length === 2
  const withCells = (state: StrategyState, cells: Cells, working: number[] = []): StrategyState => ({
    ...state,
    mind: { cells, working },
  })

  /** What each cell spends, in base units, with the decimals of both sides. */
  function sharesOf({ terms }: StrategyState) {
    if (!terms?.budget) throw new Error('a grid needs its total in base units from the start')
    const { quoteDecimals, tokenDecimals } = terms
    const shares = cellUnits(parseUnits(terms.budget, quoteDecimals), lines.length - 1)
    return { shares, quoteDecimals, tokenDecimals }
  }

  /** Arms the cells whose lower line the price is above: they buy when it comes back. */
  function armed(cells: Cells, priceUsd: number): Cells {
    return cells.some((cell, i) => cell === null && priceUsd > lower(i))
      ? cells.map((cell, i) => (cell === null && priceUsd > lower(i) ? [] : cell))
      : cells
  }

  function order(state: StrategyState, side: Side, working: number[], priceUsd: number): Stepped {
    const cells = cellsOf(state)
    const what = working.map((i) => priceWords(side === 'buy' ? lower(i) : upper(i))).join(', ')
    const { shares, quoteDecimals } = sharesOf(state)
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
      why: `the price passed ${what} ${side === 'buy' ? 'downward' : 'upward'}`,
      ...(side === 'sell' ? { upTo: true as const } : {}),
    }
    const placed = place(plan, request, state, priceUsd)
    return placed.orders.length > 0
      ? { ...placed, state: withCells(placed.state, cells, working) }
      : { ...placed, state: withCells(placed.state, without(cells, working)) }
  }

  const without = (cells: Cells, working: number[]): Cells =>
    cells.map((cell, i) => (working.includes(i) && !isHeld(cell) ? null : cell))

  /** Each cell's part of what was bought; the remainder goes to the last. */
  function bought(state: StrategyState, event: Filled): StrategyState {
    const { working = [] } = state.mind
    const { shares, quoteDecimals, tokenDecimals } = sharesOf(state)
    const whole = working.reduce((sum, i) => sum + (shares[i] ?? 0n), 0n)
    let tokens = parseUnits(event.tokens, tokenDecimals)
    let cost = parseUnits(event.quote, quoteDecimals)
    const [allTokens, allCost] = [tokens, cost]
    const cells = [...cellsOf(state)]
    working.forEach((i, n) => {
      const last = n === working.length - 1
      const part = last ? tokens : (allTokens * (shares[i] ?? 0n)) / whole
      const paid = last ? cost : (allCost * (shares[i] ?? 0n)) / whole
      tokens -= part
      cost -= paid
      cells[i] = part > 0n ? [formatUnits(part, tokenDecimals), formatUnits(paid, quoteDecimals)] : null
    })
    return withCells(state, cells)
  }

  function sold(state: StrategyState, event: Filled): StrategyState {
    let left = units(event.tokens)
    const cells = [...cellsOf(state)]
    for (const i of state.mind.working ?? []) {
      const cell = cells[i]
      if (!isHeld(cell)) continue
      const [has, cost] = [units(cell[0]), units(cell[1])]
      const part = left < has ? left : has
      left -= part
      // Where every wallet traded, what is missing is not in the wallets any more.
      const whole = part === has || !isPartial(event)
      cells[i] = whole ? [] : [inText(has - part), inText(cost - (cost * part) / has)]
    }
    return withCells(state, cells)
  }

  /** Spreads a correction of what is held over the cells. */
  function recounted(before: Cells, { change }: Corrected): Cells {
    const cells = [...before]
    let [tokens, cost] = [units(change.held), units(change.cost)]
    if (tokens > 0n) {
      // The lowest free cell sells first.
      const free = cells.findIndex((cell) => !isHeld(cell))
      if (free >= 0) cells[free] = [inText(tokens), inText(cost > 0n ? cost : 0n)]
      return cells
    }
    // The cell that holds exactly this amount; else from the lowest on.
    const same = cells.findIndex((cell) => isHeld(cell) && units(cell[0]) === -tokens)
    for (const i of same >= 0 ? [same] : cells.keys()) {
      const cell = cells[i]
      if (!isHeld(cell) || tokens >= 0n) continue
      const [has, paid] = [units(cell[0]), units(cell[1])]
      const part = has < -tokens ? has : -tokens
      tokens += part
      cost = (paid * part) / has
      cells[i] = part === has ? null : [inText(has - part), inText(paid - cost)]
    }
    return cells
  }

  return {
    title: `grid, ${orderWords(symbolsOf(plan), 'buy', plan.total_amount)} in all, ${lines.length} ${plan.spacing} lines from ${priceWords(lower(0))} to ${priceWords(lines.at(-1) ?? 0)}`,
    first: 'buys on each line passed downward, sells on each passed upward',
    count: null,
    endsAt: () => null,
    begin: () => ({ cells: lines.slice(1).map(() => null), working: [] }),

    idle(state) {
      let [below, above] = [-Infinity, Infinity]
      cellsOf(state).forEach((cell, i) => {
        if (cell === null) above = Math.min(above, lower(i))
        else if (isHeld(cell)) above = Math.min(above, upper(i))
        else below = Math.max(below, lower(i))
      })
      // While an order waits for its retry, lines are armed all the same.
      return { until: state.retries > 0 ? state.nextAt : Infinity, below, above }
    },

    tick(state, now, priceUsd) {
      if (priceUsd === null) return quiet(state)
      const before = cellsOf(state)
      const cells = armed(before, priceUsd)
      const ready = cells === before ? state : withCells(state, cells)
      if (now < state.nextAt) return quiet(ready)
      const up = cells.flatMap((cell, i) => (isHeld(cell) && priceUsd >= upper(i) ? [i] : []))
      if (up.length > 0) return order(ready, 'sell', up, priceUsd)
      const down = cells.flatMap((cell, i) => (cell?.length === 0 && priceUsd <= lower(i) ? [i] : []))
      if (down.length > 0) return order(ready, 'buy', down, priceUsd)
      return quiet(ready.retries > 0 ? { ...ready, retries: 0 } : ready)
    },

    costOfSale(state, tokens) {
      const held = (state.mind.working ?? []).map((i) => cellsOf(state)[i]).filter(isHeld)
      const has = held.reduce((sum, [amount]) => sum + units(amount), 0n)
      const cost = held.reduce((sum, [, paid]) => sum + units(paid), 0n)
      return has === 0n ? null : inText((cost * units(tokens)) / has)
    },
    filled: (state, _now, event, side) => quiet(side === 'buy' ? bought(state, event) : sold(state, event)),
    // The cells are unchanged: what is still due is decided anew.
    skipped: (state, event, skip) => waitsAgain(withCells(state, cellsOf(state)), event, skip),
    corrected: (state, event) => ({ ...state.mind, cells: recounted(cellsOf(state), event) }),
    // Without tokens no cell holds any.
    continued: (state) => ({
      cells: state.held === '0' ? cellsOf(state).map((cell) => (isHeld(cell) ? null : cell)) : cellsOf(state),
      working: [],
    }),
    failed: (state, event) =>
      retryOrGiveUp(withCells(state, cellsOf(state)), event, (given) =>
        withCells(given, without(cellsOf(given), state.mind.working ?? [])),
      ),
  }
}
