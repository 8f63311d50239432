/** The cells of a grid, and how orders change them. */
import { formatUnits, parseUnits } from '@purser/contract/money.ts'
import { isPartial } from '../../engine/exit.ts'
import { inText, units } from '../../engine/position.ts'
import type { Corrected, Filled, StrategyState } from '../../engine/types.ts'
import type { Cell, GridState } from './state.ts'

/** The share of the total that each cell spends; the remainder goes to the lowest. */
export function cellUnits(total: bigint, cells: number): bigint[] {
  const each = total / BigInt(cells)
  return Array.from({ length: cells }, (_, i) => (i === 0 ? total - each * BigInt(cells - 1) : each))
}

const NONE: GridState = { type: 'grid', cells: [], working: [] }
export const gridState = ({ typeState }: StrategyState): GridState =>
  typeState.type === 'grid' ? typeState : NONE
export const getCells = (state: StrategyState): Cell[] => gridState(state).cells
export const isHeld = (cell: Cell | undefined): cell is [string, string] => cell?.length === 2
export const withCells = (state: StrategyState, cells: Cell[], working: number[] = []): StrategyState => ({
  ...state,
  typeState: { type: 'grid', cells, working },
})

/** The shares of all cells in base units, with the decimals of both sides. */
export function computeShares({ terms }: StrategyState, lines: number[]) {
  if (!terms?.budget) throw new Error('a grid needs its total in base units from the start')
  const { quoteDecimals, tokenDecimals } = terms
  const shares = cellUnits(parseUnits(terms.budget, quoteDecimals), lines.length - 1)
  return { shares, quoteDecimals, tokenDecimals }
}

/** Arms the cells whose lower line the price is above: they buy when it comes back. */
export function armed(cells: Cell[], lines: number[], priceUsd: number): Cell[] {
  const isArmed = (cell: Cell, i: number) => cell === null && priceUsd > (lines[i] ?? 0)
  return cells.some(isArmed) ? cells.map((cell, i) => (isArmed(cell, i) ? [] : cell)) : cells
}

/** Cancels the orders of these cells: those that hold nothing are unarmed. */
export const disarmed = (cells: Cell[], working: number[]): Cell[] =>
  cells.map((cell, i) => (working.includes(i) && !isHeld(cell) ? null : cell))

/** Each cell's part of the purchase; the remainder goes to the last. */
export function afterPurchase(state: StrategyState, lines: number[], event: Filled): StrategyState {
  const { working } = gridState(state)
  const { shares, quoteDecimals, tokenDecimals } = computeShares(state, lines)
  const whole = working.reduce((sum, i) => sum + (shares[i] ?? 0n), 0n)
  let tokens = parseUnits(event.tokens, tokenDecimals)
  let cost = parseUnits(event.quote, quoteDecimals)
  const [allTokens, allCost] = [tokens, cost]
  const cells = [...getCells(state)]
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

export function afterSale(state: StrategyState, event: Filled): StrategyState {
  let left = units(event.tokens)
  const cells = [...getCells(state)]
  for (const i of gridState(state).working) {
    const cell = cells[i]
    if (!isHeld(cell)) continue
    const [has, cost] = [units(cell[0]), units(cell[1])]
    const part = left < has ? left : has
    left -= part
    // Every wallet traded: the missing tokens have left the wallets.
    const whole = part === has || !isPartial(event)
    cells[i] = whole ? [] : [inText(has - part), inText(cost - (cost * part) / has)]
  }
  return withCells(state, cells)
}

/** Spreads a correction of the holdings over the cells. */
export function recounted(before: Cell[], { change }: Corrected): Cell[] {
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
