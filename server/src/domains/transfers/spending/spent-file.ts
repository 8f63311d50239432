/**
 * Keeps the spends of dropped journal lines beside the journal file, for as long as they count towards the limits of
 * real money. A database that is restored from a backup does not know them.
 */
import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DAY_MS } from '@purser/contract/time.ts'
import * as z from 'zod/mini'
import { replaceFile } from '../journal/database-identity.ts'

const Units = z.string().check(z.regex(/^\d{1,39}$/))
/** The movements that count, as stored when the operation was written. */
const Spent = z.object({
  /** ISO 8601. */
  at: z.iso.datetime(),
  /** Lamports by the position of the transfer. */
  by: z.array(z.tuple([z.int(), Units])),
})
export type Spent = z.infer<typeof Spent>

const SpentOperation = z.object({ operationId: z.uuid(), email: z.string(), spent: Spent })
export type SpentOperation = z.infer<typeof SpentOperation>

/** The part that a line of the journal has. */
type Dropped = Pick<SpentOperation, 'operationId'> & Partial<SpentOperation>

/** Parses a line that has it and can be read. */
function parseSpent(line: unknown): SpentOperation[] {
  const { success, data } = z.safeParse(SpentOperation, line)
  return success ? [data] : []
}

/** Lines that cannot be read are left out: for instance one that a crash has torn, which the journal still has. */
async function* readSpent(path: string): AsyncGenerator<SpentOperation> {
  let file: FileHandle
  try {
    file = await open(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  for await (const text of file.readLines()) {
    let line: unknown
    try {
      line = JSON.parse(text)
    } catch {
      continue
    }
    yield* parseSpent(line)
  }
}

type Spents = Map<string, SpentOperation>

/** Adds the amounts that still count at `now`, by the operation and the position in it. */
function add(all: Spents, one: SpentOperation, now: number): void {
  if (Date.parse(one.spent.at) <= now - DAY_MS) return
  const known = all.get(one.operationId)?.spent.by ?? []
  const by = [...new Map([...known, ...one.spent.by])]
  all.set(one.operationId, { ...one, spent: { at: one.spent.at, by } })
}

const toText = (all: Iterable<SpentOperation>): string =>
  [...all].map((one) => `${JSON.stringify(one)}\n`).join('')

async function append(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    // The line that was appended before may have been torn.
    await file.appendFile(`\n${text}`)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Bytes that the file may grow by before it is rewritten without what counts no more. */
const ROOM = 1024 * 1024

export type SpentFile = {
  /** Returns the spends of these lines and of the dropped ones that still count. */
  all(lines: Dropped[], now: number): Promise<SpentOperation[]>
  /**
   * Resolves when the spends of these lines are on the disk: they may be dropped then. `unpaid`: the positions of these
   * operations that moved nothing. Its cost is that of these lines: a day of them is read seldom.
   */
  keep(
    dropped: Dropped[],
    how: { now: number; unpaid: ReadonlyMap<string, ReadonlySet<number>> },
  ): Promise<void>
}

export function createSpentFile(journalPath: string): SpentFile {
  const path = join(dirname(journalPath), 'spent.jsonl')
  /** In bytes, and the size from which on it is rewritten. Nothing is appended before the first rewrite. */
  let size = 0
  let most = 0

  async function all(lines: Dropped[], now: number): Promise<SpentOperation[]> {
    const found: Spents = new Map()
    for await (const one of readSpent(path)) add(found, one, now)
    for (const one of lines.flatMap(parseSpent)) add(found, one, now)
    return [...found.values()]
  }

  return {
    all,
    async keep(dropped, { now, unpaid }) {
      const fresh = dropped.flatMap(parseSpent).flatMap((one) => {
        const failed = unpaid.get(one.operationId)
        const by = one.spent.by.filter(([position]) => !failed?.has(position))
        return by.length > 0 ? [{ ...one, spent: { ...one.spent, by } }] : []
      })
      const added = toText(fresh)
      if (size > 0 && size + added.length < most) {
        if (fresh.length > 0) await append(path, added)
        size += added.length + 1
        return
      }
      const text = toText(await all(fresh, now))
      if (text === '' && !existsSync(path)) return
      await replaceFile(path, text)
      size = text.length
      most = 2 * size + ROOM
    },
  }
}
