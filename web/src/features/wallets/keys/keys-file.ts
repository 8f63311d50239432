/** Wallets with their private keys as a spreadsheet, made in the browser for a download from the chat. */
import type { WalletWithKey } from '@purser/contract/wallets/wallets.ts'

/** The wallets of a download: all, or those with these ids. */
export type KeysFile = { filename: string; walletIds: number[] | 'all' }

/** Quotes a text, and keeps it from being read as a formula. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

export const keysTable = (wallets: WalletWithKey[]): string[][] => [
  ['Name', 'Address', 'Private Key', 'Groups', 'Created'],
  ...wallets.map((wallet) => [
    wallet.name,
    wallet.address,
    wallet.private_key,
    wallet.groups.map((group) => group.name).join('; '),
    wallet.created_at,
  ]),
]

/** Comma-separated with a byte-order mark, so that spreadsheets read it as UTF-8. */
export const csvText = (table: string[][]) =>
  `\uFEFF${table.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

/** These downloads are text: the name ends accordingly. */
export const asCsv = (filename: string) => filename.replace(/\.xlsx$/, '.csv')
