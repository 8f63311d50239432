/** The prices at which a plan sells: of the plan that is offered in dollars, of what runs from its next orders. */
import { figureWords, parseUnits } from '@purser/contract/money.ts'
import { type Plan, typeFacts } from '@purser/contract/strategies/plan.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { PRICE_DECIMALS } from '../../../ports/market.ts'
import { usdWords } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, type Figure, figure } from './asking.ts'
import { NO_STRATEGY } from './final.ts'
import { nextOrderAnswer } from './next-order.ts'

const DECIMALS = 6
const HUNDRED = 100n * 10n ** BigInt(DECIMALS)
const shareUnits = (percent: string | number): bigint => parseUnits(figureWords(percent), DECIMALS)

const TRAIL = 'Trailing stop'
/** The exits with a distance from the price of the purchase, in percent. */
function listExits(plan: Plan): { label: string; percent: string | number; isAbove: boolean }[] {
  const bracket = plan.strategy_type === 'bracket' ? plan : undefined
  const { stop_loss_percent: stop, take_profit_percent: take } = { ...plan.risk, ...bracket }
  const trail = bracket?.trailing_stop_percent
  return [
    ...(stop === undefined ? [] : [{ label: 'Stop loss', percent: stop, isAbove: false }]),
    ...(trail === undefined ? [] : [{ label: TRAIL, percent: trail, isAbove: false }]),
    ...(take === undefined ? [] : [{ label: 'Take profit', percent: take, isAbove: true }]),
  ]
}

/** The price of a purchase by this plan; undefined where it buys at several. */
async function readEntry(
  { market }: AnswerParts,
  plan: Plan,
): Promise<(Figure & { price: bigint }) | undefined> {
  if (!ONE_PRICE.has(plan.strategy_type)) return undefined
  const entry = typeFacts(plan).orderPrice?.(plan, 'buy') ?? null
  const price =
    entry === null
      ? await market.priceUsd(plan.token_address)
      : parseUnits(figureWords(entry), PRICE_DECIMALS)
  if (price === null) return undefined
  return { ...figure(entry === null ? `${symbolInPlan(plan)} now` : 'Entry', usdWords(price)), price }
}
const ONE_PRICE = new Set<Plan['strategy_type']>(['bracket', 'swap', 'limit'])

export async function exitsAnswer(parts: AnswerParts, asking: Asking): Promise<Answer> {
  const present = asking.isOffered
    ? null
    : await parts.strategies.books.answers.present(asking.userId, asking.agentId)
  // A running bracket knows the exact prices of its exits.
  if (present?.strategy.plan.strategy_type === 'bracket') return nextOrderAnswer(parts, asking)
  const plan = present?.strategy.plan ?? asking.plan
  if (plan === null) return NO_STRATEGY
  const exits = listExits(plan)
  if (exits.length === 0)
    return {
      text: `${plan.goal}\nIt has no stop loss and no take profit. Add one with "add a 10% stop loss".`,
    }
  const entry = present ? undefined : await readEntry(parts, plan)
  const from = entry ? 'the price of the purchase' : 'the average price of what it holds'
  const figures = exits.map(({ label, percent, isAbove }): Figure => {
    const share = shareUnits(percent)
    const words = `${figureWords(percent)}% ${isAbove ? 'above' : 'below'}`
    const price = entry && (entry.price * (isAbove ? HUNDRED + share : HUNDRED - share)) / HUNDRED
    return figure(label, price === undefined ? words : `${usdWords(price)}, ${words}`)
  })
  return {
    card: card(
      plan.goal,
      [...(entry ? [figure(entry.label, entry.value)] : []), ...figures],
      exits.some(({ label }) => label === TRAIL)
        ? ['The trailing stop follows the highest price since the purchase.']
        : [],
    ),
    text: `It sells all it bought at ${exits.length === 1 ? 'this distance' : 'these distances'} from ${from}.`,
  }
}
