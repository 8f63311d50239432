/** What the application is made of, and what it is to whoever starts it. */
import type { Endpoint } from '@purser/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import type { Release } from '../work.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { MasterKey } from '../master-key.ts'

export type AppParts = {
  config: Config & { rpcUrl: string }
  database: Database
  masterKey: MasterKey
  log: Log
  version: string
  /** Where the built console lies. */
  console: string
  clock?: Clock
  /** See certainty; tests wait for less. */
  apartMs?: number
  /** It may run beside another on its database although nothing fans out between them: in tests. */
  beside?: boolean
}

export type App = {
  http: FastifyInstance
  /** Every endpoint and channel there is, for the table that tests go through. */
  endpoints: Endpoint[]
  channels: string[]
  /** `next` where the master key is configured; see MasterKey. */
  rotateKeys(next?: Uint8Array): Promise<void>
  loginCode(email: string): Promise<string | null>
  release: Release
  close(): Promise<void>
}
