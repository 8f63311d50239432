/** The server's part of this type of plan. */
import { type GridPlan, gridLines } from '@purser/contract/strategies/plan.ts'
import { type DueOrder, dueOrder, type Next, type PlanType } from '../plan-type.ts'
import { getCells } from './cells.ts'
import { gridRules } from './rules.ts'

/** The nearest line that buys and the nearest that sells; a line that the price has not been above yet buys later. */
function next(plan: GridPlan, { state, order, orderAt }: Next): DueOrder[] | null {
  const lines = gridLines(plan)
  const cells = getCells(state)
  const findLines = (size: number, shift: number) =>
    cells.flatMap((cell, i) => (cell?.length === size ? [lines[i + shift] ?? 0] : []))
  const [buys, sells] = [findLines(0, 0), findLines(2, 1)]
  const found: DueOrder[] = []
  for (const [is, usd] of [
    ['below', Math.max(...buys)],
    ['above', Math.min(...sells)],
  ] as const) {
    const placed = Number.isFinite(usd) ? orderAt(usd) : undefined
    if (placed) found.push(dueOrder(order, { is, usd, exit: null }, placed))
  }
  if (found.length > 0) return found
  if (buys.length > 0) return null
  const usd = Math.min(...cells.flatMap((cell, i) => (cell === null ? [lines[i] ?? 0] : [])))
  return Number.isFinite(usd)
    ? [{ side: 'buy', amount: null, atMost: null, order: null, when: { is: 'below', usd, exit: null } }]
    : null
}

export const grid: PlanType<GridPlan> = {
  rules: gridRules,
  next,
  problem(plan) {
    const [first = 0, second = 0] = gridLines(plan)
    return second > first ? null : { code: 'grid_too_dense' }
  },
}
