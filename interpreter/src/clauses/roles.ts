/** The meaning of a stretch of text in an instruction. A kind is taken by the intents that know it. */
import type { Asset, Base } from '../text/names.ts'
import type { Captures } from './nodes.ts'

export type AmountUnit = 'SOL' | 'USDC' | 'USD' | 'token' | 'percent' | 'none'
/** `asset`: its unit ('500 JUP'), or the holding that it is a share of ('half my JUP'). */
/** `all`: 'all in', which can only be spent. */
export type Amount = { value: string; unit: AmountUnit; asset?: Asset; all?: true }
/** `relative`: percent of the present price, '-10' is 10 % below. */
export type Price = { price: string } | { relative: string }
/** An exit at a distance in percent or at a price. */
export type Level = { percent: string } | { price: string }
export type Direction = 'buy' | 'sell'
export type Verb =
  | 'buy'
  | 'sell'
  | 'exit'
  | 'convert'
  | 'put'
  | 'want'
  | 'dca'
  | 'dca_out'
  | 'stack'
  | 'trade'
export type Limit = 'at' | 'below' | 'above'

export type RoleValues = {
  verb: { verb: Verb }
  /** `answers`: it is the whole answer to the question for an amount, and the pace was known. */
  amount: Amount & { prep?: string; negative?: boolean; answers?: true }
  /** A vague amount: 'some', 'a bit of'. */
  vague: { code: 'amount' | 'interval' }
  asset: { asset: Asset; prep: string }
  /** Words that announce a type: 'grid', 'rsi', 'limit order'. */
  announces: { type: string }
  /** `slices`: it belongs to a divided total; `orders`: it is about orders, not about the amount. */
  rate: { seconds: number; slices?: true; orders?: true; answers?: true }
  count: { n: string }
  /** Divided into `n` orders, or into some. */
  slices: { n?: string }
  divided: { how: 'split' | 'evenly' | 'gradually' }
  each: Record<string, never>
  total: Record<string, never>
  /** `over`: spread over it. `within`: either. `max`: at most this long. `takes`: the whole takes this long. */
  duration: { seconds: number; style: 'for' | 'over' | 'within' | 'max' | 'bare'; takes?: true }
  endless: Record<string, never>
  now: Record<string, never>
  /** The price to wait for, or the bound below or above which it trades. */
  price: {
    limit: Limit
    price: Price
    move?: 'up' | 'down'
    asset?: Asset
    condition?: true
    only?: true
    event?: true
    /** Relative to the present price: it waits, and is no exit of a position. */
    market?: true
  }
  range: { low: Price; high: Price; condition?: true }
  stop: Level
  take: Level
  trail: { percent: string }
  /** `sells`: the position is sold then. */
  time_limit: { seconds: number; sells?: true }
  /** A stop, target or trail without a distance. */
  lacks: { exit: 'stop' | 'take' | 'trail' }
  slippage: { bps: string }
  on_stop: { what: 'keep' | 'sell' }
  expiry: { seconds: number | null }
  [kind: string]: unknown
}
export type Kind = Extract<keyof RoleValues, string>

/** `from` and `to` count words. */
export type Role<K extends string = string> = {
  kind: K
  value: K extends keyof RoleValues ? RoleValues[K] : unknown
  from: number
  to: number
  /** The source text, and its first word. */
  said: string
  lead: string
  /** Every token that it names, also if the rule only skips over it. */
  mentions: readonly Base[]
  /** The role as it was first read, if an earlier text has changed it. */
  origin?: Role
}

/** A trade: its side, its token and its quote. */
export type Trade = {
  side: Direction
  base: Base
  quote: 'SOL' | 'USDC'
  amount: Role<'amount'> | undefined
  assumptions: string[]
}

/** `undefined` from `value`: it does not match after all. */
export type Rule = {
  kind: string
  pattern: string
  value(captures: Captures): unknown
  /** Above 0 if it explains more than other readings of the same words. */
  bonus: number
  /** It matches only where a clause begins: 'the coin everyone talks about' is no remark. */
  opens?: true
  /** It matches only where a clause ends: 'I like it at $2' is no remark either. */
  closes?: true
}

export const rule = (
  kind: string,
  pattern: string,
  value: (found: Captures) => unknown,
  bonus = 0,
): Rule => ({
  kind,
  pattern,
  value,
  bonus,
})
/** One value for several phrases. */
export const rules = (
  kind: string,
  patterns: string[],
  value: (found: Captures) => unknown,
  bonus = 0,
): Rule[] => patterns.map((pattern) => rule(kind, pattern, value, bonus))
