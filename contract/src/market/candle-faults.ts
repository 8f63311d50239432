/** Rows of the table of errors: price history. */

export type CandleFaults = {
  no_price_history: { mint: string }
  history_loading: undefined
}

export const candleFaults = {
  no_price_history: {
    status: 404,
    sentence: ({ mint }: { mint: string }) => `The market has no price history for ${mint}.`,
  },
  history_loading: {
    status: 409,
    sentence: 'The price history of this token is still being loaded. Try again in a minute or two.',
  },
}
