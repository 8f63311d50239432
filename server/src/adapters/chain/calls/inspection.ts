/** The calls by which a check inspects one endpoint. */
import {
  type Address,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64Decoder,
  getTransactionEncoder,
  isSolanaError,
  pipe,
  type Rpc,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type SolanaRpcApi,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_LONG_TERM_STORAGE_UNREACHABLE as STORAGE_UNREACHABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY as NODE_UNHEALTHY,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_HISTORY_NOT_AVAILABLE as NO_HISTORY,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION as UNSUPPORTED_VERSION,
} from '@solana/kit'
import type { ChainNode } from '../../../ports/chain.ts'
import { callTimeout } from './ask.ts'
import type { EndpointCommitment } from '../endpoint/commitment.ts'
import { PROBE } from './ledger.ts'
import { isInvalidParams } from './refusals.ts'

const TIMEOUT_MS = 5_000
/** Any address will do: the format is checked before the account. */
const NOBODY = '1nc1nerator11111111111111111111111111111111' as Address
const SOME_HASH = '11111111111111111111111111111111' as Blockhash

export function createInspection(
  rpc: Rpc<SolanaRpcApi>,
  commitment: EndpointCommitment,
): Pick<ChainNode, 'inspect' | 'takesVersion1'> {
  let version1: boolean | null = null
  let asking: Promise<boolean | null> | null = null
  const within = () => ({ abortSignal: callTimeout(TIMEOUT_MS) })

  /** Simulates an empty transaction of version 1: a node that does not know the version cannot read the bytes. */
  async function askVersion1(): Promise<boolean | null> {
    try {
      await rpc
        .simulateTransaction(emptyOfVersion1() as never, {
          encoding: 'base64',
          sigVerify: false,
          replaceRecentBlockhash: true,
        })
        .send(within())
      version1 = true
    } catch (error) {
      if (isInvalidParams(error) || isSolanaError(error, UNSUPPORTED_VERSION)) version1 = false
    }
    return version1
  }
  /** All callers share one check at a time. */
  const takesVersion1 = async ({ anew = false } = {}): Promise<boolean | null> => {
    if (version1 !== null && !anew) return version1
    asking ??= askVersion1().finally(() => (asking = null))
    return asking
  }

  async function health(): Promise<{ isUnhealthy: boolean | null; slotsBehind: bigint | null }> {
    try {
      await rpc.getHealth().send(within())
      return { isUnhealthy: false, slotsBehind: null }
    } catch (error) {
      if (!isSolanaError(error, NODE_UNHEALTHY)) return { isUnhealthy: null, slotsBehind: null }
      const { numSlotsBehind: behind } = error.context as { numSlotsBehind?: unknown }
      return { isUnhealthy: true, slotsBehind: typeof behind === 'bigint' ? behind : null }
    }
  }

  async function history(): Promise<boolean | null> {
    try {
      await rpc.getSignatureStatuses([PROBE], { searchTransactionHistory: true }).send(within())
      return true
    } catch (error) {
      return isSolanaError(error, NO_HISTORY) || isSolanaError(error, STORAGE_UNREACHABLE) ? false : null
    }
  }

  /** Null under tower, and METHOD_NOT_FOUND of nodes before Agave 4.3, which says nothing (solana.com, getAgGenesisCert; helius.dev). */
  async function consensus(): Promise<void> {
    if (commitment.moved() === 'finalized') return
    const certificate = await orNull(rpc.getAgGenesisCert().send(within()))
    if (typeof certificate?.block?.slot === 'bigint') commitment.raise()
  }

  const orNull = <T>(answer: Promise<T>): Promise<T | null> => answer.catch(() => null)

  return {
    takesVersion1,
    async inspect() {
      await consensus()
      const [epoch, own, keeps, firstBlock, version] = await Promise.all([
        orNull(rpc.getEpochInfo().send(within())),
        health(),
        history(),
        orNull(rpc.getFirstAvailableBlock().send(within())),
        takesVersion1({ anew: true }),
      ])
      return { slot: epoch?.absoluteSlot ?? null, ...own, history: keeps, firstBlock, version1: version }
    },
  }
}

function emptyOfVersion1(): string {
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (m) => setTransactionMessageFeePayer(NOBODY, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash({ blockhash: SOME_HASH, lastValidBlockHeight: 0n }, m),
    (m) => setTransactionMessageConfig({ computeUnitLimit: 1_000, loadedAccountsDataSizeLimit: 1_000 }, m),
  )
  return getBase64Decoder().decode(
    new Uint8Array(getTransactionEncoder().encode(compileTransaction(message))),
  )
}
