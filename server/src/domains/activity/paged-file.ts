/** A list that is read in pages, newest first, as one file. */
import type { StreamedFile } from '@purser/contract/endpoint.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { csvChunks } from '../../kernel/csv.ts'

type Page<Row> = { rows: Row[]; next?: string | undefined }
type Paged<Row> = {
  filename: string
  header: string[]
  /** The rows before this cursor; undefined: from the newest on. */
  read(before: string | undefined): Promise<Page<Row>>
  before: string | undefined
  toCells(row: Row): string[]
  /** The most rows; the last one then says so. */
  most?: { rows: number; sentence(count: number): string }
}

/**
 * Read while it is sent. If it cannot be read at all the answer is an error and no file: the first page is read before
 * the answer begins.
 */
export async function pagedFile<Row>({
  filename,
  header,
  read,
  before,
  toCells,
  most,
}: Paged<Row>): Promise<StreamedFile> {
  const first = await read(before)
  async function* portions() {
    yield [header, ...first.rows.map(toCells)]
    let count = first.rows.length
    for (let { next } = first; next !== undefined; ) {
      if (most && count >= most.rows) {
        yield [[most.sentence(count)]]
        return
      }
      const part = await read(next)
      count += part.rows.length
      yield part.rows.map(toCells)
      next = part.next
    }
  }
  return { filename, chunks: csvChunks(portions()) }
}

/** A day is included whole; a time is exclusive. */
export function toUntil(to: string | undefined): Date | undefined {
  if (to === undefined) return undefined
  return to.includes('T') ? new Date(to) : new Date(Date.parse(to) + DAY_MS)
}
