/**
 * Agents, with a handle for each idea. An agent is named by its id as text; what is no agent or strategy of the user throws
 * not_found. `tx` is a transaction of the caller.
 */
import type { getUpcoming } from '@purser/contract/agents/agent-desk.ts'
import type {
  addChat,
  Agent,
  AgentDetail,
  AgentState,
  AgentStatus,
  ChatMessage,
  ParsedInstruction,
  Restart,
  StrategyDraft,
  TerminalLog,
} from '@purser/contract/agents/agents.ts'
import type { AnswerOf, BodyIn, QueryIn } from '@purser/contract/endpoint.ts'
import type { Parity } from '@purser/contract/strategies/parity.ts'
import type { PlanEdit } from '@purser/contract/agents/reading.ts'
import type { ShownStatus } from '@purser/contract/agents/shown-plans.ts'
import type { StopAllAnswer, Stoppable } from '@purser/contract/strategies/stop-all.ts'
import type {
  HistoryPoint,
  ListedStrategy,
  listAllStrategies,
  listTrades,
  Strategy,
  StrategyTotals,
} from '@purser/contract/strategies/strategies.ts'
import type { Db } from '../../db/client.ts'
import type { TradesPage } from '../strategies/index.ts'

export type Caller = { userId: number; sessionId: string }

export type Agents = {
  roster: Roster
  chat: Chat
  control: Control
  record: StrategyRecord
  terminal: Terminal
  feeds: Feeds
  killSwitch: KillSwitch
  /** Aborts deferred parses and waits until they have ended. */
  close(): Promise<void>
}

/** Creates and deletes agents, and lists them. */
export type Roster = {
  list(userId: number): Promise<Agent[]>
  /** Lists names in the order of the list. */
  listNames(userId: number): Promise<{ id: number; name: string }[]>
  /** Finds the names of these by their ids. */
  findNames(userId: number, ids: number[]): Promise<Map<number, string>>
  get(userId: number, id: string): Promise<AgentDetail>
  /** Throws agent_limit. */
  create(tx: Db, userId: number, name: string | undefined): Promise<Agent>
  /** A running strategy goes on: its lines and channels are named by its external id. */
  rename(userId: number, id: string, name: string): Promise<Agent>
  /**
   * It is gone for the user at once; its strategy is stopped and an order in flight still executed. Throws not_found also
   * for another `externalId`.
   */
  remove(userId: number, id: string, externalId?: string): Promise<void>
  /**
   * Stops strategies of deleted agents, and deletes these agents for good once nothing of theirs is in flight. Their
   * operations stay.
   */
  sweep(): Promise<void>
}

export type ParseRequest = {
  /** null: `edits` of the plan shown last, or without any the same plan again. */
  instruction: string | null
  edits: PlanEdit[]
  /** The plan that `edits` are for. */
  planHash: string | undefined
  tokenAddress: string | null
  walletAddresses: string[]
  groupId: number | null
}

export type Chat = {
  list(userId: number, id: string): Promise<ChatMessage[]>
  /** Redacts secret keys before anything is written. */
  add(tx: Db, userId: number, id: string, message: BodyIn<typeof addChat>): Promise<ChatMessage>
  /** Throws plan_not_last, changed_meanwhile, too_many_requests, market_away, and chain_away. */
  parse(caller: Caller, id: string, request: ParseRequest): Promise<ParsedInstruction>
  /** Lists the outcomes of the plans that were shown, newest first. */
  listPlans(userId: number, id: string): Promise<ShownStatus[]>
}

/** Confirms a sale at any price: whose code it is confirmed with, and from where. */
export type AnyPrice = { caller: Caller; strategyId: string; code: string; client: string; device: string }
type ControlAnswer = { status: AgentState; message: string }

/** Controls the strategy of an agent. */
export type Control = {
  /**
   * Starts the plan shown last, or an ended strategy again. `code`: for a slippage that asks for one. Throws
   * plan_not_shown, plan_not_feasible, strategy_running, nothing_to_continue, key_code_needed and wrong_key_code.
   */
  start(
    caller: Caller,
    id: string,
    what: StrategyDraft | Restart,
    request: { originKey: string; code: string | undefined },
  ): Promise<{ strategyId: string; message: string }>
  stop(userId: number, id: string, strategyId?: string | null): Promise<ControlAnswer>
  /** Sells with the strategy's slippage limit: it tries again until all is sold, or says why it cannot. */
  closePosition(userId: number, id: string, strategyId: string): Promise<ControlAnswer & { held: string }>
  /** Throws not_held_back before the mailed code is checked, so that it is not used up in vain. */
  sellAtAnyPrice(id: string, sale: AnyPrice): Promise<ControlAnswer>
  pause(userId: number, id: string, strategyId?: string | null): Promise<ControlAnswer>
  resume(userId: number, id: string, strategyId?: string | null): Promise<ControlAnswer>
  status(userId: number, id: string): Promise<AgentStatus>
  listStatuses(userId: number): Promise<Record<string, AgentStatus>>
}

/** Reads strategies with their figures and trades. */
export type StrategyRecord = {
  list(userId: number, id: string): Promise<Strategy[]>
  /** Lists strategies of all agents in pages. */
  listAll(
    userId: number,
    query: QueryIn<typeof listAllStrategies>,
  ): Promise<{ strategies: ListedStrategy[]; next?: string }>
  /** Sums the profit of all agents, and reads the current strategy of each at the same prices. */
  total(userId: number): Promise<StrategyTotals>
  /** Reads orders of the strategy that is live, or else the newest. */
  upcoming(userId: number, id: string): Promise<AnswerOf<typeof getUpcoming>>
  trades(userId: number, strategyId: string, page: QueryIn<typeof listTrades>): Promise<TradesPage>
  history(userId: number, strategyId: string): Promise<{ points: HistoryPoint[] }>
  parity(userId: number, id: string, strategyId: string): Promise<Parity>
}

export type Terminal = {
  list(userId: number, id: string, limit: number): Promise<TerminalLog[]>
  listOfStrategy(userId: number, id: string, strategyId: string): Promise<TerminalLog[]>
  addLine(
    userId: number,
    id: string,
    line: { message: string; strategyId: string | null },
  ): Promise<TerminalLog>
  clear(userId: number, id: string): Promise<void>
}

/** Names the feeds of channels. null: not this user's. */
export type Feeds = {
  findAgentId(userId: number, externalId: string): Promise<number | null>
  findAgentFeed(userId: number, externalId: string): Promise<string | null>
  findStrategyFeed(userId: number, strategyId: string): Promise<string | null>
}

/** Stops trading bots, as the domain to the right that has them registers them. */
export type StoppableBots = {
  /** Counts those that are not inactive. */
  running(userId: number): Promise<number>
  /** From the commit of this transaction none begins anything. Returns the ids of all that ran. */
  haltAll(tx: Db, userId: number): Promise<string[]>
  /** Waits until they are inactive, at most as long as a trade in flight is waited for. Returns how many still stop. */
  settle(userId: number, ids: string[]): Promise<number>
}

export type KillSwitch = {
  /** Stops these together with everything else. */
  register(bots: StoppableBots): void
  /** Lists what `stopAll` would stop and what it would leave. */
  listStoppable(userId: number): Promise<Stoppable>
  /** Once it returns no order is placed any more, except the sale on stop of strategies still 'stopping'. */
  stopAll(userId: number): Promise<StopAllAnswer>
}
