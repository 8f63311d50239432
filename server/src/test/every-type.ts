/** One strategy of each type at once, with figures that keep them trading: for proofs that need all of them. */
import { createAgent, startStrategy, stopStrategy } from '@purser/contract/agents/agents.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { planHash } from '../domains/agents/interpretation/hash.ts'
import type { Call } from './client.ts'
import { fundedWallet } from './funded-wallet.ts'
import { otherPlans, priceAt } from './plans.ts'
import { readProgress, type Running } from './progress.ts'

/** Types besides swap and dca; the first two trade all the time. */
function plans(): Plan[] {
  const price = priceAt(Date.now())
  return otherPlans({
    price,
    twap: { total_duration_seconds: 90, order_interval_seconds: 2 },
    rebalance: { threshold_percent: 0.001, interval_seconds: 3 },
    gridLevels: 200,
    limitUsd: price * 2,
    trailingStopPercent: 0.02,
  })
}

export type Prepared = { agentId: number; wallet: string; plan: Plan }

/** Agents with a wallet and a plan each. */
export async function prepareEveryType(
  call: Call,
  token: string,
  all: Plan[] = plans(),
): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  for (const plan of all)
    prepared.push({
      plan,
      agentId: (await call(createAgent, { token })).ok.id,
      wallet: await fundedWallet(call, token),
    })
  return prepared
}

/** Has their plans shown, without words that mean them. */
export async function show(db: Db, prepared: Prepared[]): Promise<void> {
  for (const { plan, agentId, wallet } of prepared) {
    const hash = planHash({
      plan,
      walletAddresses: [wallet],
      groupId: null,
      tokenAddress: plan.token_address,
    })
    await db.execute(sql`update agents set shown_plan_hash = ${hash} where id = ${agentId}`)
  }
}

export async function startEveryType(call: Call, token: string, prepared: Prepared[]): Promise<Running[]> {
  const running: Running[] = []
  for (const { plan, agentId, wallet } of prepared) {
    const started = await call(startStrategy, {
      token,
      params: { id: agentId },
      body: { strategy: { parsedStrategy: plan, walletAddresses: [wallet] } },
    })
    running.push({ agentId, strategyId: started.ok.strategyId })
  }
  return running
}

/** Stops all that still run. Returns for each how it ended and how many orders were filled. */
export async function stopEveryType(call: Call, token: string, running: Running[]) {
  for (const { agentId } of running) await call(stopStrategy, { token, params: { id: agentId } })
  return Promise.all(running.map((r) => readProgress(call, token, r)))
}
