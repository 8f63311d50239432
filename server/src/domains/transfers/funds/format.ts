/** The transaction format of a cluster, and what a transaction costs. */
import { LAMPORTS_PER_SIGNATURE } from '@purser/contract/limits.ts'
import { type Budget, type Format, priorityFee } from '../../../kernel/solana/budget.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Simulation } from '../../../ports/chain.ts'

export function transactionFee(signatures: number, budget: Budget): bigint {
  return LAMPORTS_PER_SIGNATURE * BigInt(signatures) + priorityFee(budget)
}

/** Version 1 only if all endpoints take it. Throws chain_away while none of them has answered. */
export async function readFormat(chain: Pick<Simulation, 'takesVersion1'>): Promise<Format> {
  const takes = await chain.takesVersion1()
  if (takes === null) throw new Fault('chain_away')
  return takes ? 1 : 0
}
