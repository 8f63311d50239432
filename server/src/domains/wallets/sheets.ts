/** Tables of wallets with their keys, as files: a spreadsheet, or text that spreadsheets read. */
import type { FileAnswer } from '@purser/contract/endpoint.ts'
import type { WalletWithKey } from '@purser/contract/wallets.ts'
import writeExcelFile from 'write-excel-file/node'

const HEADER = ['Name', 'Address', 'Private Key', 'Groups', 'Created']
const WIDTHS = [24, 46, 90, 24, 26]
const BYTE_ORDER_MARK = '\u{feff}'

/** Spreadsheets run what begins like a formula, also out of plain text: an apostrophe in front makes it words. */
export const safeText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const rowOf = (wallet: WalletWithKey): string[] =>
  [
    wallet.name,
    wallet.address,
    wallet.private_key,
    wallet.groups.map((group) => group.name).join('; '),
    wallet.created_at,
  ].map(safeText)

/** Quoted where it must be, as RFC 4180 has it. */
const quote = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

export function toCsv(wallets: WalletWithKey[], day: string): FileAnswer {
  const lines = [HEADER, ...wallets.map(rowOf)].map((row) => `${row.map(quote).join(',')}\r\n`)
  return {
    filename: `all_wallets_${day}.csv`,
    bytes: new TextEncoder().encode(BYTE_ORDER_MARK + lines.join('')),
  }
}

export async function toSpreadsheet(
  wallets: WalletWithKey[],
  day: string,
  groupId: number | null,
): Promise<FileAnswer> {
  const header = HEADER.map((value) => ({ value, fontWeight: 'bold' as const }))
  // Cells are of type text, so that a key of digits alone stays what it is.
  const rows = wallets.map((wallet) => rowOf(wallet).map((value) => ({ value, type: String })))
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
