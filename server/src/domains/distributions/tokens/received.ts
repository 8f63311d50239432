/** What token transfers have brought, by the balances before and after: never by what instructions say. */
import type { Signature } from '@solana/kit'
import pLimit from 'p-limit'
import type { Ledger } from '../../../ports/chain.ts'
import type { Execution, TokenMint } from '../../../ports/chain-data.ts'
import type { TransferRow } from '../../transfers/index.ts'
import { withheldOf } from './amounts.ts'

const MAX_CONCURRENT_CALLS = 8

type Row = Pick<TransferRow, 'position' | 'destination' | 'amount' | 'signature'>
type Landed = { mint: string; rows: readonly Row[]; transferFee: TokenMint['transferFee'] }
/** Base units by position. */
export type Arrivals = Map<number, bigint>

/** Base units that this wallet gained in one transaction. */
const gainedIn = ({ tokens }: Execution, mint: string, wallet: string): bigint =>
  tokens
    .filter((entry) => entry.mint === mint && entry.owner === wallet)
    .reduce((sum, { before, after }) => sum + after - before, 0n)

const sentIn = (rows: readonly Row[]): bigint => rows.reduce((sum, { amount }) => sum + amount, 0n)

/** Of transfers to one wallet in one transaction: together what it gained, by the fee of now or else by their shares. */
function sharesOf(rows: readonly Row[], gained: bigint, fee: TokenMint['transferFee']): bigint[] {
  const expected = rows.map(({ amount }) => amount - withheldOf(amount, fee))
  const sent = sentIn(rows)
  if (expected.reduce((sum, units) => sum + units, 0n) === gained || sent === 0n) return expected
  return rows.map(({ amount }) => (amount * gained) / sent)
}

/**
 * Of confirmed transfers. null: of one of their transactions no endpoint has what it did, or the answer cannot be true.
 * Throws chain_away where none answers.
 */
export async function arrivalsOf(
  chain: Pick<Ledger, 'execution'>,
  { mint, rows, transferFee }: Landed,
): Promise<{ received: bigint; arrivals: Arrivals } | null> {
  const limit = pLimit(MAX_CONCURRENT_CALLS)
  const groups = Map.groupBy(rows, (row) => row.signature ?? '')
  const arrivals: Arrivals = new Map()
  const gained = await Promise.all(
    [...groups].map(([signature, group]) =>
      limit(async () => {
        const execution = await chain.execution(signature as Signature)
        // What is confirmed did not fail: whoever says so has seen another fork.
        if (!execution || execution.err !== null) return null
        const wallets = [...Map.groupBy(group, (row) => row.destination)].map(([wallet, some]) => ({
          some,
          all: gainedIn(execution, mint, wallet),
        }))
        // What is undone must not be more than what was done, whatever an endpoint says of it.
        if (wallets.some(({ some, all }) => all < 0n || all > sentIn(some))) return null
        return wallets.map(({ some, all }) => {
          const shares = sharesOf(some, all, transferFee)
          some.forEach(({ position }, i) => arrivals.set(position, shares[i] ?? 0n))
          return all
        })
      }),
    ),
  )
  if (gained.includes(null)) return null
  return { received: gained.flatMap((some) => some ?? []).reduce((sum, units) => sum + units, 0n), arrivals }
}
