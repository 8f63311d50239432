/** What would become of transfers if they were sent now: every transaction is simulated, and nothing is signed. */
import type { Chain } from '../../ports/chain.ts'
import type { Packing } from './kinds.ts'
import { chunksOf, bisect } from './plan-sol.ts'
import { compile } from './sign.ts'
import type { TransferRow } from './transfers.store.ts'

/** As long as the id of an operation. */
const NO_OPERATION = '00000000-0000-0000-0000-000000000000'
const AT_ONCE = 8

/** The error of each transfer that would fail, by position. Throws chain_away. */
export async function simulateChunks(
  chain: Chain,
  packing: Packing,
  rows: TransferRow[],
): Promise<Map<number, string>> {
  const errors = new Map<number, string>()
  const queue = chunksOf(rows, packing.size)
  const work = async () => {
    for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
      const wrapping = {
        operationId: NO_OPERATION,
        format: packing.format,
        budget: packing.budget(chunk.length),
      }
      const { error } = await chain.simulate(compile(await packing.build(chunk), wrapping).unsigned)
      const [only] = chunk
      if (error === null) continue
      if (chunk.length === 1 && only) errors.set(only.position, error)
      else queue.push(...bisect(chunk))
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, work))
  return errors
}
