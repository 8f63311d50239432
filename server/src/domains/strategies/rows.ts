/** Rows of the strategies' tables, and which strategies are live. */
import type { LineKind } from '@purser/contract/strategies/lines.ts'
import type { EndPrices } from './record/price-types.ts'
import type { Line } from './lines/line-types.ts'
import type { StrategyState } from './engine/types.ts'
import type { strategies, strategyLogs, strategyOrders, strategySteps } from './strategies.tables.ts'

export type StrategyRow = typeof strategies.$inferSelect
export type OrderRow = typeof strategyOrders.$inferSelect
export type LogRow = typeof strategyLogs.$inferSelect
export type StepRow = typeof strategySteps.$inferSelect
export type RowStatus = StrategyRow['status']

export const LIVE = ['active', 'paused', 'stopping'] as const
export const ENDED = ['stopped', 'completed', 'failed'] as const
export const isLive = (status: string): boolean => (LIVE as readonly string[]).includes(status)

/** Sums of a run in base units of token and quote; fees and rent in lamports. */
export type Figures = Pick<
  StrategyRow,
  'boughtBase' | 'soldBase' | 'spentQuote' | 'receivedQuote' | 'feesLamports' | 'marketQuote' | 'rentLamports'
>

export type NewStep = Pick<StepRow, 'event' | 'at' | 'gapMs' | 'heldSince'>
export type NewLog = Pick<LogRow, 'userId' | 'agentId' | 'agentExternalId' | 'strategyId' | 'message'> & {
  kind: LineKind
  data?: Record<string, unknown> | null
}

/** All changes of one step, written in one transaction or not at all. */
export type Save = {
  /** The version that was read: the write fails if it has changed since. */
  row: StrategyRow
  state: StrategyState
  status: RowStatus
  reason: string | null
  /** Set by a step that ends it. */
  endPrices?: EndPrices | null
  figures: Figures
  newOrders: OrderRow[]
  endedOrders: OrderRow[]
  lines: Line[]
  steps: NewStep[]
}

export const toLog = (row: StrategyRow, { kind, data, message }: Line): NewLog => ({
  userId: row.userId,
  agentId: row.agentId,
  agentExternalId: row.agentExternalId,
  strategyId: row.id,
  kind,
  data,
  message,
})

/** Origin key of the operation of one leg: the same leg is never submitted twice. */
export const toOrigin = (order: Pick<OrderRow, 'strategyId' | 'run' | 'seq' | 'walletAddress'>): string =>
  `strategy:${order.strategyId}:${order.run}:${order.seq}:${order.walletAddress}`

/** The part of an order's row that is written when it ends. */
export const orderEnd = ({
  status,
  outAmount,
  error,
  spent,
  fee,
  rent,
  profit,
  tokenPrice,
  quotePrice,
  endedAt,
}: OrderRow) => ({ status, outAmount, error, spent, fee, rent, profit, tokenPrice, quotePrice, endedAt })
