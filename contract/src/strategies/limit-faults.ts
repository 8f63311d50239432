/** Rows of the table of errors: the limits of real money. Amounts are SOL as text. */
export type SpendingLimit = {
  /** 'day': spent in the last 24 hours. 'order': a single order or transfer. */
  limit: 'day' | 'order'
  most: string
  needs: string
  /** The amount that may be spent now, by both limits. */
  left: string
  /** It counts by what it may lose, not by what it pays. */
  isLoss?: boolean
}
export type LimitFaults = {
  spending_limit: SpendingLimit
  no_price_for_limit: { symbol: string }
}

const limitNames = { day: 'per 24 hours', order: 'per order or transfer' }

export const limitFaults = {
  spending_limit: {
    status: 403,
    sentence: ({ limit, most, needs, left, isLoss }: SpendingLimit) =>
      `This ${isLoss ? `sale may lose ${needs} SOL within its slippage limit` : `takes ${needs} SOL`}, but your limit is ${most} SOL ${limitNames[limit]}, with ${left} SOL left now. You can raise it in your profile.`,
  },
  no_price_for_limit: {
    status: 409,
    sentence: ({ symbol }: LimitFaults['no_price_for_limit']) =>
      `${symbol} has no live price, so this cannot be checked against your limits. Nothing was sent.`,
  },
}
