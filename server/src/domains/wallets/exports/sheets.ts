/** Tables of wallets, with their keys or without, as files: a spreadsheet, or text that spreadsheets read. */
import type { FileAnswer } from '@purser/contract/endpoint.ts'
import type { Wallet, WalletWithKey } from '@purser/contract/wallets/wallets.ts'
import { safeText, toCsvBytes } from '../../../kernel/csv.ts'

export type Exported = Wallet | WalletWithKey
type Column = { head: string; width: number; of: (wallet: Wallet) => string }

const COLUMNS: Column[] = [
  { head: 'Name', width: 24, of: (wallet) => wallet.name },
  { head: 'Address', width: 46, of: (wallet) => wallet.address },
  { head: 'Groups', width: 24, of: (wallet) => wallet.groups.map((group) => group.name).join('; ') },
  { head: 'Created', width: 26, of: (wallet) => wallet.created_at },
]
/** Empty where the key was not asked for. */
const KEY: Column = {
  head: 'Private Key',
  width: 90,
  of: (wallet) => ('private_key' in wallet ? String(wallet.private_key) : ''),
}
const getColumns = (keys: boolean) => (keys ? COLUMNS.toSpliced(2, 0, KEY) : COLUMNS)
const toRows = (wallets: Exported[], columns: Column[]) =>
  wallets.map((wallet) => columns.map(({ of }) => of(wallet)))

const marked = (name: string, keys: boolean): string => (keys ? name : `${name}_without_keys`)

export const nameOfAll = (day: string, keys: boolean): string => marked(`all_wallets_${day}`, keys)

/** Without an ending. `scope`: null for all wallets, a group by its id, or some that were chosen. */
export function fileName(day: string, scope: number | 'chosen' | null, keys: boolean): string {
  const kind =
    scope === 'chosen' ? 'wallet_export' : `wallets_${scope === null ? 'all' : `group_${scope}`}_${day}`
  return marked(kind, keys)
}

export function toCsv(wallets: Exported[], filename: string, keys: boolean): FileAnswer {
  const columns = getColumns(keys)
  return {
    filename: `${filename}.csv`,
    bytes: toCsvBytes([columns.map(({ head }) => head), ...toRows(wallets, columns)]),
  }
}

export async function toSpreadsheet(
  wallets: Exported[],
  filename: string,
  keys: boolean,
): Promise<FileAnswer> {
  const columns = getColumns(keys)
  const header = columns.map(({ head }) => ({ value: head, fontWeight: 'bold' as const }))
  // Cells are of type text, so that a key of digits alone is not turned into a number.
  const rows = toRows(wallets, columns).map((cells) =>
    cells.map((value) => ({ value: safeText(value), type: String })),
  )
  // Its 78 files are loaded for the first one alone, not at each start.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const file = writeExcelFile([header, ...rows], {
    sheet: 'Wallets',
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  })
  return {
    filename: `${filename}.xlsx`,
    bytes: await file.toBuffer(),
  }
}
