/** The effects of an order's outcome: on its rows, on the figures of the run, on the strategy. */
import { figureWords, formatUnits, parseUnitsDown, SOL_DECIMALS } from '@purser/contract/money.ts'
import { PRICE_DECIMALS } from '../../../ports/market.ts'
import type { RefusalCode } from '../../market/index.ts'
import type { Operation } from '../../transfers/index.ts'
import { sumMarketCosts, type SideDecimals } from '../costs.ts'
import type { Figures, OrderRow } from '../rows.ts'
import type { Asset } from '../sizing/sizing.ts'
import type { FailureCode, Side } from '../engine/codes.ts'
import { DIGITS, units } from '../engine/position.ts'
import type { StrategyEvent, StrategyState } from '../engine/types.ts'

/**
 * Why a leg failed: its wallet lacks funds, a limit of real money forbids it, its trade was refused before it was signed;
 * null for anything else.
 */
export type LegCode = 'funds' | 'limit' | RefusalCode | null

/** The outcome of an order's legs, with the sums of all; `codes` are those of the legs that failed. */
export type Executed = {
  legs: OrderRow[]
  codes: LegCode[]
  spent: bigint
  received: bigint
  fees: bigint
}

/** The result of a trade's operation. */
export type Result = {
  inAmount?: string
  outAmount?: string
  fee?: string
  rent?: string
  inPriceUsd?: string | null
  outPriceUsd?: string | null
}

export const FAILED = 'The transaction failed.'
export const getReceived = ({ outAmount }: Result): bigint => BigInt(outAmount ?? '0')

/** The leg with the result of its ended operation. */
export function toLeg(
  order: OrderRow,
  { status, error, result }: Pick<Operation, 'status' | 'error' | 'result'>,
): OrderRow {
  const traded = (result ?? {}) as Result
  const ended = { ...order, ...legResult(order.side, traded), profit: null }
  return status === 'completed'
    ? { ...ended, status: 'filled', outAmount: getReceived(traded), error: null }
    : { ...ended, status: 'failed', outAmount: null, error: error ?? FAILED }
}

/** Amounts and prices of a leg. A failed one has at most a fee. */
export function legResult(side: Side, result: Result) {
  const price = (text: string | null | undefined) => (text ? parseUnitsDown(text, PRICE_DECIMALS) : null)
  const [input, output] = [price(result.inPriceUsd), price(result.outPriceUsd)]
  return {
    spent: result.inAmount === undefined ? null : BigInt(result.inAmount),
    fee: result.fee === undefined ? null : BigInt(result.fee),
    rent: result.rent === undefined ? null : BigInt(result.rent),
    tokenPrice: side === 'buy' ? output : input,
    quotePrice: side === 'buy' ? input : output,
  }
}

/**
 * The legs with their shares of the sale's profit, in proportion to what each received; the remainder goes to the last.
 * No profit for a sale of tokens that the strategy had not bought.
 */
export function sharedProfit(executed: Executed, before: StrategyState, after: StrategyState): OrderRow[] {
  const { legs, received } = executed
  if (legs[0]?.side !== 'sell' || before.held === '0' || received === 0n) return legs
  const decimals = after.terms?.quoteDecimals
  if (decimals === undefined) return legs
  const whole = (units(after.realised) - units(before.realised)) / 10n ** BigInt(DIGITS - decimals)
  let left = whole
  const sold = legs.filter((leg) => leg.status === 'filled')
  return legs.map((leg) => {
    if (leg.status !== 'filled') return leg
    const profit = leg === sold.at(-1) ? left : (whole * (leg.outAmount ?? 0n)) / received
    left -= profit
    return { ...leg, profit }
  })
}

/** The figures of the run after this order. */
export function bookFigures(
  figures: Figures,
  side: Side,
  executed: Executed,
  decimals: SideDecimals,
): Figures {
  const { spent, received, fees, legs } = executed
  const costs = {
    feesLamports: figures.feesLamports + fees,
    marketQuote: figures.marketQuote + sumMarketCosts(legs, decimals),
    rentLamports: figures.rentLamports + legs.reduce((sum, { rent }) => sum + (rent ?? 0n), 0n),
  }
  return side === 'buy'
    ? {
        ...figures,
        ...costs,
        boughtBase: figures.boughtBase + received,
        spentQuote: figures.spentQuote + spent,
      }
    : {
        ...figures,
        ...costs,
        soldBase: figures.soldBase + spent,
        receivedQuote: figures.receivedQuote + received,
      }
}

/** The event of the strategy. Prices are for its USD figures. */
export function toEvent(
  executed: Executed,
  side: Side,
  input: Asset,
  output: Asset,
  at: { now: number; quoteUsd: number; solUsd: number },
): StrategyEvent {
  const { now } = at
  const { legs, codes } = executed
  const seq = legs[0]?.seq ?? 0
  const failures = legs.filter((leg) => leg.status === 'failed')
  // If the limits of the decision, or of real money, hold back a leg, the order is skipped for that.
  const held = codes.findIndex((code) => code === 'late' || code === 'price' || code === 'limit')
  const reported = Math.max(0, held)
  const error = failures[reported]?.error ?? ''
  if (failures.length === legs.length) {
    const isUnfunded = codes.every((code) => code === 'funds')
    const own = codes[held] ?? codes.find((code) => code !== null && code !== 'funds')
    const code: FailureCode = isUnfunded ? 'funds' : (own ?? 'chain')
    return {
      type: 'failed',
      now,
      seq,
      reason: sentence(error),
      code,
      fatal: false,
      ...(isUnfunded ? { outOfFunds: true } : {}),
      ...(held >= 0 ? { skipped: true } : {}),
    }
  }
  const gone = formatUnits(executed.spent, input.decimals)
  const came = formatUnits(executed.received, output.decimals)
  const [tokens, quote] = side === 'buy' ? [came, gone] : [gone, came]
  return {
    type: 'filled',
    now,
    seq,
    spent: `${figureWords(gone)} ${input.symbol}`,
    received: `${figureWords(came)} ${output.symbol}`,
    tokens,
    quote,
    usd: Number(quote) * at.quoteUsd,
    feesUsd: Number(formatUnits(executed.fees, SOL_DECIMALS)) * at.solUsd,
    ...(failures.length > 0
      ? {
          partial: { failed: failures.length, of: legs.length },
          note: `${failures.length} of ${legs.length} wallets did not trade: ${error}`,
        }
      : {}),
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
