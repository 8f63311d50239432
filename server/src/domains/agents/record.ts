/** Strategies of all agents with their figures, the trades of one, its profit over time. */
import type { AnswerOf, QueryIn } from '@purser/contract/endpoint.ts'
import type { getUpcoming } from '@purser/contract/agent-desk.ts'
import type {
  HistoryPoint,
  ListedStrategy,
  listAllStrategies,
  listTrades,
} from '@purser/contract/strategies.ts'
import type { Db } from '../../db/client.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Strategies, TradesPage } from '../strategies/index.ts'
import * as store from './agents.store.ts'
import { upcomingOrders } from './answers/next-order.ts'
import type { Ownership } from './ownership.ts'

export function createRecord({ db, strategies }: { db: Db; strategies: Strategies }, own: Ownership) {
  /** Throws not_found for another user's strategy and for one of a deleted agent. */
  async function owned(userId: number, strategyId: string) {
    const row = await strategies.lookups.find(userId, strategyId)
    if (!row || !(await store.findAgent(db, userId, row.agentId)))
      throw new Fault('not_found', { what: 'Strategy' })
    return row
  }

  return {
    /** Of the strategy that is live, or else the newest. */
    async upcoming(userId: number, id: string): Promise<AnswerOf<typeof getUpcoming>> {
      const present = await strategies.books.answers.present(userId, (await own.agent(userId, id)).id)
      if (!present) return { strategy_id: null, due: [], in_flight: null, notes: [] }
      return { strategy_id: present.strategy.id, ...upcomingOrders(present) }
    },

    async everyStrategy(
      userId: number,
      { status, agent, before, limit }: QueryIn<typeof listAllStrategies>,
    ): Promise<{ strategies: ListedStrategy[]; next?: string }> {
      const agents =
        agent === undefined ? await store.listAgents(db, userId) : [await own.agent(userId, String(agent))]
      const names = new Map(agents.map(({ id, name }) => [id, name]))
      const page = await strategies.books.listPage(userId, {
        agentIds: [...names.keys()],
        status,
        before,
        limit,
      })
      return {
        ...page,
        strategies: page.strategies.map((one) => ({ ...one, agent_name: names.get(one.agent_id) ?? '' })),
      }
    },

    async trades(
      userId: number,
      strategyId: string,
      { before, limit }: QueryIn<typeof listTrades>,
    ): Promise<TradesPage> {
      return strategies.books.trades(await owned(userId, strategyId), before, limit)
    },

    async history(userId: number, strategyId: string): Promise<{ points: HistoryPoint[] }> {
      return { points: await strategies.books.history.of(await owned(userId, strategyId)) }
    },
  }
}
