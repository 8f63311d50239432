/** Keeps the token at a share of the wallets' holdings of token and quote together, checked at each interval. */
import { formatUnits } from '@purser/contract/money.ts'
import type { RebalancePlan } from '@purser/contract/strategies/plan.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import type { Side } from '../../engine/codes.ts'
import { retryOrGiveUp } from '../../engine/give-up.ts'
import { line } from '../../lines/lines.ts'
import { place } from '../../engine/place.ts'
import { dueAfter } from '../../engine/skip.ts'
import { ANY_PRICE, quiet, withLines } from '../../engine/stepped.ts'
import type { Holdings, Rules, StrategyState } from '../../engine/types.ts'
import { timeWords } from '../../lines/words.ts'

/** Percent with four decimals. */
const WHOLE = 1_000_000n
const PERCENT = 10_000

type Off = { side: Side; units: bigint; sharePercent: number }

/** The order that restores the share; null while it is off by less than the threshold. All in integers. */
export function rebalancing(plan: RebalancePlan, holdings: Holdings, decimals: [number, number]): Off | null {
  const [token, quote] = [BigInt(holdings.token), BigInt(holdings.quote)]
  const [tokenPrice, quotePrice] = [BigInt(holdings.tokenPrice), BigInt(holdings.quotePrice)]
  // Values on one scale: 1e-12 USD times 10 to the decimals of both.
  const [tokenOne, quoteOne] = [10n ** BigInt(decimals[0]), 10n ** BigInt(decimals[1])]
  const tokenValue = token * tokenPrice * quoteOne
  const total = tokenValue + quote * quotePrice * tokenOne
  if (total === 0n || tokenPrice === 0n || quotePrice === 0n) return null
  const wanted = (total * BigInt(Math.round(plan.target_percent * PERCENT))) / WHOLE
  const share = (tokenValue * WHOLE) / total
  const gap = wanted > tokenValue ? wanted - tokenValue : tokenValue - wanted
  const sharePercent = Number(share) / PERCENT
  if ((gap * WHOLE) / total < BigInt(Math.round(plan.threshold_percent * PERCENT))) return null
  return wanted > tokenValue
    ? { side: 'buy', units: gap / quotePrice / tokenOne, sharePercent }
    : { side: 'sell', units: gap / tokenPrice / quoteOne, sharePercent }
}

export function rebalanceRules(plan: RebalancePlan): Rules {
  const interval = plan.interval_seconds * 1000
  const next = (state: StrategyState, now: number): StrategyState => {
    const slotAt = state.slotAt + interval > now ? state.slotAt + interval : now + interval
    return { ...state, slotAt, nextAt: slotAt }
  }
  return {
    title: `rebalance, ${symbolInPlan(plan)} to ${plan.target_percent}% of ${symbolInPlan(plan)} and ${plan.quote}, threshold ${plan.threshold_percent}%, every ${timeWords(interval)}`,
    first: 'checks balances now',
    count: null,
    endsAt: () => null,
    idle: (state) => ({ ...ANY_PRICE, until: state.nextAt }),
    tick(state, now, priceUsd, holdings) {
      if (now < state.nextAt || !holdings || !state.terms) return quiet(state)
      const { tokenDecimals, quoteDecimals } = state.terms
      const due = state.retries > 0 ? { ...state, nextAt: state.slotAt } : next(state, now)
      const off = rebalancing(plan, holdings, [tokenDecimals, quoteDecimals])
      if (off === null || off.units === 0n) return quiet({ ...due, retries: 0 })
      const isBuy = off.side === 'buy'
      const value = formatUnits(off.units, isBuy ? quoteDecimals : tokenDecimals)
      const request = {
        side: off.side,
        amount: { value, unit: isBuy ? plan.quote : ('token' as const) },
        count: null,
        why: `share ${off.sharePercent.toFixed(2)}%, target ${plan.target_percent}%`,
        upTo: true as const,
      }
      return place(plan, request, { ...state, nextAt: due.nextAt, slotAt: due.slotAt }, priceUsd)
    },
    filled: (state) => quiet(state),
    skipped: (state, event, skip) => {
      const nextAt = dueAfter(state, event)
      const next = { what: 'poll' as const, ms: nextAt - event.now }
      return withLines({ ...state, nextAt }, line('skipped', { ...skip, next }))
    },
    failed(state, event) {
      const { slotAt } = state
      return retryOrGiveUp(state, event, (given) => ({ ...given, nextAt: Math.max(given.nextAt, slotAt) }))
    },
  }
}
