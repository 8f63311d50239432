/** Funds of test networks, by methods that the client's typed API lacks. */
import type { Address, Signature } from '@solana/kit'
import type { NodeCalls } from './node-calls.ts'

type Reply = { send(options: object): Promise<Signature> }
type Airdrops = {
  requestAirdrop(address: string, lamports: bigint): Reply
  /** Exists on the local network only. */
  requestTokenAirdrop(owner: string, mint: string, amount: string): Reply
}
type Calls = Pick<NodeCalls, 'rpc' | 'changeOnce'>
const airdropsOn = ({ rpc }: Calls) => rpc as unknown as Airdrops

export const airdrop = (calls: Calls, address: Address, lamports: bigint): Promise<Signature> =>
  calls.changeOnce((abortSignal) => airdropsOn(calls).requestAirdrop(address, lamports).send({ abortSignal }))

export const airdropTokens = (
  calls: Calls,
  { owner, mint, amount }: { owner: Address; mint: Address; amount: bigint },
): Promise<Signature> =>
  calls.changeOnce((abortSignal) =>
    airdropsOn(calls).requestTokenAirdrop(owner, mint, amount.toString()).send({ abortSignal }),
  )
