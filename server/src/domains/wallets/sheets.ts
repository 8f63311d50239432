/** Tables of wallets with their keys, as files: a spreadsheet, or text that spreadsheets read. */
import type { FileAnswer } from '@purser/contract/endpoint.ts'
import type { WalletWithKey } from '@purser/contract/wallets.ts'
import { safeText, toCsvBytes } from '../../kernel/csv.ts'

const HEADER = ['Name', 'Address', 'Private Key', 'Groups', 'Created']
const WIDTHS = [24, 46, 90, 24, 26]

const rowOf = (wallet: WalletWithKey): string[] => [
  wallet.name,
  wallet.address,
  wallet.private_key,
  wallet.groups.map((group) => group.name).join('; '),
  wallet.created_at,
]

export const toCsv = (wallets: WalletWithKey[], day: string): FileAnswer => ({
  filename: `all_wallets_${day}.csv`,
  bytes: toCsvBytes([HEADER, ...wallets.map(rowOf)]),
})

export async function toSpreadsheet(
  wallets: WalletWithKey[],
  day: string,
  groupId: number | null,
): Promise<FileAnswer> {
  const header = HEADER.map((value) => ({ value, fontWeight: 'bold' as const }))
  // Cells are of type text, so that a key of digits alone is not turned into a number.
  const rows = wallets.map((wallet) =>
    rowOf(wallet).map((value) => ({ value: safeText(value), type: String })),
  )
  // Its 78 files are loaded for the first one alone, not at each start.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const file = writeExcelFile([header, ...rows], {
    sheet: 'Wallets',
    columns: WIDTHS.map((width) => ({ width })),
    stickyRowsCount: 1,
  })
  return {
    filename: `wallets_${groupId === null ? 'all' : `group_${groupId}`}_${day}.xlsx`,
    bytes: await file.toBuffer(),
  }
}
