/** Terms of a run, fixed when it begins: the plan's totals, its limits and its commitment. */
import { formatUnits, parseUnitsDown } from '@purser/contract/money.ts'
import { typeFacts, type Plan, type PlanAmount } from '@purser/contract/strategies/plan.ts'
import { amountLimitsIn } from '@purser/contract/strategies/limits/words.ts'
import { type Market, PRICE_SCALE } from '../../../ports/market.ts'
import type { Asset, Sizing } from './sizing.ts'
import type { Terms } from '../engine/types.ts'
import { countFees } from '../engine/guards.ts'
import { spendingSide } from '../engine/place.ts'

const PERCENT_DECIMALS = 6
/** `percent` of `whole`, rounded down. */
export const percentOfUnits = (percent: string | number, whole: bigint): bigint =>
  (whole * parseUnitsDown(percent, PERCENT_DECIMALS)) / 10n ** BigInt(PERCENT_DECIMALS) / 100n

/** The amount that a plan states: for one order, or in all if it is divided. null: it depends on the holdings. */
export const getAmount = (plan: Plan): PlanAmount | null => typeFacts(plan).amount(plan)

/** How often the amount is spent at most; null if that is open. Once if it is sold before it is bought again. */
export const countTimes = (plan: Plan): number | null =>
  typeFacts(plan).repeats ? typeFacts(plan).orders(plan) : 1

/** For comparisons only. */
export const toUsd = (units: bigint, decimals: number, price: bigint | null): number =>
  Number(formatUnits(units, decimals)) * (Number(price ?? 0n) / Number(PRICE_SCALE))

export function createTerms({ sizing, market }: { sizing: Sizing; market: Market }) {
  /** An amount in base units of the input; percentages refer to what the wallets can spend of it. */
  async function inUnits(plan: Plan, amount: PlanAmount, input: Asset, has: bigint): Promise<bigint> {
    return amount.unit === 'percent' ? percentOfUnits(amount.value, has) : sizing.inInput(plan, amount, input)
  }

  return {
    inUnits,

    /** The spendable funds of each wallet at the start, if the plan's amount is a percentage of them. */
    async base(plan: Plan, addresses: string[]): Promise<Record<string, string> | null> {
      if (getAmount(plan)?.unit !== 'percent') return null
      const side = spendingSide(plan)
      const { input, output } = await sizing.sides(plan, side)
      const can = await sizing.spendable(addresses, input, output, { orders: countFees(plan, side) })
      return Object.fromEntries(can.map((c) => [c.address, c.amount.toString()]))
    },

    async of(plan: Plan, addresses: string[]): Promise<Terms> {
      const { input, output } = await sizing.sides(plan, spendingSide(plan))
      const isBuy = spendingSide(plan) === 'buy'
      const [token, quote] = isBuy ? [output, input] : [input, output]
      const sums = async (spent: Asset, other: Asset, fees = 1n) =>
        (await sizing.spendable(addresses, spent, other, { orders: fees })).reduce(
          (sum, s) => sum + s.amount,
          0n,
        )
      const has = await sums(input, output, countFees(plan, spendingSide(plan)))
      const price = await market.priceUsd(input.mint)
      const amount = getAmount(plan)
      const units = amount === null ? null : await inUnits(plan, amount, input, has)
      const limits: Terms['limits'] = {}
      for (const [field, most] of amountLimitsIn(plan.risk)) {
        const all = await inUnits(plan, most, input, has)
        limits[field] = {
          units: formatUnits(all, input.decimals),
          usd: toUsd(all, input.decimals, price),
        }
      }
      const isDivided = typeFacts(plan).divides === true
      const times = countTimes(plan)
      let capitalUsd =
        units === null || times === null ? null : toUsd(units * BigInt(times), input.decimals, price)
      if (amount === null)
        capitalUsd =
          toUsd(has, input.decimals, price) +
          toUsd(await sums(output, input), output.decimals, await market.priceUsd(output.mint))
      return {
        tokenDecimals: token.decimals,
        quoteDecimals: quote.decimals,
        budget: isDivided && units !== null ? formatUnits(units, input.decimals) : null,
        limits,
        capitalUsd,
      }
    },
  }
}
