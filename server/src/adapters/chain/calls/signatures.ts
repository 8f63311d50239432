/** The history of an address, and transactions as they were signed. */
import {
  type Address,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Signature,
} from '@solana/kit'
import type { Chain } from '../../../ports/chain.ts'
import type { ListedSignature } from '../../../ports/chain-data.ts'
import type { Ask } from './ask.ts'

/** The most that a node lists in one call. */
export const SIGNATURES_AT_ONCE = 1_000

type Reply<T> = { send(options: object): Promise<T> }
/** The two calls with looser types: the client's are stricter about versions and commitments. */
export type HistoryRpc = {
  getSignaturesForAddress(address: Address, config: object): Reply<readonly Listed[]>
  getTransaction(
    signature: Signature,
    config: object,
  ): Reply<{ slot: bigint; transaction: readonly [string, string] } | null>
}
type Listed = {
  signature: Signature
  slot: bigint
  err: unknown
  memo: string | null
  blockTime: bigint | null
}

export function createSignatureCalls(
  rpc: HistoryRpc,
  ask: Ask['ask'],
): Pick<Chain, 'listSignatures' | 'signedTransaction'> {
  return {
    listSignatures: (address, { until, before, limit = SIGNATURES_AT_ONCE, minContextSlot } = {}) =>
      ask(async (abortSignal) => {
        const listed = await rpc
          .getSignaturesForAddress(address, {
            limit,
            ...(until === undefined ? {} : { until }),
            ...(before === undefined ? {} : { before }),
            ...(minContextSlot === undefined ? {} : { minContextSlot }),
          })
          .send({ abortSignal })
        return listed.map(
          ({ signature, slot, err, memo, blockTime }): ListedSignature => ({
            signature,
            slot: BigInt(slot),
            err: err ?? null,
            memo: memo ?? null,
            blockTime: blockTime === null ? null : Number(blockTime),
          }),
        )
      }),

    signedTransaction: (signature) =>
      ask(async (abortSignal) => {
        const found = await rpc
          .getTransaction(signature, {
            encoding: 'base64',
            maxSupportedTransactionVersion: 1,
          })
          .send({ abortSignal })
        if (!found) return null
        const bytes = new Uint8Array(getBase64Encoder().encode(found.transaction[0]))
        return { bytes, slot: BigInt(found.slot), feePayer: getFeePayer(bytes) }
      }),
  }
}

/** The first account pays the fee. Throws on bytes that are no transaction. */
export function getFeePayer(bytes: Uint8Array): Address {
  const { messageBytes } = getTransactionDecoder().decode(bytes)
  const { staticAccounts } = getCompiledTransactionMessageDecoder().decode(messageBytes)
  const [first] = staticAccounts
  if (first === undefined) throw new Error('a transaction without accounts')
  return first
}
