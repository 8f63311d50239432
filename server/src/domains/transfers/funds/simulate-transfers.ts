/** Simulates transfers that would be sent now: nothing is signed. */
import pLimit from 'p-limit'
import { bisect } from '../../../kernel/chunks.ts'
import type { Simulation } from '../../../ports/chain.ts'
import type { Packing } from '../kinds.ts'
import { compile } from '../../../kernel/solana/compile.ts'
import type { TransferRow } from '../records/transfers.store.ts'

/** A placeholder as long as the id of an operation. */
const NO_OPERATION = '00000000-0000-0000-0000-000000000000'
const MAX_CONCURRENT_CALLS = 8

/** Returns the error of each transfer that would fail, by position. Throws chain_away. */
export async function simulateChunks(
  chain: Pick<Simulation, 'simulate'>,
  packing: Packing,
  rows: TransferRow[],
): Promise<Map<number, string>> {
  const errors = new Map<number, string>()
  const limit = pLimit(MAX_CONCURRENT_CALLS)
  async function simulate(chunk: TransferRow[]): Promise<void> {
    const { format } = packing
    const wrapping = { operationId: NO_OPERATION, format, budget: packing.budget(chunk) }
    const { error } = await limit(async () =>
      chain.simulate(compile(await packing.build(chunk), wrapping).unsigned),
    )
    const [only] = chunk
    if (error === null) return
    if (chunk.length === 1 && only) errors.set(only.position, error)
    else await Promise.all(bisect(chunk).map(simulate))
  }
  try {
    await Promise.all(packing.split(rows).map(simulate))
  } finally {
    limit.clearQueue()
  }
  return errors
}
