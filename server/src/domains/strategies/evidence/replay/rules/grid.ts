/** Buys on each level passed downward, sells on each passed upward. */
import { type GridPlan, gridLines } from '@purser/contract/strategies/plan.ts'
import { CHANGED, type Effect, NONE, TRADED } from '../../../backtest/walk.ts'
import { type Account, buy, complete, sell } from '../account.ts'
import { type Rule, withinBudget } from './rule.ts'

const UNARMED = 0
const ARMED = 1
const FULL = 2

export function gridRule(plan: GridPlan): Rule {
  const lines = Float64Array.from(gridLines(plan))
  const count = lines.length - 1
  const cells = new Uint8Array(count)
  const [tokens, costs] = [new Float64Array(count), new Float64Array(count)]
  const working: number[] = []
  /** How many lines were below the price at the last tick: only cells near it can be due, or bound what follows. */
  let cursor = 0

  /** The cells that the price has passed since the last tick, from the lowest to the highest. */
  function moveTo(price: number): [from: number, to: number] {
    const before = cursor
    while (cursor <= count && lines[cursor]! < price) cursor++
    while (cursor > 0 && lines[cursor - 1]! >= price) cursor--
    return [Math.max(0, Math.min(before, cursor) - 1), Math.min(count - 1, Math.max(before, cursor))]
  }

  function sellCells(account: Account): Effect {
    let [all, cost] = [0, 0]
    for (const i of working) {
      all += tokens[i]!
      cost += costs[i]!
    }
    if (sell(account, Math.min(all, account.held), cost)) for (const i of working) cells[i] = ARMED
    return TRADED
  }

  function buyCells(account: Account, each: number): Effect {
    const quote = withinBudget(account, each * working.length)
    if (quote === 0) {
      // What is held may still be sold; without it its orders are done.
      for (const i of working) cells[i] = UNARMED
      if (account.held === 0) complete(account)
      return CHANGED
    }
    const before = account.held
    if (!buy(account, quote)) return TRADED
    for (const i of working) {
      cells[i] = FULL
      tokens[i] = (account.held - before) / working.length
      costs[i] = quote / working.length
    }
    return TRADED
  }

  return {
    begin() {
      cells.fill(UNARMED)
      cursor = 0
    },
    narrow(_account, idle) {
      let i = Math.min(cursor, count) - 1
      while (i >= 0 && cells[i] !== ARMED) i--
      if (i >= 0) idle.below = Math.max(idle.below, lines[i]!)
      for (i = Math.max(0, cursor - 1); i < count; i++)
        if (cells[i] === FULL || (cells[i] === UNARMED && i >= cursor)) break
      if (i < count) idle.above = Math.min(idle.above, lines[cells[i] === FULL ? i + 1 : i]!)
      idle.orderAbove = idle.above
    },
    tick(account) {
      const { price, spec } = account
      const [from, to] = moveTo(price)
      let hasArmed = false
      working.length = 0
      for (let i = from; i <= to; i++)
        if (cells[i] === UNARMED && price > lines[i]!) {
          cells[i] = ARMED
          hasArmed = true
        } else if (cells[i] === FULL && price >= lines[i + 1]!) working.push(i)
      if (working.length > 0) return sellCells(account)
      for (let i = from; i <= to; i++) if (cells[i] === ARMED && price <= lines[i]!) working.push(i)
      if (working.length > 0) return buyCells(account, (spec.budget ?? 0) / count)
      return hasArmed ? CHANGED : NONE
    },
  }
}
