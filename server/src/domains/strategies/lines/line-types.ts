/** The data of each kind of log line. The sentences are in lines.ts. */
import type { HeldBack } from '@purser/contract/agents/held-back.ts'
import type { LineKind } from '@purser/contract/strategies/lines.ts'
import type { PlanAmount } from '@purser/contract/strategies/plan.ts'
import type { LimitLineKind } from '@purser/contract/strategies/limits/index.ts'
import type { ExitName, FailureCode, Side, SkipCode } from '../engine/codes.ts'

/** One of the strategy's orders, the sale that closes its position, or an order whose outcome was in doubt. */
export type OrderRef =
  | { number: number; count: number | null }
  | { exit: ExitName | null }
  | { doubt: number }

/** The next step after an order that was not filled, in milliseconds from now. */
export type Next =
  | { what: 'attempt' | 'attempt-at-the-earliest' | 'its-price' | 'poll'; ms: number }
  | { what: 'retry'; ms: number; attempt?: number; of?: number }
  | { what: 'next-price' | 'given-up' }

type Fill = {
  order: OrderRef
  /** Amounts with their units. */
  spent: string
  received: string
  /** Whole units of the token and of the quote, decimal text. */
  tokens: string
  quote: string
  /** Orders filled by now. */
  filled: number
  note: string | null
  /** The profit in the quote, if tokens were sold that the strategy had bought. */
  profit: { value: string; unit: string } | null
}
type Over = { reason: string }
type Progress = { filled: number; count: number | null }

/** The sentences in it (reason, why, note) are for the message alone. */
export type LineData = {
  starting: { title: string }
  started: { first: string | null }
  placed: {
    order: OrderRef
    attempt: number
    side: Side
    amount: PlanAmount
    token: string
    quote: string
    atMost: { value: string; unit: string } | null
    priceUsd: number | null
    why: string | null
  }
  bought: Fill
  sold: Fill
  /** `priceUsd`: the price that was out of the plan's bounds. */
  skipped: { order: OrderRef; code: SkipCode; why: string; next: Next | null; priceUsd?: number }
  /** An order failed: `times` in a row, if it is given up; a limit that could not sell has no order. */
  error: {
    order: OrderRef | null
    code: FailureCode | null
    reason: string
    times: number
    next: Next | null
  }
  'held-back': { order: OrderRef; found: HeldBack }
  'any-price': { found: HeldBack }
  /** A part of the final sale failed. */
  unsold: { held: string; ms: number }
  'no-price': { order: OrderRef }
  /** The start of the outage, ISO 8601. */
  'no-candles': { since: string; timeframe: string }
  'no-market': { since: string }
  'no-chain': { since: string }
  /** The outage that is over. */
  'going-on': { after: 'candles' | 'market' | 'chain' }
  doubt: { order: OrderRef }
  entered: {
    entryUsd: number
    stopUsd: number | null
    takeUsd: number | null
    trailPercent: number | null
    limitMs: number | null
  }
  guarding: { reason: string; held: string; token: string }
  'limit-hit': { limit: ExitName; reason: string }
  paused: Progress & { unwatched: boolean }
  resumed: Progress & { afterEnd: boolean; next: string }
  stopping: { order: OrderRef | null }
  ending: Over
  completed: Over
  failed: Over
  stopped: Over
  corrected: {
    seq: number
    side: Side
    isExit: boolean
    filled: -1 | 0 | 1
    fill: { spent: string; received: string } | null
    reason: string
    /** The tokens held, if the strategy has ended. */
    ended: { held: string; token: string } | null
    /** The run that it belongs to, if that is not the present one. */
    run: number | null
  }
  engine: Record<string, never>
  user: Record<string, never>
} & Record<LimitLineKind, { ms: number }>

/** `message` is for people; nothing else reads it. */
export type Line = { [K in LineKind]: { kind: K; data: LineData[K]; message: string } }[LineKind]
