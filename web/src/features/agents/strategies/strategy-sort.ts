/** The filter and the order of the list of strategies. */
import type { ListedStrategy, StrategyStatus } from '@purser/contract/strategies/strategies.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { typeNames } from '@purser/contract/strategies/types/names.ts'

/** Empty text means everything; the agent is given by its id. */
export type StrategyFilter = { status: '' | 'live' | 'ended'; agent: string }
export const NO_FILTER: StrategyFilter = { status: '', agent: '' }

export const statusNames: Record<StrategyStatus, string> = {
  active: 'Running',
  paused: 'Paused',
  stopping: 'Stopping',
  stopped: 'Stopped',
  completed: 'Completed',
  failed: 'Failed',
}
export const statusColors: Record<StrategyStatus, string> = {
  active: 'teal.9',
  paused: 'orange.9',
  stopping: 'blue.9',
  stopped: 'gray.7',
  completed: 'gray.7',
  failed: 'red.9',
}

const keys = {
  agent: (one: ListedStrategy) => one.agent_name.toLowerCase(),
  type: (one: ListedStrategy) => typeNames[one.plan.strategy_type],
  token: (one: ListedStrategy) => symbolInPlan(one.plan),
  status: (one: ListedStrategy) => statusNames[one.status],
  orders: (one: ListedStrategy) => one.orders_filled,
  // Only for their order.
  pnl: (one: ListedStrategy) => (one.pnl === null ? null : Number(one.pnl)),
  costs: (one: ListedStrategy) => (one.costs_usd === null ? null : Number(one.costs_usd)),
  started: (one: ListedStrategy) => one.created_at,
  ended: (one: ListedStrategy) => one.ended_at,
}
export type SortKey = keyof typeof keys
export type Sort = { key: SortKey; descending: boolean }
export const NEWEST: Sort = { key: 'started', descending: true }

/** Strategies without the figure come last in either direction; equal ones stay newest first. */
export function sortStrategies(list: ListedStrategy[], { key, descending }: Sort): ListedStrategy[] {
  const of = keys[key]
  return list.toSorted((a, b) => {
    const [left, right] = [of(a), of(b)]
    if (left === right) return a.created_at < b.created_at ? 1 : -1
    if (left === null) return 1
    if (right === null) return -1
    return left < right === descending ? 1 : -1
  })
}
