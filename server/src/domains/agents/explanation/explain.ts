/**
 * A feasible plan in plain words: what share of the funds it takes, what is bought or sold, how often, at what cost, when
 * it ends and what then becomes of what was bought, what it needs, what could go wrong.
 */
import { formatUnits, isAboveZero, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { LimitRefusal } from '@purser/contract/transfers/limit-refusal.ts'
import { tradesHoldings } from '@purser/contract/strategies/plan.ts'
import { typeWords } from '@purser/contract/strategies/types/words.ts'
import type { Sizing } from '../../strategies/index.ts'
import { currencyAmountWords, bpsWords, costWords } from '../words.ts'
import { endSentences } from './describe-end.ts'
import { orderSentences } from './describe-orders.ts'
import { limitSentences } from './limits.ts'
import type { ExplanationFigures } from './figures.ts'
import { shareWords } from './share.ts'

/** The most wallets whose parts are stated one by one. */
const TOLD = 5

export const limitWarning = ({ message }: LimitRefusal): string =>
  `${message} Orders that exceed a limit are skipped, and the terminal says so.`

export function explain(sizing: Sizing, figures: ExplanationFigures): string {
  const { plan, share, quote, limit } = figures
  return [
    ...(share === null ? [] : [shareWords(plan, share)]),
    plan.goal,
    ...orderSentences(sizing, figures),
    ...walletWords(sizing, figures),
    ...endSentences(figures),
    ...limitSentences(plan),
    ...(limit === null ? [] : [limitWarning(limit)]),
    `Network fees are ${sizing.feeWords} per order and wallet.${rentWords(figures)}`,
    ...sumWords(figures),
    `What could go wrong: the price moves. An order that would return over ${bpsWords(plan.slippage_bps)} less than expected is not executed; the size of this order alone moves the price by about ${bpsWords(quote.priceImpactBps)}. ${typeWords(plan).danger(plan)}`,
  ].join('\n')
}

/** The rent of opening accounts: it comes back when they are closed. */
function rentWords({ accounts: { count, rent }, output }: ExplanationFigures): string {
  if (count === 0) return ''
  const each = `${formatUnits(rent, SOL_DECIMALS)} SOL of rent`
  const who = count === 1 ? 'One wallet opens a token account' : `${count} wallets open token accounts`
  return ` ${who} for ${output.symbol}, which takes ${count === 1 ? each : `${each} each`}, once; closing the account returns it.`
}

const COVERED = { all: '', order: ' for one order', round_trip: ' for a buy and a sell' } as const

/** Network, market and rent in one sum. */
function sumWords({ figures: { costs, costs_cover: of = 'all' } }: ExplanationFigures): string[] {
  if (!costs?.market) return []
  const ofMarket = isAboveZero(costs.market.value)
    ? `, of which the market takes ${currencyAmountWords(costs.market)}`
    : ''
  return [`Total cost is about ${costWords(costs)}${COVERED[of]}${ofMarket}.`]
}

/** Each wallet's part of an order, and what the wallets can spend. */
function walletWords(sizing: Sizing, { plan, wallets, input, has, parts }: ExplanationFigures): string[] {
  const [only] = wallets
  const can = `can spend ${sizing.inWords(has, input)} after fees`
  if (wallets.length === 1) return [`Trades from ${only?.name}, which ${can}.`]
  const together = `Together they ${can}.`
  const split = `Trades from ${wallets.length} wallets, and each order is split by what each of them can spend`
  if (tradesHoldings(plan)) return [`${split}. ${together}`]
  const names = new Map<string, string>(wallets.map(({ address, name }) => [address, name]))
  const words = parts.map(({ address, amount }) => `${names.get(address)} ${sizing.inWords(amount, input)}`)
  const idle = wallets.length - parts.length
  const none = idle === 0 ? '' : ` ${idle} of them ${idle === 1 ? 'has' : 'have'} nothing to spend.`
  if (words.length <= TOLD) return [`${split}: ${words.join(', ')} per order.${none} ${together}`]
  const sorted = parts.map(({ amount }) => amount).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const [least = 0n, most = 0n] = [sorted[0], sorted.at(-1)]
  const range =
    least === most
      ? `${sizing.inWords(least, input)} from each`
      : `from ${sizing.inWords(least, input)} to ${sizing.inWords(most, input)} per wallet`
  return [`${split}: ${range}, per order.${none} ${together}`]
}
