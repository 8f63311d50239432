/** What a run of an operation works with. */
import type { TransferChange } from '@purser/contract/distributions.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Balances, Ledger, Sending, Simulation } from '../../../ports/chain.ts'
import type { Certainty } from '../certainty/certainty.ts'
import type { FeePayers } from '../fee-payers/fee-payers.ts'
import type { Floor } from '../funds/slot-floor.ts'
import type { IncidentReporter } from '../incidents.ts'
import type { Journal } from '../journal/journal.ts'
import type { Operation } from '../kinds.ts'
import type { Watch } from './watch.ts'

export type ExecuteParts = {
  db: Db
  chain: Pick<Ledger, 'execution'> &
    Pick<Simulation, 'simulate' | 'takesVersion1'> &
    Pick<Balances, 'states'> &
    Sending
  clock: Clock
  certainty: Certainty
  floor: Floor
  journal: Journal
  /** Which wallets may pay fees. */
  payers: Pick<FeePayers, 'ready'>
  incidents: IncidentReporter
  /** Whether endpoints disagree on what became of it: until they agree its landing is none. */
  isDisputed(signature: string): boolean
  /**
   * Resolves when the database was compared with the journal since a connection was last lost, with the number of those
   * losses. Nothing is signed before. Throws on_hold.
   */
  compared(): Promise<number>
  /** The name of this run: every write requires that the operation still has it as its owner. */
  owner: string
  watch: Watch
  log: Log
  signal: AbortSignal
  /** What the journal file keeps of the request. */
  remembered?: unknown
  /** The operation was written just now by this process: nothing of it is signed yet. */
  isNew: boolean
  /** Publishes that the operation has changed. */
  changed(operation: Operation, status: string): void
  /** Publishes that the operation has ended, as it is now. */
  ended(operation: Operation, ending: Pick<Operation, 'status' | 'result' | 'error'>): void
  /** Publishes new states of transfers of a bulk operation, with the counts after them. */
  progressed(operation: Operation, progress: Progress): void
}

export type Progress = {
  completed: number
  failed: number
  total: number
  changes: TransferChange[]
}
