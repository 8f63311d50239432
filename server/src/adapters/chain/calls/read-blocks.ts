/** The present state of the cluster: its newest blockhash, its height, and the fees of its latest blocks. */
import type { Address } from '@solana/kit'
import type { Blockhashes } from '../../../ports/chain.ts'
import type { ReadOptions } from '../../../ports/chain-data.ts'
import { AT_FINAL } from '../endpoint/commitment.ts'
import type { NodeCalls } from './node-calls.ts'
import { minSlot } from './read-accounts.ts'

const MAX_FEE_ACCOUNTS = 128

type Calls = Pick<NodeCalls, 'rpc' | 'ask'>

export const readLatestBlockhash = (
  { rpc, ask }: Calls,
  options?: ReadOptions,
): ReturnType<Blockhashes['latestBlockhash']> =>
  ask(async (abortSignal) => {
    const { value, context } = await rpc.getLatestBlockhash(minSlot(options)).send({ abortSignal })
    return {
      blockhash: value.blockhash,
      lastValidBlockHeight: value.lastValidBlockHeight,
      slot: context.slot,
    }
  })

export const readBlockHeight = ({ rpc, ask }: Calls, as: 'moved' | 'final') =>
  ask(async (abortSignal) => {
    const { blockHeight, absoluteSlot } = await rpc
      .getEpochInfo(as === 'final' ? AT_FINAL : undefined)
      .send({ abortSignal })
    return { height: blockHeight, slot: absoluteSlot }
  })

export const readRecentPrices = ({ rpc, ask }: Calls, addresses: Address[]): Promise<bigint[]> =>
  ask(async (abortSignal) => {
    const fees = await rpc
      .getRecentPrioritizationFees(addresses.slice(0, MAX_FEE_ACCOUNTS))
      .send({ abortSignal })
    return fees.map((fee) => fee.prioritizationFee)
  })
