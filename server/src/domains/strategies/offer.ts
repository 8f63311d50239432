/** The offer of strategies to other domains: nine handles. */
import type { HeldBack } from '@purser/contract/agents/held-back.ts'
import type { Parity } from '@purser/contract/strategies/parity.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Preview } from '@purser/contract/strategies/preview.ts'
import type { CannotContinue } from '@purser/contract/agents/restart-texts.ts'
import type { Restart, Strategy } from '@purser/contract/strategies/strategies.ts'
import type { Db } from '../../db/client.ts'
import type { createPreviews } from './backtest/preview.ts'
import type { createAnswers } from './record/answers.ts'
import type { createHistory } from './record/history.ts'
import type { createLines } from './record/lines.ts'
import type { createPortfolioSource } from './record/portfolio.ts'
import type { createTrades } from './record/trades.ts'
import type { HeldBackRow } from './requests.ts'
import type { RowStatus, StrategyRow } from './rows.ts'
import type { Sizing } from './sizing/sizing.ts'
import type { Cause, Start } from './starts.ts'
import type { countLive, StrategySummary, findTraders } from './strategies.store.ts'

/** Backtests of a feasible plan over the market's history; null without a history. */
export type Previews = {
  /** The last 30 days from these wallets. */
  month(plan: Plan, addresses: string[]): Promise<Preview | null>
  /** The last `seconds`, or the known part of them, with as much money as it would have taken. */
  past(
    plan: Plan,
    addresses: string[],
    span: { seconds: number; now?: number },
  ): ReturnType<ReturnType<typeof createPreviews>['past']>
  /** The token's price when the last `seconds` until `now` began. */
  openedAt(plan: Plan, seconds: number): Promise<{ now: number; price: bigint | null }>
}

/** Starts strategies. Each throws if the agent or a wallet is gone, or another start was first. */
export type Starts = {
  /** The strategy that this request has started already. */
  findStarted(userId: number, originKey: string): Promise<Strategy | null>
  start(start: Start, cause: Cause): Promise<Strategy>
  /** 'next' goes on with the run from where it ended, 'first' starts the plan anew. */
  restart(row: StrategyRow, from: 'next' | 'first', cause: Cause): Promise<Strategy>
  /** The effect of starting an ended strategy again; null if it would begin from the start. */
  describeRestart(row: StrategyRow): Restart | null
  /** Why it cannot go on from where it ended; null if it can. */
  cannotContinue(row: StrategyRow): CannotContinue | null
  /** The plan with its remaining amounts, to be checked against the wallets; null if it spends nothing more. */
  planLeft(row: StrategyRow): Plan | null
}

/** Requests to a live strategy of the user. Each waits for an order in flight, up to a limit. */
export type Control = {
  /** Nothing new starts from now; one that has ended stays as it is. */
  stop(userId: number, agentId: number, strategyId?: string | null): Promise<RowStatus>
  /** A stop that sells what is held, whatever the plan says. */
  closePosition(userId: number, agentId: number, strategyId: string): Promise<StrategyRow>
  pause(userId: number, agentId: number, strategyId?: string | null): Promise<RowStatus>
  resume(userId: number, agentId: number, strategyId?: string | null): Promise<RowStatus>
  /** The live strategy whose sale is held back. Throws not_found, strategy_not_running, no_strategy and not_held_back. */
  findHeldBack(userId: number, agentId: number, strategyId: string): Promise<HeldBackRow>
  /** Releases that sale, and no later one. `record` writes in the same transaction. Throws not_held_back. */
  sellAtAnyPrice(row: HeldBackRow, record: (tx: Db, found: HeldBack) => Promise<void>): Promise<RowStatus>
  /** The limits that a pause leaves unwatched, in words; null: none. */
  unwatched(row: StrategyRow): string | null
}

/** All strategies of a user or of agents at once: stopped in the caller's transaction, then waited for. */
export type Halts = {
  /** How often the user stopped everything: a start is written only if this is unchanged. */
  count(userId: number): Promise<number>
  /** Live strategies of the user, those of deleted agents included; oldest first. */
  live(userId: number): Promise<StrategyRow[]>
  /** From the commit of this transaction on nothing new starts. Returns what was live, for `settle`. */
  haltAll(tx: Db, userId: number): Promise<StrategyRow[]>
  /** From the commit of this transaction these agents' strategies end. Returns what was live, for `settle`. */
  haltAgents(tx: Db, agentIds: number[]): Promise<StrategyRow[]>
  /** Wakes the processes that run them and waits until all have ended, at most as long as for an order in flight. */
  settle(userId: number, rows: StrategyRow[]): Promise<Map<string, RowStatus>>
}

export type Lookups = {
  find(userId: number, id: string): Promise<StrategyRow | undefined>
  findLive(userId: number, agentId: number): Promise<StrategyRow | undefined>
  /** Newest first; older ones than AGENT_STRATEGIES are in pages, see `Books`. */
  list(userId: number, agentId: number): Promise<Strategy[]>
  /** The live strategy of each of these agents, or else the newest. */
  summaries(userId: number, agentIds: number[]): Promise<StrategySummary[]>
  /** The agents of these strategies and their plans' names of the token, by their ids; an id may be any text. */
  traders(userId: number, ids: string[]): ReturnType<typeof findTraders>
  countLive(): ReturnType<typeof countLive>
}

/** The record of strategies, and the orders still to come. */
export type Books = ReturnType<typeof createTrades> & {
  answers: ReturnType<typeof createAnswers>
  history: ReturnType<typeof createHistory>
  /** For the portfolio of their user. */
  portfolio: ReturnType<typeof createPortfolioSource>
  /** Compares the present or last run with its replay over the market's history. */
  parity(userId: number, strategyId: string): Promise<Parity>
}

/** The lines of the terminal. */
export type Lines = Omit<ReturnType<typeof createLines>, 'publish'>

export type Lifecycle = {
  /** Claims strategies that a dead process left running, and corrects the books from now on. */
  run(): Promise<void>
  /** Deletes old lines and records. */
  sweep(): Promise<void>
  /** Deletes the strategies, orders and lines of a deleted agent. False, and nothing deleted, while one is live. */
  forget(agentId: number): Promise<boolean>
  /** Begins nothing more; orders in flight are left to the next process. */
  close(): Promise<void>
}

export type Strategies = {
  sizing: Sizing
  previews: Previews
  starts: Starts
  control: Control
  halts: Halts
  lookups: Lookups
  books: Books
  lines: Lines
  lifecycle: Lifecycle
}
