/** Figures that an instruction gives against today's price become prices, and exits named as prices become percent, exactly. */
import { formatUnits, parseUnits, unitsWords } from '@purser/contract/money.ts'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import type { FieldChange, PlacedExit, RelativePrice } from '../../../ports/interpreter.ts'
import { type Market, PRICE_DECIMALS } from '../../../ports/market.ts'
import { usdWords } from '../words.ts'

type Unpriced = { plan: Plan; relative?: RelativePrice[]; exits?: PlacedExit[]; changes?: FieldChange[] }
export type Priced = { plan: Plan; assumptions: string[] } | { problem: string }

const PERCENT_DECIMALS = 6
const HUNDRED = 100n * 10n ** BigInt(PERCENT_DECIMALS)

/** A JSON number up to 15 significant digits, else its text, so that nothing is lost. */
function planNumber(units: bigint, decimals: number): number | string {
  const text = formatUnits(units, decimals)
  return text.replace('.', '').replace(/^0+/, '').length > 15 ? text : Number(text)
}

/** A price with six significant digits, rounded down: more of a share of today's price says nothing. */
function sixDigits(price: bigint): bigint {
  const cut = 10n ** BigInt(Math.max(0, price.toString().length - 6))
  return price - (price % cut)
}

/** Whether a price has to be known before the plan is one. */
export const isUnpriced = ({ relative = [], exits = [] }: Unpriced): boolean =>
  relative.length > 0 || exits.length > 0

/** `changes` that name such a field are given its value too. */
export async function pricePlan(market: Market, unpriced: Unpriced): Promise<Priced> {
  const { plan } = unpriced
  if (!isUnpriced(unpriced)) return { plan, assumptions: [] }
  const price = await market.priceUsd(plan.token_address)
  return price === null
    ? {
        problem: `${symbolInPlan(plan)} has no price on this market, so I cannot tell what is above or below it.`,
      }
    : pricedAt(price, unpriced)
}

/** `then`: the price is the one with which a time of the past began. */
export function pricedAt(
  price: bigint,
  { plan, relative = [], exits = [], changes = [] }: Unpriced,
  then = false,
): Priced {
  const symbol = symbolInPlan(plan)
  const fields: Record<string, unknown> = { ...plan }
  const assumptions: string[] = []
  let { goal } = plan
  for (const { field, percent } of relative) {
    const share = parseUnits(String(Math.abs(percent)), PERCENT_DECIMALS)
    const units = sixDigits((price * (percent < 0 ? HUNDRED - share : HUNDRED + share)) / HUNDRED)
    if (units <= 0n)
      return {
        problem: `${Math.abs(percent)}% below the price of ${usdWords(price)} is not a valid price. Which price do you mean?`,
      }
    fields[field] = planNumber(units, PRICE_DECIMALS)
    const words = `${Math.abs(percent)}% ${percent < 0 ? 'below' : 'above'} today's price`
    const against = then ? words.replace("today's price", 'the price at the start of that period') : words
    assumptions.push(`${against} of ${usdWords(price)} is $${unitsWords(units, PRICE_DECIMALS)}.`)
    goal = goal.replace(words, `$${unitsWords(units, PRICE_DECIMALS)}`)
  }
  for (const { field, price: at } of exits) {
    const exit = parseUnits(at, 18) / 10n ** 6n
    const far = field === 'stop_loss_percent' ? price - exit : exit - price
    const [name, side] = field === 'stop_loss_percent' ? ['stop loss', 'below'] : ['take profit', 'above']
    if (far <= 0n)
      return {
        problem: `Which price should the ${name} have? It must be ${side} the price of ${symbol}, which ${then ? 'was' : 'is'} ${usdWords(price)} ${then ? 'at the start of that period' : 'now'}.`,
      }
    const percent = (far * 1_000_000n) / price
    fields[field] = planNumber(percent, 4)
    assumptions.push(
      `A ${name} at ${usdWords(exit)} is ${formatUnits(percent, 4)}% ${side} the price of ${usdWords(price)}.`,
    )
  }
  for (const change of changes)
    if (fields[change.field] !== undefined && change.to !== null) change.to = fields[change.field]
  const done = Plan.safeParse({ ...fields, goal: goal.slice(0, 500) })
  return done.success
    ? { plan: done.data, assumptions }
    : { problem: 'A price in this plan is out of range. Which price do you mean?' }
}
