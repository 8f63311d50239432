/** The group of new wallets, as the value of a selector. */
import type { WalletGroup } from '@purser/contract/wallets/wallets.ts'
import type { Option } from '#ui/fields/selector.tsx'
import type { View } from '../view.ts'

export const NO_GROUP = 'none'
export const NEW_GROUP = 'new'

export const groupOptions = (groups: WalletGroup[]): Option[] =>
  groups.map((group) => ({ value: String(group.id), label: group.name }))

/** The open group, else none. */
export const openGroup = (view: View) => (typeof view === 'number' ? String(view) : NO_GROUP)

/** The group id in a value; null for no group or a new one. */
export const groupIdIn = (value: string) =>
  value === NO_GROUP || value === NEW_GROUP || value === '' ? null : Number(value)
