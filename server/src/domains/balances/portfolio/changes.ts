/** Which accounts changed since the last point, and what wallets brought along. */
import type { Address } from '@solana/kit'
import type { Books } from './books.store.ts'
import type { Changed, UnpricedFlow } from './flows.ts'
import { OPENING } from './ledger.ts'
import type { Observation } from './observe.ts'

/**
 * `isNew`: no point has counted it yet. `startsEmpty`: all of its history counts; otherwise its holdings at the first
 * count were brought along.
 */
export type Wallet = {
  id: number
  address: Address
  groupIds: number[]
  isNew: boolean
  startsEmpty: boolean
}

/** Accounts whose balance has changed, each with the position from which its history is read. */
export function findChanges(
  seen: Observation[],
  books: Books,
  list: Map<number, Wallet>,
): (Changed & { opened: boolean })[] {
  const before = new Map(books.accounts.map((row) => [row.account as string, row]))
  const since = new Map(books.wallets.map((row) => [row.walletId, row.sinceSlot]))
  return seen.flatMap((one) => {
    const row = before.get(one.account)
    const wallet = list.get(one.walletId)
    if (!wallet || one.amount === (row?.amount ?? 0n)) return []
    if (wallet.isNew && !wallet.startsEmpty) return []
    const slot = row?.slot ?? since.get(one.walletId) ?? 0n
    return [
      {
        ...one,
        before: row?.amount ?? 0n,
        since: { slot, signature: row?.signature ?? null },
        opened: row === undefined && !wallet.isNew,
      },
    ]
  })
}

/** All holdings of wallets whose earlier history does not count. */
export function broughtAlong(seen: Observation[], list: Map<number, Wallet>, now: Date): UnpricedFlow[] {
  return seen.flatMap(({ walletId, mint, decimals, amount }) => {
    const wallet = list.get(walletId)
    if (!wallet?.isNew || wallet.startsEmpty || amount === 0n) return []
    return [{ walletId, otherId: null, mint, decimals, signature: OPENING, amount, at: now }]
  })
}

/** The slot from which the history of each wallet counts; null: from its beginning. */
export function sinceSlots(books: Books, list: Wallet[], seen: Observation[]): Map<number, bigint | null> {
  const known = new Map(books.wallets.map((row) => [row.walletId, row.sinceSlot]))
  const readAt = new Map(seen.map(({ account, slot }) => [account, slot]))
  return new Map(
    list.map(({ id, address, isNew, startsEmpty }) => {
      if (!isNew) return [id, known.get(id) ?? null]
      return [id, startsEmpty ? null : (readAt.get(address) ?? null)]
    }),
  )
}
