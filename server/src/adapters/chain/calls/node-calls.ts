/** Solana's JSON-RPC over one endpoint, for the functions of this folder. */
import {
  createRpc,
  createSolanaRpcApi,
  DEFAULT_RPC_CONFIG,
  type Rpc,
  type RpcTransport,
  type SolanaRpcApi,
} from '@solana/kit'
import type { Ask } from './ask.ts'
import { MOVED } from '../endpoint/commitment.ts'

export type NodeCalls = Ask & {
  rpc: Rpc<SolanaRpcApi>
  /** The same in the lane of sends. */
  sending: Rpc<SolanaRpcApi>
}

/** Rejects answers to other calls: the client library does not check. */
function answersOnly(transport: RpcTransport): RpcTransport {
  return async <T>(config: Parameters<RpcTransport>[0]): Promise<T> => {
    const answer = await transport<{ id?: unknown }>(config)
    const { id } = config.payload as { id?: unknown }
    if (typeof answer !== 'object' || answer === null || String(answer.id) !== String(id))
      throw new Error('the answer belongs to another call')
    return answer as T
  }
}

export const rpcOver = (transport: RpcTransport): Rpc<SolanaRpcApi> =>
  createRpc({
    api: createSolanaRpcApi({ ...DEFAULT_RPC_CONFIG, defaultCommitment: MOVED }),
    transport: answersOnly(transport),
  })
