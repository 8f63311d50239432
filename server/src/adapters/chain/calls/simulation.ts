/** Runs a transaction without sending it, and reads the resulting states of accounts. */
import { type Address, getBase64Decoder, type Rpc, type SolanaRpcApi } from '@solana/kit'
import { Fault } from '../../../kernel/fault.ts'
import type { AccountState } from '../../../ports/account-at.ts'
import type { Simulated, Simulation } from '../../../ports/chain.ts'
import type { ReadOptions } from '../../../ports/chain-data.ts'
import { isRefused } from './ask.ts'
import type { NodeCalls } from './node-calls.ts'
import { describeError } from './refusals.ts'

/** A lookup table of 256 addresses has 8,248. */
export const STATE_BYTES = 10_000

type Answered = { lamports: bigint; owner: Address; data: readonly string[] | string }
type Answer = {
  err: unknown
  logs: readonly string[] | null
  unitsConsumed?: bigint
  loadedAccountsDataSize?: number | bigint
  accounts?: readonly (Answered | null)[] | null
}

/** null: no account. */
export function toState(account: Answered | null | undefined): AccountState | null {
  if (!account) return null
  const [text = ''] = typeof account.data === 'string' ? [account.data] : account.data
  const data = new Uint8Array(Buffer.from(text, 'base64')).subarray(0, STATE_BYTES)
  return { lamports: BigInt(account.lamports), program: account.owner, data }
}

type SimulationOptions = ReadOptions & { accounts?: Address[] }
/** A refusal may mean that the node no longer takes the format, so the version is checked anew. */
type SimulationParts = Pick<NodeCalls, 'rpc' | 'ask'> & Pick<Simulation, 'takesVersion1'>

export async function simulate(
  { rpc, ask, takesVersion1 }: SimulationParts,
  bytes: Uint8Array,
  options?: SimulationOptions,
): Promise<Simulated> {
  try {
    return await ask(async (abortSignal) => simulateOn(rpc, bytes, options, abortSignal))
  } catch (error) {
    if (isRefused(error)) await takesVersion1({ anew: true })
    throw error
  }
}

async function simulateOn(
  rpc: Rpc<SolanaRpcApi>,
  bytes: Uint8Array,
  { accounts, minContextSlot }: SimulationOptions = {},
  abortSignal: AbortSignal,
): Promise<Simulated> {
  const wire = getBase64Decoder().decode(bytes) as Parameters<typeof rpc.simulateTransaction>[0]
  const { value } = await rpc
    .simulateTransaction(wire, {
      ...(minContextSlot === undefined ? {} : { minContextSlot }),
      ...(accounts ? { accounts: { encoding: 'base64', addresses: accounts } } : {}),
      encoding: 'base64',
      sigVerify: false,
      replaceRecentBlockhash: true,
    } as never)
    .send({ abortSignal })
  const answer = value as Answer
  const after = answer.err === null && accounts ? (answer.accounts ?? []) : []
  // Without one answer per address it is unclear which belongs to which.
  if (answer.err === null && accounts && after.length !== accounts.length) throw new Fault('chain_away')
  const { loadedAccountsDataSize: loaded } = answer
  return {
    error: answer.err === null ? null : `Transaction simulation failed: ${describeError(answer.err)}`,
    logs: [...(answer.logs ?? [])],
    units: answer.unitsConsumed ?? null,
    loadedBytes: loaded === undefined ? null : Number(loaded),
    after: after.map(toState),
  }
}
