/** The memory of scans. Maps are keyed by wallet, and times are those of the monotonic clock. */
import type { Address } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { Signatures } from '../../transfers/index.ts'
import type { RecordParts } from './record.ts'
import type { Source } from './source.ts'

export type ScanParts = RecordParts & {
  db: Db
  chain: Chain
  clock: Clock
  log: Log
  transfers: { signatures: Pick<Signatures, 'listTypes'> }
}

export type Attempts = { first: number; lackingSince: number | null; scans: number }

export type ScanState = ScanParts & {
  fromAny: Source
  /** Entries of the last listing that are done with. */
  done: Map<Address, Set<string>>
  /** The time at which all was read last. */
  completed: Map<Address, number>
  /** Attempts at unreadable transactions, by signature. */
  attempts: Map<Address, Map<string, Attempts>>
}
