import { List, Text } from '@mantine/core'
import '@mantine/core/styles/List.css'
import type { LeftBehind } from '@purser/contract/distributions/distributions.ts'
import { isAboveZero } from '@purser/contract/money.ts'
import { amountText } from '../amounts/asset.ts'
import { sol } from '../amounts/sol.ts'

const wallets = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'wallet' : 'wallets'}`

/** The lines about funds that an undo does not bring back. */
export function leftBehindLines(left: LeftBehind, unit: string): string[] {
  const { kept, spent, gone, rent, withheld } = left
  return [
    ...(isAboveZero(left.fees)
      ? [`${sol(left.fees)} already paid to the network, and ${sol(left.undo_fees)} for the undo`]
      : []),
    ...(isAboveZero(kept.amount)
      ? [`${amountText(kept.amount, unit)} that ${wallets(kept.wallets)} must keep to exist`]
      : []),
    ...(isAboveZero(spent.amount)
      ? [`${amountText(spent.amount, unit)} spent or moved on meanwhile, from ${wallets(spent.wallets)}`]
      : []),
    ...(isAboveZero(gone.amount)
      ? [`${amountText(gone.amount, unit)} in ${wallets(gone.wallets)} deleted here since`]
      : []),
    ...(rent.accounts > 0
      ? [
          `${sol(rent.amount)} of rent in ${rent.accounts.toLocaleString('en')} token ${rent.accounts === 1 ? 'account' : 'accounts'} that it opened`,
        ]
      : []),
    ...(isAboveZero(withheld) ? [`${amountText(withheld, unit)} withheld by the token on the way`] : []),
  ]
}

/** Shown before an undo is confirmed. */
export function LeftBehindNote({ left, unit }: { left: LeftBehind; unit: string }) {
  const lines = leftBehindLines(left, unit)
  if (lines.length === 0) return null
  return (
    <section aria-label="What the undo leaves behind">
      <Text size="sm" fw={550} mb={2}>
        Not recoverable
      </Text>
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </section>
  )
}
