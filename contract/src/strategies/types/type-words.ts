/** What a type of plan is called upon to say of its plans, and the figures that it is given for that. */

/** How the desk puts figures into words. */
export type Say = {
  time(seconds: number): string
  /** '3 orders' */
  count(n: number, noun: string): string
  /** Basis points: '0.5 %'. */
  bps(n: number): string
}

/** Figures of a feasible plan, in words where nothing is said of what they are. */
export type PlanFigureWords = {
  say: Say
  /** What one order spends and brings by today's price, with both symbols, and that price: 'BONK at $0.00002'. */
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
  /** Of one without an end: how much it may spend, and for how many orders that lasts. */
  lasts: { funds: string; orders: number } | null
}

/** `stays`: what its orders leave in the wallets. `orders`: in all, null where open. */
export type EndFigures = { say: Say; stays: string; orders: number | null; quote: string }

export type TypeWords<P> = {
  /** What it buys or sells: in all, by order, when. */
  orders(plan: P, figures: PlanFigureWords): string[]
  /** How it ends by itself. */
  end(plan: P, figures: EndFigures): string
  /** What can go wrong besides its price. */
  danger(plan: P): string
  /** What its next order waits for; absent: a time or a price. */
  condition?(plan: P, side: 'buy' | 'sell', token: string): string
}

type Sided = { trade_direction: 'buy' | 'sell' | 'both' }
export const spendsWord = ({ trade_direction: side }: Sided): string => (side === 'sell' ? 'sells' : 'spends')
/** One order: '0.1 SOL for about 15 JUP'. */
export const orderWords = ({ each, brings }: PlanFigureWords): string => `${each} for about ${brings}`

export const sidedDanger = ({ trade_direction: side }: Sided): string =>
  side === 'sell' ? 'What you sell can be worth more later.' : 'What you buy can lose its value.'
export const SIGNAL_DANGER =
  'Such signals can be wrong many times in a row, and each costs the market fee twice.'

/** The end of one that repeats its order until its last one. */
export const endAfterLast = (interval: number, { say, stays, orders }: EndFigures): string => {
  if (orders === null) return `It has no end of its own; ${stays}.`
  const after = say.time(interval * (orders - 1))
  return `It ends with its last order, ${after === '' ? 'at once' : `about ${after} after the first`}, and ${stays}.`
}
/** The end of one that its orders do not bring. */
export const endless = ({ duration_days: days }: { duration_days?: number | undefined }): string =>
  days === undefined
    ? 'It has no end of its own: it goes on until you stop it.'
    : 'It has no end of its own but its time.'

/** What a strategy of one position at a time commits. */
export const onePosition = ({ each, output }: PlanFigureWords): string =>
  `In all it has at most these ${each} in ${output} at once: it buys again only after it has sold.`

/** Names of fields that say less by themselves, and of values. */
export type Rows = { labels?: Record<string, string>; values?: Record<string, string> }
