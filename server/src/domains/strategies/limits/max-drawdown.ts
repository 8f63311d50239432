/** Sells what is held if the strategy's value falls too far below its peak. */
import { maxDrawdown as field } from '@purser/contract/strategies/limits/max-drawdown.ts'
import { priceAtProfit, profitUsd } from '../engine/position.ts'
import type { StrategyState } from '../engine/types.ts'
import { dollars, percentWords } from '../lines/words.ts'
import { createLimitState, type LimitRule } from './limit.ts'

/** The highest profit so far. */
const peak = createLimitState<{ peakUsd: number }>('max_drawdown_percent', { peakUsd: 0 })
/** The capital that the plan commits, or else the most that was invested so far. */
const capitalUsd = ({ terms, stakeUsd }: StrategyState): number => terms?.capitalUsd ?? stakeUsd

export const maxDrawdown: LimitRule<'max_drawdown_percent'> = (_, drawdown) => {
  /** The profit at which the limit is met. */
  const floorUsd = (state: StrategyState): number => {
    const { peakUsd } = peak.read(state)
    return peakUsd - (drawdown / 100) * (capitalUsd(state) + peakUsd)
  }
  return {
    update(state, _now, priceUsd) {
      if (priceUsd === null && state.held !== '0') return state
      const profit = profitUsd(state, priceUsd ?? 0)
      return profit > peak.read(state).peakUsd ? peak.write(state, { peakUsd: profit }) : state
    },
    meet(state, priceUsd) {
      const profit = profitUsd(state, priceUsd)
      const capital = capitalUsd(state)
      if (!(capital > 0 && profit <= floorUsd(state))) return null
      const { peakUsd } = peak.read(state)
      const fall = percentWords((peakUsd - profit) / (capital + peakUsd))
      return {
        name: field.exit,
        status: 'stopped',
        reason: `${field.exit}: the strategy is worth ${dollars(capital + profit)}, ${fall} below its peak of ${dollars(capital + peakUsd)} (limit ${drawdown}%)`,
      }
    },
    idle(state) {
      const { peakUsd } = peak.read(state)
      const hasCapital = capitalUsd(state) > 0
      if (Number(state.held) === 0) {
        // Nothing is held: the realised profit alone decides, whatever the price.
        const { realisedUsd } = state
        const isDue = realisedUsd > peakUsd || (hasCapital && realisedUsd <= floorUsd(state))
        return isDue ? { until: 0 } : {}
      }
      if (!hasCapital) return {}
      const [below, above] = [priceAtProfit(state, floorUsd(state)), priceAtProfit(state, peakUsd)]
      return { below, above, orderAbove: Infinity }
    },
  }
}
