/** The journal file is shortened while lines are appended: no line that matters is lost, and no append waits for it. */
import assert from 'node:assert/strict'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { JournalLine } from './journal-line.ts'
import { openJournal } from './open-journal.ts'
import { readJournal } from './read-journal.ts'

const dir = mkdtempSync(join(tmpdir(), 'purser-journal-'))
after(() => rmSync(dir, { recursive: true, force: true }))
let files = 0
const newPath = () => join(dir, `${files++}`, 'transactions.jsonl')

const createLine = (n: number): JournalLine => ({
  operationId: `operation ${n}`,
  type: 'send',
  originKey: `key ${n}`,
  attempt: 1,
  signature: `signature ${n}`,
  // A character of more than one byte, and so many that portions end within lines.
  bytes: 'ü'.repeat(200 + (n % 50)),
  lastValidBlockHeight: '1',
})
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
const getNames = (lines: JournalLine[]) => lines.map(({ signature }) => signature)
const getNumbers = (lines: JournalLine[]) => lines.map(({ n }) => n)
/** Opens a journal of this many lines, which is shortened from that number on. */
async function filled(path: string, count: number) {
  const journal = await openJournal(path, [], 0, count)
  await Promise.all(range(0, count).map((n) => journal.append(createLine(n))))
  return journal
}
const isEven = ({ signature }: JournalLine) => Number(signature.split(' ')[1]) % 2 === 0

test('lines that matter stay in their order, and those that come meanwhile do not wait and are kept', async () => {
  const path = newPath()
  const journal = await filled(path, 2_000)
  const portions: number[] = []
  let more = 2_000
  await journal.shorten({
    settle: async (last) => {
      assert.equal(last, 2_000)
      await journal.append(createLine(more++))
    },
    select: async (lines) => {
      portions.push(lines.length)
      // It resolves while the file is being shortened: a send does not wait for that.
      await journal.append(createLine(more++))
      return lines.filter(isEven)
    },
  })
  assert.ok(portions.length > 2 && Math.max(...portions) < 1_000, String(portions))
  await journal.append(createLine(more++))
  // Existing lines are not written again, dropped ones are: a restored operation may send them once more.
  for (const n of [0, 2_000, 1]) await journal.append(createLine(n))
  await journal.close()
  const kept = [...range(0, 2_000).filter((n) => n % 2 === 0), ...range(2_000, more), 1]
  assert.deepEqual(
    getNames(readJournal(path)),
    kept.map((n) => `signature ${n}`),
  )
  const numbers = getNumbers(readJournal(path)).map(Number)
  assert.deepEqual(
    numbers.slice(-(more - 2_000 + 1)),
    range(2_001, more + 2),
    'numbers go on without a gap, also over what was dropped',
  )
  assert.ok(!existsSync(`${path}.new`))
})

test('it becomes shorter also while one line follows another without a pause', async () => {
  const path = newPath()
  const journal = await filled(path, 600)
  let isOver = false
  let more = 600
  const sending = (async () => {
    while (!isOver) await journal.append(createLine(more++))
  })()
  await journal.shorten({ settle: async () => {}, select: async () => [] })
  isOver = true
  await sending
  await journal.close()
  assert.deepEqual(
    getNames(readJournal(path)),
    range(600, more).map((n) => `signature ${n}`),
  )
})

test('a line that is asked for again, after it was decided to drop it, stays', async () => {
  const path = newPath()
  const journal = await filled(path, 10)
  const shorten = (again: number[]) =>
    journal.shorten({
      select: async () => {
        for (const n of again) await journal.append(createLine(n))
        return []
      },
      settle: async () => {},
    })
  await shorten([3])
  assert.ok(getNames(readJournal(path)).includes('signature 3'))
  await shorten([])
  assert.deepEqual(readJournal(path), [])
  await journal.close()
})

test('nothing is dropped before what it was decided on is on the disk', async () => {
  const path = newPath()
  const journal = await filled(path, 600)
  const said: string[] = []
  await journal.shorten({
    select: async () => {
      said.push('among')
      return []
    },
    settle: async (last) => {
      assert.equal(last, 600)
      said.push(`settled with ${readJournal(path).length}`)
    },
  })
  assert.deepEqual(said.slice(-2), ['among', 'settled with 600'])
  await journal.close()
})

test('whatever fails on the way leaves all lines, and the next time it is shortened', async () => {
  const path = newPath()
  const journal = await filled(path, 1_500)
  const failing = async () => {
    throw new Error('no database')
  }
  const all = async (lines: JournalLine[]) => lines
  await assert.rejects(journal.shorten({ settle: failing, select: all }), /no database/)
  let asked = 0
  const fails = async (lines: JournalLine[]) => (asked++ === 0 ? lines.filter(isEven) : failing())
  await assert.rejects(journal.shorten({ settle: async () => {}, select: fails }), /no database/)
  assert.equal(asked, 2)
  assert.ok(!existsSync(`${path}.new`))
  await journal.append(createLine(1_500))
  assert.equal(readJournal(path).length, 1_501)
  await journal.shorten({ settle: async () => {}, select: async (lines) => lines.filter(isEven) })
  assert.equal(readJournal(path).length, 751)
  // After that it is no longer long.
  await journal.shorten({ settle: failing, select: all })
  await journal.close()
})

test('a desk that ends meanwhile keeps all lines, and what a crash has left does not hinder the next start', async () => {
  const path = newPath()
  const journal = await filled(path, 1_200)
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const shortening = journal.shorten({
    settle: async () => {
      reached.resolve()
      await gate.promise
    },
    select: async () => [],
  })
  await reached.promise
  const closing = journal.close()
  gate.resolve()
  await Promise.all([shortening, closing])
  assert.equal(readJournal(path).length, 1_200)
  writeFileSync(`${path}.new`, 'half of a fi')
  // A loss of power leaves such a line.
  appendFileSync(path, '{"signature":"torn')
  const again = await openJournal(path, readJournal(path), 1_200, 1_200)
  await again.append(createLine(1_200))
  await again.shorten({ settle: async () => {}, select: async (lines) => lines.filter(isEven) })
  await again.close()
  assert.deepEqual(getNumbers(readJournal(path)).at(-1), 1_201)
  assert.equal(readJournal(path).length, 601)
})

type Disk = Pick<FileHandle, 'appendFile' | 'datasync' | 'truncate'>
/** Makes the disk calls of all open files fail: the system cannot produce these failures. */
async function failing(work: Partial<Disk>, during: () => Promise<void>): Promise<void> {
  const some = await open('/dev/null')
  const disk = Object.getPrototypeOf(some) as Disk
  await some.close()
  const { appendFile, datasync, truncate } = disk
  Object.assign(disk, work)
  try {
    await during()
  } finally {
    Object.assign(disk, { appendFile, datasync, truncate })
  }
}
const full: Partial<Disk> = {
  async appendFile(this: FileHandle, data) {
    await this.write(String(data).slice(0, 300))
    throw new Error('ENOSPC')
  },
}
const FAILURES: Record<string, Partial<Disk>> = {
  'that does not take what is written': {
    datasync: () => Promise.reject(new Error('EIO')),
  },
  'that is full in the middle of a line': full,
}
for (const [disk, work] of Object.entries(FAILURES))
  test(`a disk ${disk} leaves nothing of it, and no number twice`, async () => {
    const path = newPath()
    const journal = await filled(path, 3)
    await failing(work, async () => {
      await assert.rejects(journal.append(createLine(3)), /EIO|ENOSPC/)
    })
    assert.equal(readJournal(path).length, 3)
    assert.match(readFileSync(path, 'utf8'), /\n$/)
    await Promise.all([journal.append(createLine(4)), journal.append(createLine(3))])
    await journal.close()
    assert.deepEqual(
      getNames(readJournal(path)),
      [0, 1, 2, 4, 3].map((n) => `signature ${n}`),
    )
    assert.deepEqual(getNumbers(readJournal(path)), range(1, 6))
  })

test('what cannot be taken back from the disk spoils no later line, whatever is asked for in between', async () => {
  const path = newPath()
  const journal = await filled(path, 3)
  await failing({ ...full, truncate: () => Promise.reject(new Error('EIO')) }, async () => {
    await assert.rejects(journal.append(createLine(3)), /ENOSPC/)
  })
  // The line exists: nothing is written.
  await journal.append(createLine(0))
  await journal.append(createLine(4))
  await journal.close()
  assert.deepEqual(
    getNames(readJournal(path)),
    [0, 1, 2, 4].map((n) => `signature ${n}`),
  )
})

test('a line for a file that is closed is refused, and so is the next', async () => {
  const journal = await filled(newPath(), 1)
  await journal.close()
  await assert.rejects(journal.append(createLine(1)))
  await assert.rejects(journal.append(createLine(2)))
  await journal.append(createLine(0))
})
