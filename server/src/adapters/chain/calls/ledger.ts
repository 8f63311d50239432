/** Signature statuses and ledger bounds of one node: the answers by which the engine decides outcomes. */
import {
  type Blockhash,
  isSolanaError,
  type Rpc,
  type Signature,
  type SolanaRpcApi,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND as NO_METHOD,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_HISTORY_NOT_AVAILABLE as NO_HISTORY,
} from '@solana/kit'
import { Fault } from '../../../kernel/fault.ts'
import type { ChainNode } from '../../../ports/chain.ts'
import type { ReadOptions, SignatureState } from '../../../ports/chain-data.ts'
import { toChunks } from '../../../kernel/chunks.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Ask } from './ask.ts'
import { isInvalidParams } from './refusals.ts'
import { AT_PROCESSED, type EndpointCommitment } from '../endpoint/commitment.ts'

const MAX_STATUSES = 256
/** How long a node's answer about its ledger is cached. */
const HISTORY_PERIOD_MS = 60_000
/** The same for a node that has one: if it loses that, each look-up says so. */
const KEEPS_PERIOD_MS = 600_000
const PROBE_TIMEOUT_MS = 5_000
/** Any well-formed signature: a node without a ledger refuses every look-up. */
export const PROBE = '1111111111111111111111111111111111111111111111111111111111111111' as Signature

/**
 * Looks up as of this slot or later: from Agave 4.4 on, a node that is behind refuses, because its 'null' would prove
 * nothing. Older ones ignore the parameter (anza-xyz/agave#15091, solana-foundation/solana-web3.js#3932); a node that
 * does not know it is called without it.
 */
export async function callFromSlot<T>(
  { minContextSlot }: ReadOptions = {},
  call: (least: { minContextSlot?: bigint }) => Promise<T>,
): Promise<T> {
  if (minContextSlot === undefined) return call({})
  try {
    return await call({ minContextSlot })
  } catch (error) {
    if (!isInvalidParams(error)) throw error
    return call({})
  }
}

type NodeLedger = Pick<ChainNode, 'keepsHistory' | 'lookUp' | 'firstBlock' | 'blockhashValid' | 'statuses'>

export function nodeLedger(
  rpc: Rpc<SolanaRpcApi>,
  { ask, clock, commitment }: Pick<Ask, 'ask'> & { clock: Clock; commitment: EndpointCommitment },
): NodeLedger {
  const answers = createCache<'history', boolean>({ clock, max: 1 })
  let lastAnswer = true
  function answer(keeps: boolean): boolean {
    lastAnswer = keeps
    return answers.set('history', keeps, { ttlMs: keeps ? KEEPS_PERIOD_MS : HISTORY_PERIOD_MS })
  }

  async function states(signatures: Signature[], searchTransactionHistory: boolean, options?: ReadOptions) {
    const found: (SignatureState | null)[] = []
    let slot: bigint | null = null
    for (const chunk of toChunks(signatures, MAX_STATUSES)) {
      const { value, context } = await ask((abortSignal) =>
        callFromSlot(options, (least) =>
          rpc.getSignatureStatuses(chunk, { searchTransactionHistory, ...least }).send({ abortSignal }),
        ),
      )
      // Without one state per signature it is unclear which belongs to which.
      if (!Array.isArray(value) || value.length !== chunk.length) throw new Fault('chain_away')
      if (slot === null || context.slot < slot) slot = context.slot
      for (const s of value)
        found.push(s ? { slot: s.slot, commitment: commitment.read(s), err: s.err } : null)
    }
    return { states: found, slot: slot ?? 0n }
  }

  return {
    statuses: async (signatures) => (await states(signatures, false)).states,
    lookUp: (signatures, options) => states(signatures, true, options),

    async keepsHistory() {
      const known = answers.get('history')
      if (known !== undefined) return known
      try {
        await rpc
          .getSignatureStatuses([PROBE], { searchTransactionHistory: true })
          .send({ abortSignal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
        // A ledger that does not say where it begins may reach back any distance.
        await rpc.getFirstAvailableBlock().send({ abortSignal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
        return answer(true)
      } catch (error) {
        // Only the node's own refusal counts; one that does not answer may well have a ledger.
        if (!isSolanaError(error, NO_HISTORY) && !isSolanaError(error, NO_METHOD)) return lastAnswer
        return answer(false)
      }
    },

    firstBlock: () => ask((abortSignal) => rpc.getFirstAvailableBlock().send({ abortSignal })),

    blockhashValid: (blockhash, { minContextSlot } = {}) =>
      ask(async (abortSignal) => {
        const { value } = await rpc
          .isBlockhashValid(blockhash as Blockhash, {
            ...AT_PROCESSED,
            ...(minContextSlot === undefined ? {} : { minContextSlot }),
          })
          .send({ abortSignal })
        if (typeof value !== 'boolean') throw new Fault('chain_away')
        return value
      }),
  }
}
