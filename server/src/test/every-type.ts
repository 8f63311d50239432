/** One strategy of each type at once, with figures that keep them trading: for proofs that need all of them. */
import { createAgent, startStrategy, stopStrategy } from '@purser/contract/agents.ts'
import { Plan } from '@purser/contract/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens.ts'
import { sql } from 'drizzle-orm'
import { createPath } from '../adapters/market/simulated/path.ts'
import { profileOf } from '../adapters/market/simulated/profile.ts'
import type { Db } from '../db/client.ts'
import { planHash } from '../domains/agents/hash.ts'
import type { Call } from './client.ts'
import { fundedWallet } from './funded-wallet.ts'
import { progressOf, type Running } from './progress.ts'

const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
const sol = (value: number) => ({ value, unit: 'SOL' })

/** Types beside swap and dca; the first two trade all the time. */
function plans(): Plan[] {
  const price = createPath(profileOf(WIF, 'localnet')).at(Date.now())
  const fields: object[] = [
    {
      strategy_type: 'twap',
      trade_direction: 'buy',
      total_amount: sol(0.500000007),
      total_duration_seconds: 90,
      order_interval_seconds: 2,
    },
    { strategy_type: 'rebalance', target_percent: 50, threshold_percent: 0.001, interval_seconds: 3 },
    {
      strategy_type: 'grid',
      lower_price_usd: price * 0.97,
      upper_price_usd: price * 1.03,
      grid_levels: 200,
      total_amount: sol(1),
      on_stop: 'sell',
    },
    { strategy_type: 'limit', trade_direction: 'buy', amount: sol(0.1), limit_price_usd: price * 2 },
    {
      strategy_type: 'bracket',
      trade_direction: 'buy',
      amount: sol(0.1),
      trailing_stop_percent: 0.02,
      risk: { max_drawdown_percent: 50 },
    },
    {
      strategy_type: 'rsi',
      timeframe: '1m',
      length: 2,
      buy_below: 49,
      sell_above: 51,
      amount_per_trade: sol(0.1),
    },
    {
      strategy_type: 'ma_cross',
      timeframe: '1m',
      fast_length: 1,
      slow_length: 2,
      amount_per_trade: sol(0.1),
    },
  ]
  const base = {
    version: 1,
    goal: 'A plan of the proof.',
    token_address: WIF,
    quote: 'SOL',
    trade_direction: 'both',
  }
  return fields.map((more) => Plan.parse({ ...base, ...more }))
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

/** Stops what still runs. Answers for each how it ended and how many orders were filled. */
export async function stopEveryType(call: Call, token: string, running: Running[]) {
  for (const { agentId } of running) await call(stopStrategy, { token, params: { id: agentId } })
  return Promise.all(running.map((r) => progressOf(call, token, r)))
}
