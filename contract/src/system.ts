/** The state of the server itself. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const Cluster = z.enum(['localnet', 'devnet', 'testnet', 'mainnet-beta'])
export type Cluster = z.infer<typeof Cluster>

export const getStatus = endpoint({
  method: 'GET',
  path: '/status',
  summary: 'The server is up; which network it is on',
  access: 'public',
  answer: z.object({ status: z.literal('ok'), cluster: Cluster, version: z.string(), outbox: z.boolean() }),
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
