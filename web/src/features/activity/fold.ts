/** Folds consecutive trades of one strategy into one row, which opens. */
import { figureWords, formatUnits, parseUnitsDown } from '@purser/contract/money.ts'
import { isFinalStatus, type ListedOperation } from '@purser/contract/transfers/transfers.ts'

export type Row =
  | { is: 'one'; key: string; operation: ListedOperation }
  | { is: 'many'; key: string; operations: ListedOperation[] }

/** Folds from this many on. */
const MANY = 3

const ownerOf = ({ type, story }: ListedOperation): string | null =>
  type === 'trade' ? (story.by?.id ?? null) : null

/** Keeps the order. The key of a fold stays while more of its trades are loaded or happen. */
export function fold(operations: ListedOperation[]): Row[] {
  const runs: { owner: string | null; operations: ListedOperation[] }[] = []
  for (const operation of operations) {
    const owner = ownerOf(operation)
    const last = runs.at(-1)
    if (owner !== null && last?.owner === owner) last.operations.push(operation)
    else runs.push({ owner, operations: [operation] })
  }
  const seen = new Map<string, number>()
  return runs.flatMap(({ owner, operations: list }): Row[] => {
    if (owner === null || list.length < MANY)
      return list.map((operation) => ({ is: 'one', key: operation.id, operation }))
    const place = seen.get(owner) ?? 0
    seen.set(owner, place + 1)
    return [{ is: 'many', key: `${owner} ${place}`, operations: list }]
  })
}

/** More decimals than any token has. */
const DIGITS = 18
type Sums = Map<string, bigint>
const add = (sums: Sums, moved: { amount: number | string; symbol: string } | null) => {
  if (moved) sums.set(moved.symbol, (sums.get(moved.symbol) ?? 0n) + parseUnitsDown(moved.amount, DIGITS))
}
const inWords = (sums: Sums) =>
  [...sums].map(([symbol, units]) => `${figureWords(formatUnits(units, DIGITS))} ${symbol}`).join(' and ')

/** '48 trades: bought 1,462,320 BONK for 0.5 SOL, 2 failed · Agent 1'. */
export function foldWords(operations: ListedOperation[]): string {
  const parts: string[] = []
  for (const side of ['buy', 'sell'] as const) {
    const done = operations.filter(({ status, story }) => status === 'completed' && story.side === side)
    if (done.length === 0) continue
    const [paid, received]: [Sums, Sums] = [new Map(), new Map()]
    for (const { story } of done) {
      add(paid, story.paid)
      add(received, story.received)
    }
    parts.push(
      side === 'buy'
        ? `bought ${inWords(received)} for ${inWords(paid)}`
        : `sold ${inWords(paid)} for ${inWords(received)}`,
    )
  }
  const failed = operations.filter(({ status }) => status === 'failed').length
  const open = operations.filter(({ status }) => !isFinalStatus(status)).length
  if (failed > 0) parts.push(`${failed.toLocaleString('en')} failed`)
  if (open > 0) parts.push(`${open.toLocaleString('en')} under way`)
  const by = operations[0]?.story.by
  const who = by ? ` · ${by.name ?? (by.kind === 'bot' ? 'Trading bot' : 'Deleted agent')}` : ''
  return `${operations.length.toLocaleString('en')} trades: ${parts.join(', ')}${who}`
}
