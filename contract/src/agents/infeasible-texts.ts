import { type MintRefusal, mintRefusalText } from '../tokens/mint-texts.ts'
import { type NoQuoteReason, noQuoteText } from '../market/no-quote-texts.ts'
import type { AmountField } from '../strategies/limits/index.ts'
import { anyLimitWords } from '../strategies/limits/words.ts'

/** Why a plan cannot be carried out now. Amounts are decimal text with their symbol. */
export type Infeasible =
  | { code: 'no_wallets' }
  | { code: 'unknown_token'; mint: string }
  | { code: 'mint_refused'; why: MintRefusal }
  | { code: 'mint_unchecked'; by: 'chain' | 'service' }
  | { code: 'sol_against_sol' }
  | { code: 'price_bounds' }
  | { code: 'grid_too_dense' }
  | { code: 'limits_need_buys' }
  | { code: 'no_fees'; wallets: WalletNames; fee: string }
  | { code: 'amount'; of: 'order' | AmountField; why: AmountProblem }
  | { code: 'indivisible'; amount: string; orders: number | null }
  | { code: 'funds'; needs: string; has: string; orders: number | null; wallets: WalletNames }
  | { code: 'market'; why: NoQuoteReason }
  | { code: 'price_impact'; amount: string; impact: string; most: string }

export type WalletNames = { count: number; only: string | undefined }
/** 'digits': `detail` says what is wrong with its digits. */
export type AmountProblem =
  | { code: 'over_100_percent' }
  | { code: 'too_small'; amount: string; symbol: string }
  | { code: 'digits'; amount: string; detail: string }

const walletsText = ({ count, only }: WalletNames): string =>
  count === 1 && only !== undefined ? only : `the ${count} wallets`
/** The limits that only a strategy that buys can have. */
const OF_BUYS = Object.values(anyLimitWords)
  .flatMap(({ ofBuys }) => ofBuys ?? [])
  .join(' or ')
const TOP_UP = 'Add funds or use a smaller amount.'

function amountText(why: AmountProblem): string {
  switch (why.code) {
    case 'over_100_percent':
      return 'more than 100% cannot be spent.'
    case 'too_small':
      return `${why.amount} is less than the smallest unit of ${why.symbol}.`
    case 'digits':
      return `the amount ${why.amount} ${why.detail}.`
  }
}

function reasonText(why: Infeasible): string {
  switch (why.code) {
    case 'no_wallets':
      return 'No wallets found. Please create a wallet first by going to the Wallet Groups page.'
    case 'unknown_token':
      return `no token with the address ${why.mint} exists on this network.`
    case 'mint_refused':
      return mintRefusalText(why.why)
    case 'mint_unchecked':
      return `${why.by === 'chain' ? 'the chain' : "the market's token service"} is not responding, so this token could not be checked. Try again later.`
    case 'sol_against_sol':
      return 'SOL cannot be traded against SOL. Which token should be traded?'
    case 'price_bounds':
      return 'the lowest price must be below the highest price.'
    case 'grid_too_dense':
      return 'the grid levels are too close together.'
    case 'limits_need_buys':
      return `${OF_BUYS} is measured on tokens the strategy bought, and this plan only sells. Use a stop loss, which is measured from the initial price.`
    case 'no_fees': {
      const hold = why.wallets.count === 1 ? 'holds' : 'hold'
      return `${walletsText(why.wallets)} ${hold} too little SOL for fees of ${why.fee} per order. ${TOP_UP}`
    }
    case 'amount': {
      const named = why.of === 'order' ? undefined : anyLimitWords[why.of].unusable
      return (named ?? '') + amountText(why.why)
    }
    case 'indivisible':
      return `${why.amount} cannot be split into ${why.orders} orders.`
    case 'funds': {
      const orders = why.orders !== null && why.orders > 1 ? ` for ${why.orders} orders` : ''
      return `it needs ${why.needs}${orders}, but ${walletsText(why.wallets)} can spend only ${why.has} after fees. ${TOP_UP}`
    }
    case 'market':
      return noQuoteText(why.why)
    case 'price_impact':
      return `an order of ${why.amount} would move the price by ${why.impact}; the maximum is ${why.most}. Use a smaller amount.`
  }
}

/** `goal`: the plan in one sentence. */
export const infeasibleText = ({ goal, why }: { goal: string; why: Infeasible }): string =>
  `${goal} This cannot be done now: ${reasonText(why)}`
