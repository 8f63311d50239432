import type { DistributionPreview } from '@purser/contract/distributions.ts'
import { Figures, type Figure } from '#ui/figures.tsx'
import type { Kind } from './run-state.ts'
import { sol } from './sol.ts'

/** Transactions, what they cost, and the wallet on the one side before and after. */
export function PreviewFigures({ kind, preview }: { kind: Kind; preview: DistributionPreview }) {
  const side = preview.sourceWallet ?? preview.destinationWallet
  const { accounts, amount } = preview.rent
  const figures: Figure[] = [
    [kind === 'distribute' ? 'To distribute' : 'To gather', sol(preview.total)],
    ['Transfers', preview.transfers.length.toLocaleString('en')],
    ['Transactions', `${preview.transactions.toLocaleString('en')} (format v${preview.format})`],
    ['Network fees', sol(preview.fees)],
    [
      'New accounts',
      accounts === 0 ? 'None' : `${accounts.toLocaleString('en')}, keeping ${sol(amount)} as rent`,
    ],
  ]
  if (side) {
    const whose = kind === 'distribute' ? 'Source' : 'Destination'
    figures.push([`${whose} now`, sol(side.initialBalance)], [`${whose} after`, sol(side.finalBalance)])
  }
  return <Figures figures={figures} />
}
