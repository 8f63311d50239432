/** The amounts that token transfers have brought, from the balances before and after: never from the instructions. */
import type { Signature } from '@solana/kit'
import pLimit from 'p-limit'
import type { Ledger } from '../../../ports/chain.ts'
import type { Execution, TokenMint } from '../../../ports/chain-data.ts'
import type { TransferRow } from '../../transfers/index.ts'
import { computeWithheld } from './amounts.ts'

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

/** Splits the gain of one wallet over its transfers in one transaction: by the present fee, or else by their shares. */
function splitGained(rows: readonly Row[], gained: bigint, fee: TokenMint['transferFee']): bigint[] {
  const expected = rows.map(({ amount }) => amount - computeWithheld(amount, fee))
  const sent = sentIn(rows)
  if (expected.reduce((sum, units) => sum + units, 0n) === gained || sent === 0n) return expected
  return rows.map(({ amount }) => (amount * gained) / sent)
}

/**
 * Arrivals of confirmed transfers. null: for one of their transactions no endpoint has the effects, or the answer
 * cannot be true. Throws chain_away if none answers.
 */
export async function readArrivals(
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
        // A confirmed transaction did not fail: an endpoint that says so has seen another fork.
        if (!execution || execution.err !== null) return null
        const wallets = [...Map.groupBy(group, (row) => row.destination)].map(([wallet, some]) => ({
          some,
          all: gainedIn(execution, mint, wallet),
        }))
        // An undo must not take back more than was moved, whatever an endpoint says.
        if (wallets.some(({ some, all }) => all < 0n || all > sentIn(some))) return null
        return wallets.map(({ some, all }) => {
          const shares = splitGained(some, all, transferFee)
          some.forEach(({ position }, i) => arrivals.set(position, shares[i] ?? 0n))
          return all
        })
      }),
    ),
  )
  if (gained.includes(null)) return null
  return { received: gained.flatMap((some) => some ?? []).reduce((sum, units) => sum + units, 0n), arrivals }
}
