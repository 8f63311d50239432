/** The prices at which a plan sells: of the plan that is offered in dollars, of what runs from its next orders. */
import { figureWords, parseUnits } from '@purser/contract/money.ts'
import { type Plan, typeFacts } from '@purser/contract/strategies/plan.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { PRICE_DECIMALS } from '../../../ports/market.ts'
import { usdWords } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, type Figure, figure } from './asking.ts'
import { nextOrderAnswer } from './next-order.ts'

const DECIMALS = 6
const HUNDRED = 100n * 10n ** BigInt(DECIMALS)
const shareUnits = (percent: string | number): bigint => parseUnits(figureWords(percent), DECIMALS)

/** The exits with a distance from the price of the purchase, in percent. */
function listExits(plan: Plan): { label: string; percent: string | number; isAbove: boolean }[] {
  const { stop_loss_percent: stop, take_profit_percent: take } =
    plan.strategy_type === 'bracket' ? { ...plan.risk, ...plan } : (plan.risk ?? {})
  return [
    ...(stop === undefined ? [] : [{ label: 'Stop loss', percent: stop, isAbove: false }]),
    ...(take === undefined ? [] : [{ label: 'Take profit', percent: take, isAbove: true }]),
  ]
}

export async function exitsAnswer(parts: AnswerParts, asking: Asking): Promise<Answer> {
  const { plan, isOffered } = asking
  if (plan === null || !isOffered) return nextOrderAnswer(parts, asking)
  const exits = listExits(plan)
  const trail = plan.strategy_type === 'bracket' ? plan.trailing_stop_percent : undefined
  if (exits.length === 0 && trail === undefined)
    return {
      text: `${plan.goal}\nIt has no stop loss and no take profit. Add one with "add a 10% stop loss".`,
    }
  const symbol = symbolInPlan(plan)
  const entry = typeFacts(plan).orderPrice?.(plan, 'buy') ?? null
  const price =
    entry === null
      ? await parts.market.priceUsd(plan.token_address)
      : parseUnits(figureWords(entry), PRICE_DECIMALS)
  const figures = exits.map(({ label, percent, isAbove }): Figure => {
    const share = shareUnits(percent)
    const at = price === null ? null : (price * (isAbove ? HUNDRED + share : HUNDRED - share)) / HUNDRED
    const words = `${figureWords(percent)}% ${isAbove ? 'above' : 'below'}`
    return figure(label, at === null ? words : `${usdWords(at)}, ${words}`)
  })
  return {
    card: card(
      plan.goal,
      [
        ...(price === null ? [] : [figure(entry === null ? `${symbol} now` : 'Entry', usdWords(price))]),
        ...figures,
        ...(trail === undefined
          ? []
          : [figure('Trailing stop', `${figureWords(trail)}% below the highest price since the purchase`)]),
      ],
      ['The distances count from the price of the purchase, so the prices move with it.'],
    ),
    text:
      price === null
        ? `The market has no price for ${symbol}, so I cannot tell the prices in dollars.`
        : `Bought at ${usdWords(price)}, it sells at these prices.`,
  }
}
