/** The words that each type has for its plans, and the figures that they are made of. */

/** How the desk puts figures into words. */
export type Say = {
  time(seconds: number): string
  /** '3 orders' */
  count(n: number, noun: string): string
  /** Basis points: '0.5%'. */
  bps(n: number): string
}

/** Figures of a feasible plan, in words unless a member says otherwise. */
export type PlanFigureWords = {
  say: Say
  /** One order, its result by the current price, and that price: '0.1 SOL', '15 BONK', 'BONK at $0.00002'. */
  each: string
  brings: string
  rate: string
  /** All that it spends, and what its orders spend where each is the same. */
  total: string
  ofOrders: string
  orders: number | null
  /** The price of the token now, in words and in USD. */
  price: string
  priceUsd: number
  /** The token that is traded, and what an order brings. */
  token: string
  output: string
  /** How much a plan without an end may spend, and how many orders that pays for. null: it has an end. */
  lasts: { funds: string; orders: number } | null
}

/** `stays`: what its orders leave in the wallets. `orders`: in all, null if open. */
export type EndFigures = { say: Say; stays: string; orders: number | null; quote: string }

export type TypeWords<P> = {
  /** Its purchases or sales: in all, by order, when. */
  orders(plan: P, figures: PlanFigureWords): string[]
  /** How it ends by itself. */
  end(plan: P, figures: EndFigures): string
  /** The risk of this type. */
  danger(plan: P): string
  /** The condition of its next order; absent: it waits for a time or a price. */
  condition?(plan: P, side: 'buy' | 'sell', token: string): string
}

type Sided = { trade_direction: 'buy' | 'sell' | 'both' }
export const spendsWord = ({ trade_direction: side }: Sided): string => (side === 'sell' ? 'sells' : 'spends')
/** One order: '0.1 SOL for about 15 JUP'. */
export const orderWords = ({ each, brings }: PlanFigureWords): string => `${each} for about ${brings}`

export const sidedDanger = ({ trade_direction: side }: Sided): string =>
  side === 'sell' ? 'What you sell may be worth more later.' : 'What you buy can lose its value.'
export const SIGNAL_DANGER =
  'Such signals can be wrong many times in a row, and each round trip pays the market fee twice.'

/** The sentence about the end of a plan that repeats its order until the last one. */
export const endAfterLast = (interval: number, { say, stays, orders }: EndFigures): string => {
  if (orders === null) return `It has no set end; ${stays}.`
  const after = say.time(interval * (orders - 1))
  return `It ends with its last order, ${after === '' ? 'at once' : `about ${after} after the first`}, and ${stays}.`
}
/** The sentence about the end of a plan that no order ends. */
export const endless = ({ duration_days: days }: { duration_days?: number | undefined }): string =>
  days === undefined ? 'It has no set end: it runs until you stop it.' : 'It runs for its full duration.'

/** The most that a strategy of one position at a time commits. */
export const onePosition = ({ each, output }: PlanFigureWords): string =>
  `It holds at most ${each} worth of ${output} at a time: it buys again only after it has sold.`

/** Names of fields whose own names say too little, and names of values. */
export type Rows = { labels?: Record<string, string>; values?: Record<string, string> }
