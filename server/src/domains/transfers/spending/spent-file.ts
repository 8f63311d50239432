/**
 * What operations have spent whose lines the journal file has dropped: kept beside it for as long as it counts towards the
 * limits of real money. A database that is restored from a backup does not know of it.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DAY_MS } from '@purser/contract/time.ts'
import * as z from 'zod/mini'
import { replaceFile } from '../identity.ts'

const Units = z.string().check(z.regex(/^\d{1,39}$/))
/** Of movements that count, as the database has it when the operation is written. */
const Spent = z.object({
  /** In ISO 8601. */
  at: z.iso.datetime(),
  /** Lamports by the position of the transfer. */
  by: z.array(z.tuple([z.int(), Units])),
})
export type Spent = z.infer<typeof Spent>

const SpentOperation = z.object({ operationId: z.uuid(), email: z.string(), spent: Spent })
export type SpentOperation = z.infer<typeof SpentOperation>

/** What a line of the journal says of it. */
type Dropped = Pick<SpentOperation, 'operationId'> & Partial<SpentOperation>

const pathOf = (journalPath: string) => join(dirname(journalPath), 'spent.jsonl')

/** Lines that cannot be read are left out. */
function readSpent(journalPath: string): SpentOperation[] {
  let text: string
  try {
    text = readFileSync(pathOf(journalPath), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return text.split('\n').flatMap((line) => {
    try {
      return [z.parse(SpentOperation, JSON.parse(line))]
    } catch {
      return []
    }
  })
}

/** Of a line that says it, and can be read. */
function spentIn(line: Dropped): SpentOperation[] {
  const { success, data } = z.safeParse(SpentOperation, line)
  return success ? [data] : []
}

/** The lines' own, and those of before that still count. */
function merged(before: SpentOperation[], lines: Dropped[], now: number): SpentOperation[] {
  const all = new Map<string, SpentOperation>()
  for (const one of [...before, ...lines.flatMap(spentIn)]) {
    if (Date.parse(one.spent.at) <= now - DAY_MS) continue
    const known = all.get(one.operationId)?.spent.by ?? []
    const by = [...new Map([...known, ...one.spent.by])]
    all.set(one.operationId, { ...one, spent: { at: one.spent.at, by } })
  }
  return [...all.values()]
}

/** What these lines have spent, and those that were dropped, as far as it still counts. */
export const spentBy = (journalPath: string, lines: Dropped[], now: number): SpentOperation[] =>
  merged(readSpent(journalPath), lines, now)

/**
 * Resolves when what these lines have spent is on the disk: they may be dropped then. `unpaid`: of these operations, the
 * positions that moved nothing.
 */
export async function keepSpent(
  journalPath: string,
  dropped: Dropped[],
  { now, unpaid }: { now: number; unpaid: ReadonlyMap<string, ReadonlySet<number>> },
): Promise<void> {
  const before = readSpent(journalPath)
  const kept = merged(before, dropped, now).flatMap((one) => {
    const failed = unpaid.get(one.operationId)
    const by = one.spent.by.filter(([position]) => !failed?.has(position))
    return by.length > 0 ? [{ ...one, spent: { ...one.spent, by } }] : []
  })
  if (JSON.stringify(kept) === JSON.stringify(before)) return
  await replaceFile(pathOf(journalPath), kept.map((one) => `${JSON.stringify(one)}\n`).join(''))
}
