/** Reports from the domains that run strategies and agents. */

/** The profit of one run: in millionths of a USD; `profitUsd` null: no price, so that the last known one stands. */
export type RunProfit = {
  strategyId: string
  run: number
  agentId: number
  profitUsd: bigint | null
  /** The value that it holds, while it is live. */
  heldUsd: bigint
}
/**
 * The amount that a live strategy may still spend. `left`: base units, including those of its order in flight; null:
 * open-ended.
 */
export type Commitment = {
  strategyId: string
  agentId: number
  goal: string
  status: string
  wallets: string[]
  mint: string
  symbol: string
  decimals: number
  left: bigint | null
}
export type StrategySource = {
  /** Live ones, and those that ended after `since`. */
  runs(userId: number, since: Date): Promise<RunProfit[]>
  committed(userId: number): Promise<Commitment[]>
  /** The strategy that an operation of this origin trades for. */
  ofOrigin(originKey: string): string | null
  /** In the order of the list. */
  agents(userId: number): Promise<{ id: number; name: string }[]>
}

export const NO_STRATEGIES: StrategySource = {
  runs: async () => [],
  committed: async () => [],
  ofOrigin: () => null,
  agents: async () => [],
}
