/** Reads a transaction's meta into what accounts gained and lost. */
import type { Address, Signature } from '@solana/kit'
import type { Execution, ReadOptions } from '../../../ports/chain-data.ts'
import type { NodeCalls } from './node-calls.ts'
import { callFromSlot } from './ledger.ts'

type TokenBalance = {
  accountIndex: number
  mint: Address
  owner?: Address
  uiTokenAmount: { amount: string }
}
type Found = {
  slot: bigint
  blockTime?: bigint | null
  meta: unknown
  transaction: unknown
}

/** null: the node has no such transaction. */
export const readExecution = (
  { rpc, ask }: Pick<NodeCalls, 'rpc' | 'ask'>,
  signature: Signature,
  options?: ReadOptions,
): Promise<Execution | null> =>
  ask(async (abortSignal) => {
    const found = await callFromSlot(options, (least) =>
      rpc
        .getTransaction(signature, {
          encoding: 'json',
          maxSupportedTransactionVersion: 1 as 0,
          ...least,
        })
        .send({ abortSignal }),
    )
    return found ? toExecution(found) : null
  })

export function toExecution(found: Found): Execution {
  const meta = found.meta as {
    err: unknown
    fee: bigint
    preBalances: readonly bigint[]
    postBalances: readonly bigint[]
    preTokenBalances?: readonly TokenBalance[]
    postTokenBalances?: readonly TokenBalance[]
    logMessages?: readonly string[] | null
    loadedAddresses?: { writable: readonly Address[]; readonly: readonly Address[] }
  }
  const { message } = found.transaction as { message: { accountKeys: readonly Address[] } }
  const keys = [
    ...message.accountKeys,
    ...(meta.loadedAddresses?.writable ?? []),
    ...(meta.loadedAddresses?.readonly ?? []),
  ]
  const tokens = new Map<number, Execution['tokens'][number]>()
  const read = (list: readonly TokenBalance[], side: 'before' | 'after') => {
    for (const { accountIndex, mint, owner, uiTokenAmount } of list) {
      const account = keys[accountIndex]
      const entry = tokens.get(accountIndex) ?? {
        owner: owner ?? '',
        mint,
        before: 0n,
        after: 0n,
        ...(account ? { account } : {}),
      }
      entry[side] = BigInt(uiTokenAmount.amount)
      tokens.set(accountIndex, entry)
    }
  }
  read(meta.preTokenBalances ?? [], 'before')
  read(meta.postTokenBalances ?? [], 'after')
  return {
    slot: found.slot,
    blockTime: found.blockTime == null ? null : Number(found.blockTime),
    err: meta.err,
    fee: BigInt(meta.fee),
    logs: [...(meta.logMessages ?? [])],
    lamports: keys.map((address, i) => ({
      address,
      before: BigInt(meta.preBalances[i] ?? 0),
      after: BigInt(meta.postBalances[i] ?? 0),
    })),
    tokens: [...tokens.values()],
  }
}
