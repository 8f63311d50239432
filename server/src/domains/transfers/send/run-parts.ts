/** The parts that a run of an operation works with. */
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { AccountReads, Ledger, Sending, Simulation } from '../../../ports/chain.ts'
import type { Certainty } from '../certainty/certainty.ts'
import type { FeePayers } from '../fee-payers/fee-payers.ts'
import type { SlotFloor } from '../funds/slot-floor.ts'
import type { IncidentReporter } from '../incidents.ts'
import type { Journal } from '../journal/journal.ts'
import type { Publisher } from '../runs/publisher.ts'
import type { Watch } from './watch/watch.ts'

export type RunParts = Pick<Publisher, 'publishChange' | 'publishEnd' | 'publishProgress'> & {
  db: Db
  chain: Pick<Ledger, 'execution'> &
    Pick<Simulation, 'simulate' | 'takesVersion1'> &
    Pick<AccountReads, 'states'> &
    Sending
  clock: Clock
  certainty: Certainty
  floor: SlotFloor
  journal: Journal
  /** Decides which wallets may pay fees. */
  payers: Pick<FeePayers, 'ready'>
  incidents: IncidentReporter
  /** Tells whether endpoints disagree on its outcome: until they agree its landing does not count. */
  isDisputed(signature: string): boolean
  /**
   * Resolves when the database was compared with the journal since a connection was last lost, with the number of those
   * losses. Nothing is signed before. Throws on_hold.
   */
  untilCompared(): Promise<number>
  /** The name of this run: every write requires that it still owns the operation. */
  owner: string
  watch: Watch
  log: Log
  signal: AbortSignal
  /** The part of the request that the journal file keeps. */
  recalledRequest?: unknown
  /** This process has just written the operation: nothing of it is signed yet. */
  isNew: boolean
}
