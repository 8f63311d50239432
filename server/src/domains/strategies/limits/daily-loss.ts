/** Sells what is held if a day of UTC brings too large a loss. */
import { dailyLoss as field } from '@purser/contract/strategies/limits/daily-loss.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { priceAtProfit, profitUsd } from '../engine/position.ts'
import type { StrategyState } from '../engine/types.ts'
import { dollars } from '../lines/words.ts'
import { createLimitState, type LimitRule } from './limit.ts'

/** The day of UTC, and the profit at its start. */
const today = createLimitState<{ day: number; dayUsd: number }>('daily_loss_limit', { day: 0, dayUsd: 0 })
const mostUsd = ({ terms }: StrategyState): number | null => terms?.limits.daily_loss_limit?.usd ?? null

export const dailyLoss: LimitRule<'daily_loss_limit'> = () => ({
  update(state, now, priceUsd) {
    if (priceUsd === null && state.held !== '0') return state
    const day = Math.floor(now / DAY_MS)
    if (day <= today.read(state).day) return state
    return today.write(state, { day, dayUsd: profitUsd(state, priceUsd ?? 0) })
  },
  meet(state, priceUsd) {
    const most = mostUsd(state)
    const profit = profitUsd(state, priceUsd) - today.read(state).dayUsd
    if (most === null || !(profit <= -most)) return null
    const reason = `${field.exit}: ${dollars(-profit)} lost today (UTC), limit ${dollars(most)}`
    return { name: field.exit, status: 'stopped', reason }
  },
  idle(state) {
    const most = mostUsd(state)
    if (most === null) return {}
    const { day, dayUsd } = today.read(state)
    const until = (day + 1) * DAY_MS
    if (Number(state.held) > 0) return { until, below: priceAtProfit(state, dayUsd - most) }
    return { until: state.realisedUsd - dayUsd <= -most ? 0 : until }
  },
})
