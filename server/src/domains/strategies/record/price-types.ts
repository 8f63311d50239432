/** Prices that a profit is told at, by their side. SOL is what fees are paid in. */
export type Side = 'quote' | 'token' | 'sol'
/** As they are stored: scaled integers as text, like every price. */
export type EndPrices = Record<Side, string>
