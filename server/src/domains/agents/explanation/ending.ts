/** When a plan ends, and what then becomes of what was bought, or was to be sold. */
import type { Plan } from '@purser/contract/plan.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { planFigures } from '../../strategies/index.ts'
import { durationWords } from '../words.ts'
import type { Explained } from './figures.ts'

type Sides = { token: string; quote: string }

export function endingWords({ plan, input, output, orders }: Explained): string[] {
  const token = (input.mint === plan.token_address ? input : output).symbol
  const sides = { token, quote: plan.quote }
  return [
    byItself(plan, sides, orders),
    ...guardWords(plan, sides),
    ...timeWords(plan, sides),
    ...stopWords(plan, sides),
  ]
}

/** What it leaves in the wallets when its orders are done. */
const left = (plan: Plan, { token, quote }: Sides): string =>
  plan.trade_direction === 'sell'
    ? `the ${quote} that it brought stays in your wallets`
    : `the ${token} that it bought stays in your wallets`

function byItself(plan: Plan, sides: Sides, orders: number | null): string {
  const stays = left(plan, sides)
  switch (plan.strategy_type) {
    case 'swap':
      return `It ends with that order, and ${stays}.`
    case 'limit': {
      const wait = plan.expires_in_seconds
      return `It ends once the order is filled, and ${stays}. ${
        wait === undefined
          ? 'Until the price is there nothing is traded.'
          : `If the price is not there within ${durationWords(wait)}, the order expires and nothing is traded.`
      }`
    }
    case 'dca':
    case 'twap': {
      if (orders === null) return `It has no end of its own; ${stays}.`
      const interval = plan.strategy_type === 'dca' ? plan.interval_seconds : plan.order_interval_seconds
      const after = durationWords(interval * (orders - 1))
      return `It ends with its last order, ${after === '' ? 'at once' : `about ${after} after the first`}, and ${stays}.`
    }
    case 'bracket': {
      const waits =
        plan.trade_direction === 'buy' && plan.entry_price_usd !== undefined
          ? ' Until the price for its purchase is there nothing is bought.'
          : ''
      const long =
        plan.time_limit_seconds === undefined ? ' Until then it waits, however long that takes.' : ''
      return `It ends with that sale, and the ${sides.quote} from it stays in your wallets.${long}${waits}`
    }
    case 'grid':
    case 'rsi':
    case 'ma_cross':
    case 'rebalance':
      return plan.duration_days === undefined
        ? 'It has no end of its own: it goes on until you stop it.'
        : 'It has no end of its own but its time.'
  }
}

/** Limits go on watching what was bought after the last order. */
function guardWords(plan: Plan, { token }: Sides): string[] {
  const ends = ['swap', 'dca', 'twap', 'limit'].includes(plan.strategy_type)
  if (!ends || plan.trade_direction === 'sell' || !planFigures.guards(plan)) return []
  const end = plan.duration_days === undefined ? 'until you stop it' : 'until you stop it or its time is over'
  return [
    `After its last order it does not end yet: it goes on watching its limits, sells the ${token} when one of them is met, and keeps it ${end} otherwise.`,
  ]
}

function timeWords(plan: Plan, { token }: Sides): string[] {
  if (plan.duration_days === undefined) return []
  const time = durationWords(plan.duration_days * DAY_SECONDS)
  if (plan.strategy_type === 'limit')
    return [
      `After ${time} it ends in any case: an order that is not filled by then expires, and nothing is traded.`,
    ]
  if (plan.trade_direction === 'sell')
    return [
      `After ${time} it ends in any case, and the ${token} that is not sold by then stays in your wallets.`,
    ]
  const only = plan.on_stop === 'sell' ? ' It is not sold then: only your own stop sells it.' : ''
  return [
    `After ${time} it ends in any case, and the ${token} that it holds then stays in your wallets.${only}`,
  ]
}

function stopWords(plan: Plan, { token }: Sides): string[] {
  if (plan.trade_direction === 'sell')
    return plan.strategy_type === 'swap'
      ? []
      : [`If you stop it before, the ${token} that is not sold yet stays in your wallets.`]
  if (plan.on_stop === 'sell') return [`If you stop it, it first sells the ${token} that it bought.`]
  if (plan.strategy_type === 'swap' && !planFigures.guards(plan)) return []
  return plan.strategy_type === 'rebalance'
    ? ['If you stop it, everything stays in your wallets as it is then.']
    : [`If you stop it, the ${token} that it bought until then stays in your wallets.`]
}
