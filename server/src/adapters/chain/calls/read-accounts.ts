/** Reads accounts of any program, and their contents. */
import type { Address } from '@solana/kit'
import { toChunks } from '../../../kernel/chunks.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { AccountState } from '../../../ports/account-at.ts'
import type { Balances } from '../../../ports/chain.ts'
import type { ReadOptions, TokenAmount } from '../../../ports/chain-data.ts'
import { STATE_BYTES, toState } from './simulation.ts'
import { type RawAccount, TOKEN_PROGRAMS } from './tokens.ts'
import type { NodeCalls } from './node-calls.ts'
import { toTokenAmount, TOKEN_HEAD_BYTES } from './token-amount.ts'

const MAX_ACCOUNTS = 100

export const minSlot = ({ minContextSlot }: ReadOptions = {}) =>
  minContextSlot === undefined ? {} : { minContextSlot }

type Calls = Pick<NodeCalls, 'rpc' | 'ask'>
type Found = { account: RawAccount | null; slot: bigint }

/** The first bytes of many accounts, a hundred a call. */
export async function readAccounts(
  { rpc, ask }: Calls,
  addresses: Address[],
  length: number,
  options?: ReadOptions,
): Promise<Found[]> {
  const chunks = toChunks(addresses, MAX_ACCOUNTS)
  const answers = await Promise.all(
    chunks.map((chunk) =>
      ask((abortSignal) =>
        rpc
          .getMultipleAccounts(chunk, {
            ...minSlot(options),
            encoding: 'base64',
            dataSlice: { offset: 0, length },
          })
          .send({ abortSignal }),
      ),
    ),
  )
  return answers.flatMap(({ value, context }, i) => {
    // Without one answer per address it is unclear which belongs to which.
    if (value.length !== chunks[i]?.length) throw new Fault('chain_away')
    return value.map((account) => ({ account, slot: context.slot }))
  })
}

export const readBalance = (
  { rpc, ask }: Calls,
  address: Address,
  options?: ReadOptions,
): ReturnType<Balances['balance']> =>
  ask(async (abortSignal) => {
    const { value, context } = await rpc.getBalance(address, minSlot(options)).send({ abortSignal })
    return { lamports: value, slot: context.slot }
  })

export async function readBalances(calls: Calls, addresses: Address[], options?: ReadOptions) {
  const answers = await readAccounts(calls, addresses, 0, options)
  return answers.map(({ account, slot }) => ({ lamports: account?.lamports ?? 0n, slot }))
}

export async function readLamports(
  calls: Calls,
  addresses: Address[],
  options?: ReadOptions,
): Promise<(bigint | null)[]> {
  const found = await readAccounts(calls, addresses, 0, options)
  return found.map(({ account }) => account?.lamports ?? null)
}

export async function readStates(
  calls: Calls,
  addresses: Address[],
  options?: ReadOptions,
): Promise<(AccountState | null)[]> {
  const found = await readAccounts(calls, addresses, STATE_BYTES, options)
  return found.map(({ account }) => toState(account))
}

export async function readTokenAmounts(calls: Calls, addresses: Address[]): Promise<(TokenAmount | null)[]> {
  const found = await readAccounts(calls, addresses, TOKEN_HEAD_BYTES)
  return found.map(({ account }) => {
    if (!account || !TOKEN_PROGRAMS.includes(account.owner)) return null
    return toTokenAmount(new Uint8Array(Buffer.from(account.data[0], 'base64')))
  })
}

export const readRentExempt = ({ rpc, ask }: Calls, bytes: number): Promise<bigint> =>
  ask((abortSignal) => rpc.getMinimumBalanceForRentExemption(BigInt(bytes)).send({ abortSignal }))
