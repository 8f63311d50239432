/** Topics of the bus: strategies and the lines of their terminal. */

export type StrategyChanged = { userId: number; agentId: number; strategyId: string; status: string }

declare module '../../kernel/bus.ts' {
  interface BusEvents {
    'strategy.changed': StrategyChanged
    'agent.log': {
      userId: number
      agentId: number
      externalId: string
      strategyId: string | null
      log: unknown
    }
  }
}
