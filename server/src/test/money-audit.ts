/** Checks what must be true of every operation that moved SOL, whatever happened on the way. */
import assert from 'node:assert/strict'
import { getOperation } from '@purser/contract/activity.ts'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { OperationDetail } from '@purser/contract/transfers/transfers.ts'
import type { Call } from './client.ts'
import { readBalances, type Purse } from './money.ts'
import type { Rpc } from './rpc.ts'
import { until } from './until.ts'

export const units = (amount: number | string) => parseUnits(amount, SOL_DECIMALS)

/** The operation, once it has ended. If it does not end, the error says how far it has come. */
export async function waitForEnd(
  call: Call,
  token: string,
  id: string,
  ms = 60_000,
): Promise<OperationDetail> {
  let last: OperationDetail | undefined
  const ended = until(
    `operation ${id} has ended`,
    async () => {
      last = (await call(getOperation, { token, params: { id } })).ok
      return ['completed', 'partial', 'failed'].includes(last.status) && last
    },
    ms,
  )
  return ended.catch((error: unknown) => {
    throw new Error(
      last ? `${last.type} is ${last.status}: ${describeProgress(last)}` : 'it was never read',
      {
        cause: error,
      },
    )
  })
}

function describeProgress({ transfers }: OperationDetail): string {
  const counts = Map.groupBy(transfers, ({ status, signature }) => `${status} ${signature ?? 'unsigned'}`)
  return [...counts].map(([what, { length }]) => `${length} ${what}`).join(', ')
}

export type Before = Map<string, bigint>
export async function look(rpc: Rpc, wallets: Purse[]): Promise<Before> {
  const addresses = wallets.map((w) => w.address)
  const held = await readBalances(rpc, addresses)
  return new Map(addresses.map((address, i) => [address, held[i] ?? 0n]))
}

/**
 * Every confirmed transfer arrived exactly once, every other one not at all, and the sources lost what arrived plus the
 * fees, to the lamport. `payer` pays the fees.
 */
export async function assertExact(
  rpc: Rpc,
  wallets: Purse[],
  before: Before,
  operation: OperationDetail,
  payer: string,
): Promise<void> {
  const expected = new Map(before)
  const add = (address: string, amount: bigint) =>
    expected.set(address, (expected.get(address) ?? 0n) + amount)
  for (const transfer of operation.transfers) {
    assert.ok(['confirmed', 'failed'].includes(transfer.status), `a transfer was left ${transfer.status}`)
    if (transfer.status !== 'confirmed') continue
    add(transfer.source, -units(transfer.amount))
    add(transfer.destination, units(transfer.amount))
  }
  add(payer, -units(operation.summary.fees))
  const after = await look(rpc, wallets)
  for (const [address, lamports] of after)
    assert.equal(lamports, expected.get(address), `${address} of operation ${operation.id}`)
}
