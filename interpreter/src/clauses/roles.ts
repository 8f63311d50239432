/** What a stretch of a text is in an instruction. A kind is taken by the intents that know it. */
import type { Asset, Base } from '../text/names.ts'
import type { Captures } from './nodes.ts'

export type AmountUnit = 'SOL' | 'USDC' | 'USD' | 'token' | 'percent' | 'none'
/** `asset`: what it is counted in ('500 JUP') or a share of ('half my JUP'). */
/** `all`: 'all in', which can only be spent. */
export type Amount = { value: string; unit: AmountUnit; asset?: Asset; all?: true }
/** `relative`: percent against the price now, '-10' is 10 % below. */
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
  /** `answers`: it is all of an answer to how much that should be, beside a pace that was known. */
  amount: Amount & { prep?: string; negative?: boolean; answers?: true }
  /** An amount of which only its being vague is said: 'some', 'a bit of'. */
  vague: { code: 'amount' | 'interval' }
  asset: { asset: Asset; prep: string }
  /** Words that announce a type: 'grid', 'rsi', 'limit order'. */
  announces: { type: string }
  /** `slices`: of what is divided; `orders`: it is said of orders, not of the amount. */
  rate: { seconds: number; slices?: true; orders?: true; answers?: true }
  count: { n: string }
  /** Divided into `n` orders, or into some. */
  slices: { n?: string }
  divided: { how: 'split' | 'evenly' | 'gradually' }
  each: Record<string, never>
  total: Record<string, never>
  /** `over`: spread over it. `within`: it may be either. `max`: at most so long. `takes`: all of it takes so long. */
  duration: { seconds: number; style: 'for' | 'over' | 'within' | 'max' | 'bare'; takes?: true }
  endless: Record<string, never>
  now: Record<string, never>
  /** The price that is waited for, or below or above which is traded. */
  price: {
    limit: Limit
    price: Price
    move?: 'up' | 'down'
    asset?: Asset
    condition?: true
    only?: true
    event?: true
    /** Against the price now: waited for, no exit of what was bought. */
    market?: true
  }
  range: { low: Price; high: Price; condition?: true }
  stop: Level
  take: Level
  trail: { percent: string }
  /** `sells`: what was bought is sold then. */
  time_limit: { seconds: number; sells?: true }
  /** A stop, target or trail of which no distance is said. */
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
  /** As it was written, and its first word. */
  said: string
  lead: string
  /** Every token that is named in it, also where the rule only reads over it. */
  mentions: readonly Base[]
  /** As it was read, where what was said before made something else of it. */
  origin?: Role
}

/** Who trades what for what. */
export type Trade = {
  side: Direction
  base: Base
  quote: 'SOL' | 'USDC'
  amount: Role<'amount'> | undefined
  assumptions: string[]
}

/** `undefined` from `value`: it does not fit after all. */
export type Rule = {
  kind: string
  pattern: string
  value(captures: Captures): unknown
  /** Above 0 where it says more than other readings of the same words. */
  bonus: number
  /** It stands only where a clause begins: 'the coin everyone talks about' is no remark. */
  opens?: true
  /** It stands only where a clause ends: 'I like it at $2' is no remark either. */
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
/** One value for several ways to say it. */
export const rules = (
  kind: string,
  patterns: string[],
  value: (found: Captures) => unknown,
  bonus = 0,
): Rule[] => patterns.map((pattern) => rule(kind, pattern, value, bonus))
