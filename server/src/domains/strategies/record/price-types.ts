/** Prices that a profit is calculated at, by their side. Fees are paid in SOL. */
export type Side = 'quote' | 'token' | 'sol'
/** In stored form: scaled integers as text, like every price. */
export type EndPrices = Record<Side, string>
