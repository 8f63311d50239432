import { groupThousands } from '../money.ts'
import { UNSAFE_ROUTES, type UnsafeRoute } from './unsafe-route-texts.ts'

/** Why a market gives no quote. Amounts are decimal text, of the token whose symbol stands beside them. */
export type NoQuoteReason =
  | { code: 'not_traded'; mint: string; symbol: string }
  | { code: 'same_mint'; symbol: string }
  /** More than `most` would move the price by more than `percent`. */
  | { code: 'over_depth'; amount: string; symbol: string; most: string; percent: number }
  | { code: 'out_of_stock'; has: string; needs: string; symbol: string }
  /** `of`: the symbol of the token that it would buy. */
  | { code: 'amount_too_small'; amount: string; symbol: string; of: string }
  /** The same if the amount's decimals are not known. */
  | { code: 'too_little_for_a_unit'; symbol: string; of: string }
  /** Nobody trades the two for each other, at least not in this amount. */
  | { code: 'no_route'; symbol: string; of: string }
  /** In the service's own words, cleaned. */
  | { code: 'service_refuses'; words: string }
  /** The proposal of the service breaks one of the rules that proposals are checked by. */
  | { code: 'unsafe_route'; rule: UnsafeRoute }
  /** No route has a transaction that fits the size limit. */
  | { code: 'route_too_large'; symbol: string; of: string }
  /** Neither side has a price. */
  | { code: 'no_price'; symbol: string }
  /** The program of the swap itself would refuse. */
  | { code: 'swap_fails'; why: SwapFailure }
  /** Simulated, and the chain refused it in these words. */
  | { code: 'simulation_fails'; words: string }

/** 'slippage': the price moved beyond the limit. 'too_little': the amounts. 'accounts': what the swap touches. */
export type SwapFailure = 'slippage' | 'too_little' | 'accounts'

export const SWAP_FAILURES: Record<SwapFailure, string> = {
  slippage: 'The price moved beyond the slippage limit.',
  too_little: 'The wallet has too little for this swap.',
  accounts: 'An account that the swap needs is missing or invalid.',
}

export function noQuoteText(why: NoQuoteReason): string {
  switch (why.code) {
    case 'not_traded':
      return `${why.symbol} (${why.mint}) is not traded on this market.`
    case 'same_mint':
      return `${why.symbol} cannot be swapped for itself.`
    case 'over_depth':
      return `The market cannot absorb ${groupThousands(why.amount)} ${why.symbol} at once: that would move the price by more than ${why.percent}%. The maximum is ${groupThousands(why.most)} ${why.symbol}.`
    case 'out_of_stock':
      return `The market has ${groupThousands(why.has)} ${why.symbol}, but ${groupThousands(why.needs)} is needed.`
    case 'amount_too_small':
      return `${groupThousands(why.amount)} ${why.symbol} is worth less than the smallest unit of ${why.of}.`
    case 'too_little_for_a_unit':
      return `This amount of ${why.symbol} is too small to buy any ${why.of}.`
    case 'no_route':
      return `There is no liquidity to swap this amount of ${why.symbol} for ${why.of}.`
    case 'service_refuses':
      return `The market refused: ${why.words}`
    case 'unsafe_route':
      return `The market's route was rejected: ${UNSAFE_ROUTES[why.rule]}`
    case 'route_too_large':
      return `No route from ${why.symbol} to ${why.of} currently fits into one transaction.`
    case 'no_price':
      return `${why.symbol} currently has no price.`
    case 'swap_fails':
      return SWAP_FAILURES[why.why]
    case 'simulation_fails':
      return `The chain would refuse this swap: ${why.words}`
  }
}
