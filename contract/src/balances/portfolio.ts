/** The portfolio as a whole: value, profit net of what was put in, and committed funds, all as of one time. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Amount, Id, Time, UpdatedAt } from '../values.ts'

/** `today`: since the start of the caller's day. */
export const WindowName = z.enum(['today', '7d', '30d'])
export type WindowName = z.infer<typeof WindowName>

/**
 * Profit is value now - value then - deposits + withdrawals; trades, fees and rent are in it, and moves between the
 * user's own wallets are neither. `from`: the actual start, which is later than the window's start if the records begin
 * later.
 */
export const PortfolioWindow = z.object({
  name: WindowName,
  from: Time,
  profit_usd: Amount,
  deposited_usd: Amount,
  withdrawn_usd: Amount,
})
export type PortfolioWindow = z.infer<typeof PortfolioWindow>

const AgentWindow = z.pick(PortfolioWindow, { name: true, from: true, profit_usd: true })

/**
 * Committed funds of one token in one wallet. `planned`: by plans of this wallet alone; `shared`: by plans that may
 * take it from others.
 */
export const CommittedFunds = z.object({
  mint: z.string(),
  symbol: z.string(),
  in_flight: Amount,
  planned: Amount,
  shared: Amount,
})
export type CommittedFunds = z.infer<typeof CommittedFunds>

export const PortfolioSummary = z.object({
  /** When all figures were read; null if nothing was recorded yet. */
  at: z.nullable(Time),
  sol: z.nullable(Amount),
  total_usd: z.nullable(Amount),
  total_sol: z.nullable(Amount),
  windows: z.array(PortfolioWindow),
  groups: z.array(
    z.object({
      id: Id,
      name: z.string(),
      color: z.string(),
      sol: z.nullable(Amount),
      total_usd: z.nullable(Amount),
      windows: z.array(PortfolioWindow),
    }),
  ),
  /** `held_usd`: the value that their live strategies hold. */
  agents: z.array(
    z.object({ id: Id, name: z.string(), held_usd: z.nullable(Amount), windows: z.array(AgentWindow) }),
  ),
  committed: z.object({
    wallets: z.array(z.object({ id: Id, name: z.string(), funds: z.array(CommittedFunds) })),
    /** `planned`: beyond what is in flight; null: the plan sets no end. */
    strategies: z.array(
      z.object({
        id: z.string(),
        agent_id: Id,
        agent_name: z.string(),
        goal: z.string(),
        status: z.string(),
        wallets: z.int(),
        symbol: z.string(),
        in_flight: Amount,
        planned: z.nullable(Amount),
      }),
    ),
  }),
})
export type PortfolioSummary = z.infer<typeof PortfolioSummary>

export const portfolioSummary = endpoint({
  method: 'GET',
  path: '/portfolio',
  summary: 'Value, profit net of deposits and withdrawals, and committed funds, all as of one time',
  access: 'session',
  query: z.object({
    /** The start of the caller's day; by default that of the day in UTC. */
    since: z.optional(UpdatedAt),
    /** Reads all figures anew; otherwise they are at most five minutes old. */
    fresh: z.optional(z.enum(['true', 'false'])),
  }),
  answer: PortfolioSummary,
})
