/** What token transfers have brought, by the balances before and after: never by what instructions say. */
import type { Signature } from '@solana/kit'
import pLimit from 'p-limit'
import { Fault } from '../../../kernel/fault.ts'
import type { Ledger } from '../../../ports/chain.ts'
import type { Execution } from '../../../ports/chain-data.ts'
import type { TransferRow } from '../../transfers/index.ts'

const MAX_CONCURRENT_CALLS = 8

type Landed = { mint: string; rows: readonly Pick<TransferRow, 'destination' | 'signature'>[] }

/** Base units that these wallets gained in one transaction. */
export const gainedIn = ({ tokens }: Execution, mint: string, wallets: ReadonlySet<string>): bigint =>
  tokens
    .filter((entry) => entry.mint === mint && wallets.has(entry.owner))
    .reduce((sum, { before, after }) => sum + after - before, 0n)

/** Of confirmed transfers. Throws chain_away while no endpoint has one of their transactions. */
export async function receivedBy(chain: Pick<Ledger, 'execution'>, { mint, rows }: Landed): Promise<bigint> {
  const limit = pLimit(MAX_CONCURRENT_CALLS)
  const groups = Map.groupBy(rows, (row) => row.signature ?? '')
  const gained = await Promise.all(
    [...groups].map(([signature, group]) =>
      limit(async () => {
        const execution = await chain.execution(signature as Signature)
        if (!execution) throw new Fault('chain_away')
        return gainedIn(execution, mint, new Set(group.map((row) => row.destination)))
      }),
    ),
  )
  return gained.reduce((sum, units) => sum + units, 0n)
}
