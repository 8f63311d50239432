import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedStrategy, StrategyTotals } from '@purser/contract/strategies/strategies.ts'
import { aStrategy } from '../../../test/values.ts'
import { totalProfit } from './total-profit.ts'

const strategy = (id: string, pnl: number | null) => aStrategy(id, { pnl })
const totals = (pnl: number | null, current: ListedStrategy[], strategies = 3): StrategyTotals => ({
  strategies,
  more: false,
  pnl,
  current,
})

test('the total counts the strategy of the desk with the figure that its row shows', () => {
  const both = totals(-1.5, [strategy('a', -2), strategy('b', 0.25)])
  assert.equal(totalProfit(both, undefined), '-1.5')
  assert.equal(totalProfit(both, strategy('a', -2)), '-1.5')
  // The row is some seconds ahead of the totals, or behind them.
  assert.equal(totalProfit(both, strategy('a', -1.999999)), '-1.499999')
  assert.equal(totalProfit(both, strategy('b', 2)), '0.25')
  // It has just made its first purchase.
  assert.equal(totalProfit(totals(0, [strategy('a', null)], 0), strategy('a', -0.01)), '-0.01')
})

test('a strategy that the totals do not name, or without a price, changes nothing', () => {
  const one = totals(4, [strategy('a', 4)])
  assert.equal(totalProfit(one, strategy('new', 1)), '4')
  assert.equal(totalProfit(one, strategy('a', null)), '4')
  assert.equal(totalProfit(totals(null, [strategy('a', 4)]), strategy('a', 4)), null)
  assert.equal(totalProfit(totals(0, [], 0), undefined), null)
})
