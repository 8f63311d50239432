/** The figures of a feasible plan in words, for what its type says of its orders. */
import { typeWords } from '@purser/contract/strategies/types/words.ts'
import type { PlanFigureWords, Say } from '@purser/contract/strategies/types/type-words.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { PRICE_SCALE } from '../../../ports/market.ts'
import type { Sizing } from '../../strategies/index.ts'
import { bpsWords, countWords, durationWords, rateWords, usdWords } from '../words.ts'
import type { ExplanationFigures } from './figures.ts'

export const say: Say = { time: durationWords, count: countWords, bps: bpsWords }

/** The purchases or sales of a plan: in all, by order, when. */
export const orderSentences = (sizing: Sizing, figures: ExplanationFigures): string[] =>
  typeWords(figures.plan).orders(figures.plan, inWords(sizing, figures))

function inWords(sizing: Sizing, figures: ExplanationFigures): PlanFigureWords {
  const { plan, input, output, each, total, orders, quote } = figures
  const price = plan.trade_direction === 'sell' ? quote.inPriceUsd : quote.outPriceUsd
  return {
    say,
    each: sizing.inWords(each, input),
    brings: sizing.inWords(quote.outAmount, output),
    rate: rateWords(quote, input, output),
    total: sizing.inWords(total, input),
    ofOrders: sizing.inWords(each * BigInt(orders ?? 1), input),
    orders,
    price: usdWords(price),
    priceUsd: Number(price) / Number(PRICE_SCALE),
    token: (input.mint === plan.token_address ? input : output).symbol,
    output: output.symbol,
    lasts: orders === null ? lasts(sizing, figures) : null,
  }
}

/** How long the funds last of a plan without an end. */
function lasts(
  sizing: Sizing,
  { input, each, has, total, wallets }: ExplanationFigures,
): PlanFigureWords['lasts'] {
  const fee = input.mint === SOL_MINT ? sizing.fee * BigInt(wallets.length) : 0n
  const may = total < has ? total : has
  const funds = total < has ? `the ${sizing.inWords(total, input)} it may spend` : sizing.inWords(has, input)
  return { funds, orders: Number(may / (each + fee)) || 1 }
}
