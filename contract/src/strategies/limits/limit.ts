/** The shape of a limit in a plan's `risk`: its field, and its words. */
import type * as z from 'zod/mini'

type Base = {
  schema: z.ZodMiniType
  /** The name of its row in the console. */
  label: string
}
/** It watches what is held, sells all of it once the limit is met, and ends the strategy. */
type Ending = Base & {
  does: 'ends'
  /** The name of that sale, in records and log lines. */
  exit: string
}
/** It bounds the amount that all orders spend together, not their number. */
type Capping = Base & {
  does: 'caps'
  /** Why an order was not placed. Stored. */
  skipCode: string
}
/** It stops the plan's own rules for a time: their sales wait as well, and only limits that end the strategy still sell. */
type Holding = Base & {
  does: 'holds'
  skipCode: string
  /** The kind of the log line that says so. Stored. */
  lineKind: string
}
export type Limit = Ending | Capping | Holding

/** How each side puts figures into words. */
export type SentenceWords = { time(seconds: number): string; amount(amount: Amount): string }
export type ExplanationWords = {
  time(seconds: number): string
  amount(amount: Amount): string
  /** The price that losses and gains are measured from. */
  reference: string
}
type Amount = { value: number | string; unit: 'SOL' | 'USDC' | 'USD' | 'token' | 'percent' }

type BaseWords<V> = {
  /** A part of the plan's sentence, which must read back as the same plan. */
  sentence(value: V, words: SentenceWords): string
  /** The reason why an amount cannot be used begins with this. */
  unusable?: string
  /** A figure that only a strategy that buys has: 'a drawdown' in the reason why a plan that sells is infeasible. */
  ofBuys?: string
}
/** `explanation`: a clause after 'when'. */
type EndingWords<V> = BaseWords<V> & { explanation(value: V, words: ExplanationWords): string }
/** `explanation`: a sentence. `skipped`: why an order was skipped; `skippedFor`: the same as a noun. */
type SkippingWords<V> = EndingWords<V> & {
  skippedFor: string
  skipped(value: V | undefined, words: Pick<ExplanationWords, 'time'>): string
}
/** `line`: its log line. `signal`: why a signal was not traded on. */
type HoldingWords<V> = SkippingWords<V> & { line(time: string): string; signal: string }

/** The words that a limit of this definition needs. */
export type LimitWords<L extends Limit> = {
  ends: EndingWords<z.infer<L['schema']>>
  caps: SkippingWords<z.infer<L['schema']>>
  holds: HoldingWords<z.infer<L['schema']>>
}[L['does']]
