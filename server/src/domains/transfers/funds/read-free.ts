/** Reads free funds: a balance without the funds in flight. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { Fault } from '../../../kernel/fault.ts'
import type { Engine } from '../engine.ts'
import { findBusy, sumReserved } from '../records/reservations.store.ts'
import type { Funds } from '../transfers.ts'

type FreeParts = Pick<Engine, 'db' | 'chain' | 'floor'>

export async function readFree({ db, chain, floor }: FreeParts, addresses: Address[]): Promise<bigint[]> {
  const balances = await chain.balances(addresses, { minContextSlot: floor.slot() })
  const read = addresses.map((address, i) => ({ address, mint: SOL_MINT, slot: balances[i]?.slot ?? 0n }))
  const inFlight = await sumReserved(db, read)
  return addresses.map(
    (address, i) => (balances[i]?.lamports ?? 0n) - (inFlight.get(`${address} ${SOL_MINT}`) ?? 0n),
  )
}

export async function readFreeTokens(
  { db, chain, floor }: FreeParts,
  mint: string,
  holders: { address: Address; account: Address }[],
): ReturnType<Funds['freeTokens']> {
  const found = await chain.tokenAccounts(
    holders.map(({ account }) => account),
    { minContextSlot: floor.slot() },
  )
  const read = holders.map(({ address }, i) => ({ address, mint, slot: found[i]?.slot ?? 0n }))
  const inFlight = await sumReserved(db, read)
  return holders.map(({ address }, i) => {
    const account = found[i]?.account ?? null
    return { account, free: (account?.amount ?? 0n) - (inFlight.get(`${address} ${mint}`) ?? 0n) }
  })
}

export async function requireIdle(
  { db }: Pick<Engine, 'db'>,
  addresses: string[],
  besides?: string,
): Promise<void> {
  if (await findBusy(db, addresses, besides)) throw new Fault('funds_in_flight')
}
