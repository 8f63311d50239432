/** Topics of the bus: agents. */

export type AgentDeleted = { userId: number; agentId: number; externalId: string }

declare module '../../kernel/bus.ts' {
  interface BusEvents {
    /** The user has used the kill switch. */
    'everything.stopped': { userId: number }
    'agent.message': { userId: number; agentId: number; externalId: string; message: unknown }
    /** An instruction was given: earlier ones of the agent are not parsed any further. */
    'agent.asked': { agentId: number; parse: number }
    'agent.deleted': AgentDeleted
  }
}
