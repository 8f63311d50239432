/** The endpoints of the cluster and the services of a live market, as the desk has seen them. Never their URLs, which may hold a provider's key. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Cluster } from './system.ts'

export const EndpointState = z.object({
  /** Named by its place among the settings: 'endpoint 1' is SOLANA_RPC_URL. */
  name: z.string(),
  /**
   * 'resting': not called for a while after it failed. 'behind': too far behind the others to be read from. 'refusing':
   * within the last five minutes it refused a call that endpoints accept; the others are called in its place.
   */
  state: z.enum(['ok', 'resting', 'behind', 'other_network', 'refusing', 'unknown']),
  /** Slots behind the highest that any endpoint has shown. */
  lag: z.nullable(z.number()),
  /** The share of its last calls that failed, from 0 to 1. */
  errorRate: z.nullable(z.number()),
  latencyMs: z.nullable(z.number()),
  /** Whether it looks signatures up in its ledger; `firstBlock`: the oldest block there. */
  history: z.nullable(z.boolean()),
  firstBlock: z.nullable(z.string()),
  /** It takes transactions of version 1. */
  version1: z.nullable(z.boolean()),
  /** The commitment at which funds count as moved there: 'finalized' under Alpenglow, or if it refuses 'confirmed'. */
  commitment: z.enum(['confirmed', 'finalized']),
  restSeconds: z.number(),
  /** When it was last checked. */
  checkedAt: z.nullable(z.string()),
})
export type EndpointState = z.infer<typeof EndpointState>

/** One of the live market's services. */
export const MarketServiceState = z.object({
  name: z.enum(['prices and routes', 'price history']),
  /**
   * 'limited': its limit of calls is used up. 'refused': it does not accept the key, or the caller. 'stale': it answers
   * with prices of a block that does not change, or of none; they are not used.
   */
  state: z.enum(['ok', 'away', 'limited', 'refused', 'stale', 'unknown']),
  /** The time since when it has been in this state. */
  since: z.nullable(z.string()),
  /** The calls that remain in this minute. */
  callsLeft: z.nullable(z.int()),
})
export type MarketServiceState = z.infer<typeof MarketServiceState>

export const readNetwork = endpoint({
  method: 'GET',
  path: '/network',
  summary: 'The cluster, with the status of each endpoint and each market service',
  access: 'session',
  failure: 'Failed to load the network',
  answer: z.object({
    cluster: Cluster,
    endpoints: z.array(EndpointState),
    /** Empty if the market is simulated. */
    services: z.array(MarketServiceState),
  }),
})
