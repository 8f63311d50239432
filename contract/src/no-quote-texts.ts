/** Why a market gives no quote. Amounts are decimal text, of the token whose symbol stands beside them. */
export type NoQuoteReason =
  | { code: 'not_traded'; mint: string; symbol: string }
  | { code: 'same_mint'; symbol: string }
  /** More than `most` would move the price by more than `percent`. */
  | { code: 'over_depth'; amount: string; symbol: string; most: string; percent: number }
  | { code: 'out_of_stock'; has: string; needs: string; symbol: string }
  /** `of`: the symbol of the token that it would buy. */
  | { code: 'amount_too_small'; amount: string; symbol: string; of: string }

export function noQuoteText(why: NoQuoteReason): string {
  switch (why.code) {
    case 'not_traded':
      return `${why.symbol} (${why.mint}) is not traded on this market.`
    case 'same_mint':
      return `${why.symbol} cannot be swapped for itself.`
    case 'over_depth':
      return `The market cannot take ${why.amount} ${why.symbol} at once: that would move the price by more than ${why.percent} %. It takes at most ${why.most} ${why.symbol}.`
    case 'out_of_stock':
      return `The market has ${why.has} ${why.symbol}, but ${why.needs} would be needed.`
    case 'amount_too_small':
      return `${why.amount} ${why.symbol} is worth less than the smallest unit of ${why.of}.`
  }
}
