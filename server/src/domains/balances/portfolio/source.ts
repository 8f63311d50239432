/** What the domains to the right tell of strategies and agents. */

/** Of one run: in millionths of a USD; `profitUsd` null: no price, so that the last known one stands. */
export type RunProfit = {
  strategyId: string
  run: number
  agentId: number
  profitUsd: bigint | null
  /** What it holds, while it is live. */
  heldUsd: bigint
}
/** What a live strategy may still spend. `left`: base units, those of its order in flight included; null: open-ended. */
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
  /** In the order in which they are listed. */
  agents(userId: number): Promise<{ id: number; name: string }[]>
}

export const NO_STRATEGIES: StrategySource = {
  runs: async () => [],
  committed: async () => [],
  ofOrigin: () => null,
  agents: async () => [],
}
