/**
 * Amounts per wallet from a CSV: columns address or name, and amount; the header is optional. All or nothing is
 * imported.
 */
import Papa from 'papaparse'
import { type Asset, SOL, textIn, typedUnits } from './asset.ts'
import type { Holder } from '../selection/holders.ts'

export type LineProblem = { line: number; problem: string }
export type CsvAmounts = { amounts: Map<number, string>; problems: LineProblem[] }

const WALLET_COLUMNS = ['address', 'wallet', 'public key', 'publickey', 'name']
const amountColumns = (unit: string) => ['amount', unit, `amount (${unit})`, `amount_${unit}`]

/** The columns of wallet and amount; `header` if the first line names them. */
function columnsOf(first: string[], { symbol }: Asset): { wallet: number; amount: number; header: boolean } {
  const names = first.map((cell) => cell.trim().toLowerCase())
  const amount = names.findIndex((name) => amountColumns(symbol.toLowerCase()).includes(name))
  // An address takes precedence over a name.
  const wallet = WALLET_COLUMNS.map((name) => names.indexOf(name)).find((at) => at !== -1)
  if (amount === -1 || wallet === undefined) return { wallet: 0, amount: 1, header: false }
  return { wallet, amount, header: true }
}

/** The rules for the lines. `excluded` is the other side of the transfers. */
export type CsvRules = {
  /** SOL by default. */
  asset?: Asset
  excluded?: number | undefined
  /** The most a wallet can pay, if the wallets of the file pay. */
  mostFrom?: ((holder: Holder) => bigint) | undefined
}

export function readAmountsCsv(text: string, holders: Iterable<Holder>, rules: CsvRules = {}): CsvAmounts {
  const byWord = new Map<string, Holder | 'several'>()
  for (const holder of holders) {
    byWord.set(holder.address, holder)
    const name = holder.name.toLowerCase()
    byWord.set(name, byWord.has(name) ? 'several' : holder)
  }
  const rows = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimitersToGuess: [',', ';', '\t'] }).data
  const amounts = new Map<number, string>()
  const problems: LineProblem[] = []
  const lines = new Map<number, number>()
  let columns: ReturnType<typeof columnsOf> | undefined
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const line = index + 1
    if (!columns) {
      columns = columnsOf(cells, rules.asset ?? SOL)
      if (columns.header) continue
    }
    const read = readLine(cells, columns, byWord, rules)
    if (typeof read === 'string') {
      problems.push({ line, problem: read })
      continue
    }
    const before = lines.get(read.id)
    if (before !== undefined) problems.push({ line, problem: `This wallet stands in line ${before} already` })
    else {
      lines.set(read.id, line)
      amounts.set(read.id, read.amount)
    }
  }
  if (amounts.size === 0 && problems.length === 0)
    problems.push({ line: 1, problem: 'There are no amounts here' })
  return { amounts: problems.length > 0 ? new Map() : amounts, problems }
}

function readLine(
  cells: string[],
  columns: { wallet: number; amount: number },
  byWord: Map<string, Holder | 'several'>,
  { asset = SOL, excluded, mostFrom }: CsvRules,
): { id: number; amount: string } | string {
  const word = cells[columns.wallet]?.trim() ?? ''
  const typed = cells[columns.amount]?.trim() ?? ''
  if (word === '') return 'The address or name is missing'
  if (typed === '') return 'The amount is missing'
  const holder = byWord.get(word) ?? byWord.get(word.toLowerCase())
  if (holder === undefined) return `No wallet of yours is called or addressed '${word.slice(0, 60)}'`
  if (holder === 'several') return `Several wallets are called '${word.slice(0, 60)}': use the address`
  if (holder.id === excluded) return 'This wallet is on the other side of the transfers'
  const units = typedUnits(asset, typed)
  if (units === undefined)
    return `'${typed.slice(0, 40)}' is not an amount of ${asset.symbol} with at most ${asset.places} decimals`
  if (units === 0n) return 'The amount must be positive'
  const most = mostFrom?.(holder)
  if (most === 0n) return 'This wallet holds nothing beyond what it keeps'
  if (most !== undefined && units > most)
    return `This wallet can give at most ${textIn(asset, most)} ${asset.symbol}`
  return { id: holder.id, amount: textIn(asset, units) }
}

/** A template: the given wallets with their amounts. */
export const amountsTemplate = (holders: Holder[], amounts: ReadonlyMap<number, string>): string =>
  Papa.unparse({
    fields: ['address', 'amount'],
    data: holders.map((holder) => [holder.address, amounts.get(holder.id) ?? '0.01']),
  })
