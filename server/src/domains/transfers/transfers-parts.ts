/** What the engine is given. */
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import type { Log } from '../../kernel/log.ts'
import type { Chain } from '../../ports/chain.ts'
import type { SignatureNotifications } from '../../ports/signature-notifications.ts'
import type { IncidentReporter } from './incidents.ts'
import type { SpendingParts } from './spending/spending.ts'
import type { Pace } from './send/watch.ts'

export type TransfersParts = {
  /** Flushes what was committed to the disk: the journal may then drop it. */
  sync(): Promise<void>
  db: Db
  /** How often a connection to the database was lost; without it none ever is. */
  losses?: (() => number) | undefined
  chain: Chain
  bus: Bus
  clock: Clock
  log: Log
  heartbeat: Heartbeat
  journalPath: string
  /** Told of what befalls operations, in the transaction that writes it. */
  incidents?: IncidentReporter
  /** Brings status polls forward, where the node notifies. */
  signatureNotifications?: SignatureNotifications
  pace?: Pace
  leastPrice?: bigint /* micro-lamports a compute unit that are offered at the least; none by default */
  /** Where funds are real: what their limits are counted by. */
  realFunds?: Omit<SpendingParts, 'db' | 'clock'> | undefined
  /** How far apart two observations of a single endpoint are; see certainty.ts. */
  apartMs?: number
  /** How long two endpoints may disagree on what has landed before the operation is open again. */
  disputedMs?: number
  /** Between two checks of ended operations that are not final. */
  finalityMs?: number
}
