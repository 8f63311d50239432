/** The wallets of the page with their SOL in lamports. A wallet in several groups is one wallet. */
import type { DistributionGroup } from '@purser/contract/distributions/distributions.ts'
import { formatRounded, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'

/** Decimals of SOL in lists. */
export const LIST_PLACES = 4

export type Holder = { id: number; name: string; address: string; lamports: bigint; sol: string }
/** `grouped` is false for the group of wallets without a group. */
export type HolderGroup = {
  key: string
  name: string
  color: string
  grouped: boolean
  holders: Holder[]
}
export type Holders = {
  groups: HolderGroup[]
  /** Every wallet once, in the order of the groups. */
  byId: ReadonlyMap<number, Holder>
}
export const NO_HOLDERS: Holders = { groups: [], byId: new Map() }

export const listSol = (lamports: bigint) => formatRounded(lamports, SOL_DECIMALS, LIST_PLACES)

/** Groups without wallets are left out. */
export function holdersOf(groups: DistributionGroup[]): Holders {
  const byId = new Map<number, Holder>()
  const shown = groups
    .filter((group) => group.wallets.length > 0)
    .map(
      (group): HolderGroup => ({
        key: String(group.id),
        name: group.name,
        color: group.color,
        grouped: group.id !== null,
        holders: group.wallets.map((wallet) => {
          const known = byId.get(wallet.id)
          if (known) return known
          const lamports = parseUnits(wallet.balance, SOL_DECIMALS)
          const holder = {
            id: wallet.id,
            name: wallet.name.trim() || `Wallet ${wallet.id}`,
            address: wallet.publicKey,
            lamports,
            sol: listSol(lamports),
          }
          byId.set(wallet.id, holder)
          return holder
        }),
      }),
    )
  return { groups: shown, byId }
}
