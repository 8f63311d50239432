/** What scans remember of each wallet. */
import type { Address, Signature } from '@solana/kit'
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

/** By the monotonic clock. */
export type Attempts = { first: number; lackingSince: number | null; scans: number }

export type ScanState = ScanParts & {
  fromAny: Source
  /** By wallet, entries of the last listing that are done with. */
  done: Map<Address, Set<string>>
  /** By wallet, when all was read last, by the monotonic clock. */
  completed: Map<Address, number>
  /** By wallet and signature, of what could not be read. */
  attempts: Map<Address, Map<string, Attempts>>
}
