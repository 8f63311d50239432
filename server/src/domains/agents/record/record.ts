/** Strategies of all agents with their figures, the trades of one, its profit over time. */
import type { QueryIn } from '@purser/contract/endpoint.ts'
import { toJsonAmount, USD_DECIMALS } from '@purser/contract/money.ts'
import { STRATEGIES_PAGE } from '@purser/contract/limits.ts'
import type { listAllStrategies, ListedStrategy, Strategy } from '@purser/contract/strategies/strategies.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { StrategyRecord } from '../agents.ts'
import * as store from '../agents.store.ts'
import { upcomingOrders } from '../answers/next-order.ts'
import { getAgent } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'

export function createRecord(parts: AgentsParts): StrategyRecord {
  const { db, strategies } = parts
  return {
    list: async (userId, id) => strategies.lookups.list(userId, (await getAgent(db, userId, id)).id),
    listAll: (userId, query) => listAll(parts, userId, query),
    total: (userId) => readTotal(parts, userId),
    async upcoming(userId, id) {
      const present = await strategies.books.answers.present(userId, (await getAgent(db, userId, id)).id)
      if (!present) return { strategy_id: null, due: [], in_flight: null, notes: [] }
      return { strategy_id: present.strategy.id, ...upcomingOrders(present) }
    },
    trades: async (userId, strategyId, { before, limit }) =>
      strategies.books.trades(await getOfAnyAgent(parts, userId, strategyId), before, limit),
    async history(userId, strategyId) {
      return { points: await strategies.books.history.of(await getOfAnyAgent(parts, userId, strategyId)) }
    },
    async parity(userId, id, strategyId) {
      await requireOfAgent(parts, userId, id, strategyId)
      return strategies.books.parity(userId, strategyId)
    },
  }
}

/** Throws not_found for another user's strategy and for one of a deleted agent. */
async function getOfAnyAgent({ db, strategies }: AgentsParts, userId: number, strategyId: string) {
  const row = await strategies.lookups.find(userId, strategyId)
  if (!row || !(await store.findAgent(db, userId, row.agentId)))
    throw new Fault('not_found', { what: 'Strategy' })
  return row
}

/** Throws not_found unless the strategy is this very agent's. */
export async function requireOfAgent(
  { db, strategies }: AgentsParts,
  userId: number,
  id: string,
  strategyId: string,
): Promise<void> {
  const row = await getAgent(db, userId, id)
  const strategy = await strategies.lookups.find(userId, strategyId)
  if (!strategy || strategy.agentId !== row.id) throw new Fault('not_found', { what: 'Strategy' })
}

async function readTotal(
  { db, strategies }: AgentsParts,
  userId: number,
): ReturnType<StrategyRecord['total']> {
  const names = new Map((await store.listAgents(db, userId)).map(({ id, name }) => [id, name]))
  const page = { agentIds: [...names.keys()], limit: STRATEGIES_PAGE }
  const { strategies: current, totals } = await strategies.books.answers.current(userId, page)
  return {
    strategies: totals.strategies,
    more: totals.more,
    pnl: totals.usd === null ? null : toJsonAmount(totals.usd, USD_DECIMALS),
    current: current.map((one) => withName(one, names)),
  }
}

const withName = (one: Strategy, names: ReadonlyMap<number, string>): ListedStrategy => ({
  ...one,
  agent_name: names.get(one.agent_id) ?? '',
})

async function listAll(
  { db, strategies }: AgentsParts,
  userId: number,
  { status, agent, before, limit }: QueryIn<typeof listAllStrategies>,
): ReturnType<StrategyRecord['listAll']> {
  const agents =
    agent === undefined ? await store.listAgents(db, userId) : [await getAgent(db, userId, String(agent))]
  const names = new Map(agents.map(({ id, name }) => [id, name]))
  const page = await strategies.books.listPage(userId, {
    agentIds: [...names.keys()],
    status,
    before,
    limit,
  })
  return {
    ...page,
    strategies: page.strategies.map((one) => withName(one, names)),
  }
}
