/** The parts of the engine. A verb takes from them what it needs. */
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import type { Log } from '../../kernel/log.ts'
import type { Chain } from '../../ports/chain.ts'
import type { SignatureNotifications } from '../../ports/signature-notifications.ts'
import type { Certainty } from './certainty/certainty.ts'
import type { FeePayers } from './fee-payers/fee-payers.ts'
import type { Finality } from './finality/finality.ts'
import type { SlotFloor } from './funds/slot-floor.ts'
import type { IncidentReporter } from './incidents.ts'
import type { Reconciliation } from './journal/reconciliation.ts'
import type { Kinds } from './kinds.ts'
import type { ActiveRuns } from './runs/active-runs.ts'
import type { CompletionWaiters } from './runs/completion-waiters.ts'
import type { DatabaseCheck } from './runs/database-check.ts'
import type { Publisher } from './runs/publisher.ts'
import type { Pace, Watch } from './send/watch/watch.ts'
import type { Spending, SpendingParts } from './spending/spending.ts'
import type { OperationIds } from './submit/operation-ids.ts'

export type TransfersParts = {
  /** Flushes commits to the disk: the journal may then drop their lines. */
  sync(): Promise<void>
  db: Db
  /** Counts how often a connection to the database was lost; without it none ever is. */
  losses?: (() => number) | undefined
  chain: Chain
  bus: Bus
  clock: Clock
  log: Log
  heartbeat: Heartbeat
  journalPath: string
  /** Is notified of incidents, in the transaction that writes them. */
  incidents?: IncidentReporter
  /** Brings status polls forward, if the node notifies. */
  signatureNotifications?: SignatureNotifications
  pace?: Pace
  leastPrice?: bigint /* the least price offered, in micro-lamports a compute unit; none by default */
  /** Present if funds are real: their limits are counted by it. */
  realFunds?: Omit<SpendingParts, 'db' | 'clock'> | undefined
  /** Milliseconds between two observations of a single endpoint; see certainty.ts. */
  apartMs?: number
  /** Milliseconds for which two endpoints may disagree on what has landed before the operation is open again. */
  disputedMs?: number
  /** Milliseconds between two checks of ended operations that are not final. */
  finalityMs?: number
}

export type Engine = Omit<TransfersParts, 'incidents'> & {
  incidents: IncidentReporter
  certainty: Certainty
  check: DatabaseCheck
  finality: Finality
  floor: SlotFloor
  kinds: Kinds
  operationIds: OperationIds
  payers: FeePayers
  publisher: Publisher
  reconciliation: Reconciliation
  runs: ActiveRuns
  /** undefined: funds are not real. */
  spending: Spending | undefined
  waiters: CompletionWaiters
  watch: Watch
  /** Aborts when the engine stops. */
  ending: AbortController
}
