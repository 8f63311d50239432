/** The names that a message may use: of the user's agents and what they run, of wallets and groups. */
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import type { Interpreter, RunningAgent } from '../../../ports/interpreter.ts'
import type { Db } from '../../../db/client.ts'
import type { Strategies } from '../../strategies/index.ts'
import type { Groups, Wallets } from '../../wallets/index.ts'
import { listAgents } from '../agents.store.ts'
import { toAgentState } from '../ownership.ts'

type Parts = {
  db: Db
  interpreter: Pick<Interpreter, 'namesNeeded'>
  strategies: Strategies
  wallets: Wallets
  groups: Groups
}
/** An agent with the strategy that it runs. */
export type AgentInTalk = RunningAgent & { strategyId: string | null }
export type Context = {
  agents: AgentInTalk[]
  wallets: Awaited<ReturnType<Wallets['lookups']['list']>>
  groups: { id: number; name: string }[]
}

/** Reads those alone that the text may need: most instructions name none. */
export async function readContext(
  { db, interpreter, strategies, wallets, groups }: Parts,
  userId: number,
  request: Parameters<Interpreter['namesNeeded']>[0],
): Promise<Context> {
  const needed = interpreter.namesNeeded(request)
  const [agents, live, ownWallets, ownGroups] = await Promise.all([
    needed.agents ? listAgents(db, userId) : [],
    needed.agents ? strategies.halts.live(userId) : [],
    needed.wallets ? wallets.lookups.list(userId) : [],
    needed.wallets ? groups.list(userId) : [],
  ])
  const running = new Map(live.map((row) => [row.agentId, row]))
  return {
    agents: agents.map(({ id, name }) => {
      const row = running.get(id)
      return {
        id,
        name,
        status: toAgentState(row),
        strategyId: row?.id ?? null,
        ...(row ? { symbol: symbolInPlan(row.plan) } : {}),
      }
    }),
    wallets: ownWallets,
    groups: ownGroups,
  }
}
