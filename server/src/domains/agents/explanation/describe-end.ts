/** When a plan ends, and what then becomes of what was bought, or was to be sold. */
import { typeFacts, type Plan, tradesHoldings } from '@purser/contract/strategies/plan.ts'
import { typeWords } from '@purser/contract/strategies/types/words.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { planFigures } from '../../strategies/index.ts'
import { durationWords } from '../words.ts'
import { say } from './describe-orders.ts'
import type { ExplanationFigures } from './figures.ts'

type Sides = { token: string; quote: string }

export function endSentences({ plan, input, output, orders }: ExplanationFigures): string[] {
  const token = (input.mint === plan.token_address ? input : output).symbol
  const sides = { token, quote: plan.quote }
  return [
    typeWords(plan).end(plan, { say, stays: remainder(plan, sides), orders, quote: plan.quote }),
    ...guardWords(plan, sides),
    ...timeWords(plan, sides),
    ...stopWords(plan, sides),
  ]
}

/** The currency that its orders leave in the wallets. */
const remainder = (plan: Plan, { token, quote }: Sides): string =>
  plan.trade_direction === 'sell'
    ? `the ${quote} received stays in your wallets`
    : `the ${token} it bought stays in your wallets`

/** Limits go on watching what was bought after the last order. */
function guardWords(plan: Plan, { token }: Sides): string[] {
  if (
    plan.trade_direction === 'both' ||
    typeFacts(plan).guards ||
    plan.trade_direction === 'sell' ||
    !planFigures.guards(plan)
  )
    return []
  const end =
    plan.duration_days === undefined ? 'until you stop it' : 'until you stop it or its duration ends'
  return [
    `After its last order it keeps watching its limits: it sells the ${token} when one of them is reached, and otherwise keeps it ${end}.`,
  ]
}

function timeWords(plan: Plan, { token }: Sides): string[] {
  if (plan.duration_days === undefined) return []
  const time = durationWords(plan.duration_days * DAY_SECONDS)
  if (typeFacts(plan).expiresSeconds)
    return [
      `It ends after ${time} at the latest: an order not filled by then expires, and nothing is traded.`,
    ]
  if (plan.trade_direction === 'sell')
    return [`It ends after ${time} at the latest, and any ${token} not sold by then stays in your wallets.`]
  const only =
    plan.on_stop === 'sell' ? ' It is not sold then: it is sold only if you stop the strategy.' : ''
  return [`It ends after ${time} at the latest, and the ${token} it holds then stays in your wallets.${only}`]
}

/** One order, now: nothing is left to stop. */
const isAtOnce = (plan: Plan): boolean => typeFacts(plan).lastsSeconds(plan) === 0 && !typeFacts(plan).repeats

function stopWords(plan: Plan, { token }: Sides): string[] {
  if (plan.trade_direction === 'sell')
    return isAtOnce(plan) ? [] : [`If you stop it earlier, any ${token} not yet sold stays in your wallets.`]
  if (plan.on_stop === 'sell') return [`If you stop it, it first sells the ${token} it bought.`]
  if (isAtOnce(plan) && !planFigures.guards(plan)) return []
  return tradesHoldings(plan)
    ? ['If you stop it, everything stays in your wallets as it is.']
    : [`If you stop it, the ${token} it has bought so far stays in your wallets.`]
}
