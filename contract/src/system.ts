/** The state of the server itself. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const Cluster = z.enum(['localnet', 'devnet', 'testnet', 'mainnet-beta'])
export type Cluster = z.infer<typeof Cluster>

/** Why a server is on hold, as people read it. */
export const HOLD_TEXTS = {
  other_database:
    'Purser is on hold: this is another database than before. Nothing is signed. If it is the wrong one, set DATABASE_URL right and restart; otherwise "npm run release" on the server shows what to do.',
  older_database:
    'Purser is on hold: the database is older than the chain. Nothing is signed. "npm run release" on the server shows what is missing and goes on.',
} as const

export const getStatus = endpoint({
  method: 'GET',
  path: '/status',
  summary: 'The server is up; which network it is on',
  access: 'public',
  answer: z.object({
    status: z.literal('ok'),
    cluster: Cluster,
    /** 'simulated': prices are this desk's own. */
    market: z.enum(['simulated', 'live']),
    version: z.string(),
    outbox: z.boolean(),
    /** Why nothing is signed until the operator decides; null: all is well. */
    hold: z.nullable(z.object({ reason: z.string() })),
  }),
})

export const testServices = endpoint({
  method: 'GET',
  path: '/test-external-api',
  summary: 'Whether the services behind the desk answer',
  access: 'session',
  answer: z.object({
    success: z.boolean(),
    services: z.object({
      chain: z.boolean(),
      market: z.boolean(),
      interpreter: z.boolean(),
      mail: z.boolean(),
    }),
  }),
})
