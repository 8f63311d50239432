/** Values for the page of parts: long names, large sums, and what has failed. */
import type { AnswerCard } from '@purser/contract/agents/conversation.ts'
import type { Holder, HolderGroup } from '#features/distributions/selection/holders.ts'
import type { TimelineStep } from '#ui/dates/timeline.tsx'
import type { ReceiptLine } from '#ui/formats/receipt.tsx'

export const NOW = Date.now()

const holder = (id: number, name: string, sol: string, lamports: bigint): Holder => ({
  id,
  name,
  address: `7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2h${id}`,
  lamports,
  sol,
})
export const holders = [
  holder(1, 'Treasury', '1234.5000', 1_234_500_000_000n),
  holder(2, 'Trader 1', '0.5000', 500_000_000n),
  holder(3, 'A wallet with a rather long name', '0.0000', 0n),
]
export const groups: HolderGroup[] = [
  { key: '1', name: 'Traders', color: '#9333EA', grouped: true, holders },
  {
    key: '2',
    name: 'Reserves',
    color: '#0F766E',
    grouped: true,
    holders: [holder(4, 'Reserve 1', '5.0000', 5_000_000_000n)],
  },
]

export const receipts: { name: string; lines: ReceiptLine[] }[] = [
  {
    name: 'Receipt of a distribution',
    lines: [
      { name: 'From', value: 'Treasury' },
      { name: 'To', value: '30 wallets', note: 'in 2 transactions' },
      {
        name: 'Amount',
        value: '6.35 SOL',
        note: '0.00195072 SOL of it held as rent minimum by 3 new accounts',
      },
      { name: 'Network fees', value: '0.00001 SOL', note: 'at most 0.00005 SOL' },
      { name: 'Total', value: '6.35001 SOL', isTotal: true },
      { name: 'Source now', value: '1234.5 SOL' },
      { name: 'Source after', value: '1228.14999 SOL' },
    ],
  },
  {
    name: 'Receipt of a token',
    lines: [
      { name: 'From', value: 'Treasury' },
      { name: 'To', value: '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr' },
      { name: 'Amount', value: '1,234,567.89 BONK' },
      { name: 'Network fee', value: '0.000005 SOL' },
      { name: 'Rent', value: '0.00148844 SOL', note: 'for a new token account' },
      { name: 'SOL cost', value: '0.00149344 SOL', isTotal: true },
    ],
  },
]

export const answer: AnswerCard = {
  title: 'BONK',
  figures: [
    { label: 'Price', value: '$0.00003426', unit: '', change: -1.2 },
    { label: 'P&L', value: '+1.25', unit: 'USD' },
    { label: 'Loss', value: '-0.03', unit: 'SOL' },
  ],
  note: 'At the market price.',
}

export const steps: TimelineStep[] = [
  { name: 'Created', isPast: true, at: new Date(NOW - 7_200_000).toISOString() },
  { name: 'Paid', isPast: true, at: new Date(NOW - 3_600_000).toISOString() },
  { name: 'Approved', isPast: true, at: new Date(NOW).toISOString() },
  { name: 'Planned', isPast: true, at: null, note: 'over 10 lines' },
  { name: 'Executed', isPast: false, at: null, note: '3 of 10 lines' },
]
