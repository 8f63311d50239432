/** Wallets with SOL on a steered chain, for tests of transfers. */
import { generateBulk } from '@purser/contract/wallets/wallets.ts'
import { toChunks } from '../kernel/chunks.ts'
import type { Call } from './client.ts'
import type { Rpc } from './rpc.ts'
import { until } from './until.ts'

export const FEE = 5_000n
export const SOL = 1_000_000_000n
export type Purse = { id: number; name: string; address: string }

/** New wallets of this user, a thousand a call. */
export async function makeWallets(call: Call, token: string, count: number): Promise<Purse[]> {
  const made: Purse[] = []
  while (made.length < count) {
    const some = Math.min(1_000, count - made.length)
    const { ok } = await call(generateBulk, { token, body: { count: some, namePrefix: 'Purse' } })
    made.push(...ok.wallets.map(({ id, name, address }) => ({ id, name, address })))
  }
  return made
}

/** Confirmed lamports. */
export async function readBalances(rpc: Rpc, addresses: string[]): Promise<bigint[]> {
  const held: bigint[] = []
  for (const some of toChunks(addresses, 100)) {
    const { value } = await rpc<{ value: ({ lamports: number } | null)[] }>('getMultipleAccounts', some, {
      commitment: 'confirmed',
      encoding: 'base64',
      dataSlice: { offset: 0, length: 0 },
    })
    held.push(...value.map((account) => BigInt(account?.lamports ?? 0)))
  }
  return held
}

export async function fund(rpc: Rpc, address: string, lamports: bigint): Promise<void> {
  const [before = 0n] = await readBalances(rpc, [address])
  await rpc('requestAirdrop', address, Number(lamports))
  await until(
    'the wallet is funded',
    async () => (await readBalances(rpc, [address]))[0] === before + lamports,
  )
}
