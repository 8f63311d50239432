/** Every type of plan live on the local network for a while, on a fast clock; and the reports of all. */
import assert from 'node:assert/strict'
import { pauseStrategy, resumeStrategy } from '@purser/contract/agents/agents.ts'
import { getParity, type Parity } from '@purser/contract/strategies/parity.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { prepareEveryType, show, startEveryType, stopEveryType } from './every-type.ts'
import { otherPlans, createPlan, priceAt, sol } from './plans.ts'
import type { TestDesk } from './harness.ts'
import { until } from './until.ts'

/** Figures that keep each type trading for a time of `seconds`. */
function createPlans(price: number, seconds: number): Plan[] {
  const buys = { trade_direction: 'buy' }
  const swap = createPlan({
    strategy_type: 'swap',
    ...buys,
    amount: sol(0.1),
    risk: { stop_loss_percent: 0.2, take_profit_percent: 0.2 },
  })
  const dollars = createPlan({
    strategy_type: 'dca',
    ...buys,
    amount_per_order: { value: 1, unit: 'USD' },
    interval_seconds: 30,
  })
  const bounded = createPlan({
    strategy_type: 'dca',
    ...buys,
    amount_per_order: sol(0.005),
    interval_seconds: 20,
    max_price_usd: price,
    on_stop: 'sell',
  })
  const others = otherPlans({
    price,
    twap: { total_duration_seconds: Math.floor(seconds * 0.9), order_interval_seconds: 25 },
    rebalance: { threshold_percent: 0.05, interval_seconds: 20 },
    gridLevels: 120,
    limitUsd: price * 0.999,
    trailingStopPercent: 0.3,
  })
  return [swap, dollars, bounded, ...others]
}

/** Longer than the time between two orders of the strategy that is paused. */
const PAUSED_SECONDS = 35

/** The price history is not available yet, or its service does not answer. */
const isLate = (status: number) => status === 409 || status === 502

export type Told = {
  type: string
  status: string
  parity: Parity
  token: string
  agentId: number
  strategyId: string
}

/**
 * `price`: the price of WIF at the start, if the market is not the simulated one. Runs for `seconds` of the desk's
 * time, of which `factor` pass in each real one. Meanwhile one strategy is paused for a tenth of it, long enough for an
 * order to fall due, and, `restarts` times, the whole desk is stopped and started again.
 */
export async function runInParallel(
  desk: TestDesk,
  {
    seconds,
    factor,
    restarts,
    price: livePrice,
  }: { seconds: number; factor: number; restarts: number; price?: number },
): Promise<Told[]> {
  const isLive = livePrice !== undefined
  const price = livePrice ?? priceAt(desk.clock.now())
  const { token } = await desk.signUp()
  const prepared = await prepareEveryType(desk.call, token, createPlans(price, seconds))
  await show(desk.database.db, prepared)
  const undo = desk.clock.hurry(factor)
  try {
    const running = await startEveryType(desk.call, token, prepared)
    const began = desk.clock.monotonic()
    const passed = (part: number) =>
      until(
        `${Math.round(part * 100)}% of the time have passed`,
        () => (desk.clock.monotonic() - began >= part * seconds * 1000 ? true : undefined),
        seconds * 2_000,
      )
    const [, paused] = running
    assert.ok(paused)
    const params = { id: paused.agentId }
    const resumedAt = Math.max(0.4, 0.3 + PAUSED_SECONDS / seconds)
    await passed(0.3)
    await desk.call(pauseStrategy, { token, params })
    await passed(resumedAt)
    assert.equal((await desk.call(resumeStrategy, { token, params })).status, 200)
    for (let n = 1; n <= restarts; n++) {
      await passed(resumedAt + ((0.8 - resumedAt) * n) / (restarts + 1))
      await desk.stop()
      await desk.start()
    }
    await passed(0.9)
    // Requested during the run, too.
    const early = await desk.call(getParity, {
      token,
      params: { id: paused.agentId, strategyId: paused.strategyId },
    })
    assert.ok(early.status === 200 || (isLive && isLate(early.status)), early.text)
    await passed(1)
    const ended = await stopEveryType(desk.call, token, running)
    const told: Told[] = []
    for (const [i, { agentId, strategyId }] of running.entries()) {
      // A service of price history that does not answer in time is called again.
      const answer = await until('its report', async () => {
        const got = await desk.call(getParity, { token, params: { id: agentId, strategyId } })
        return isLive && isLate(got.status) ? undefined : got
      })
      assert.equal(answer.status, 200, answer.text)
      told.push({
        type: prepared[i]?.plan.strategy_type ?? '',
        status: ended[i]?.status ?? '',
        parity: answer.ok,
        token,
        agentId,
        strategyId,
      })
    }
    return told
  } finally {
    undo()
  }
}
