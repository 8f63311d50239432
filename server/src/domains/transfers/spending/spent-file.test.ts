/** The spends of dropped journal lines stay on the disk, at a cost that does not grow with the day. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DAY_MS } from '@purser/contract/time.ts'
import { createSpentFile } from './spent-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'purser-spent-'))
after(() => rmSync(dir, { recursive: true }))
const path = join(dir, 'spent.jsonl')
const journalPath = join(dir, 'transactions.jsonl')
const NOW = Date.parse('2026-11-25T12:00:00Z')
const line = (by: [number, string][] = [[0, '1']], ago = 0) => ({
  operationId: randomUUID(),
  email: 'someone@example.com',
  spent: { at: new Date(NOW - ago).toISOString(), by },
})
const at = (now = NOW) => ({ now, unpaid: new Map<string, Set<number>>() })
const beginning = (text: string) => {
  writeFileSync(path, text)
  return createSpentFile(journalPath)
}
const written = () => readFileSync(path, 'utf8')

void test('what is dropped while the server runs is appended: the day is not read and written anew each time', async () => {
  const file = beginning('')
  const [first, second, third] = [line(), line(), line()]
  await file.keep([first], at())
  const { ino } = statSync(path)
  await file.keep([second], at())
  await file.keep([third], at())
  assert.equal(statSync(path).ino, ino, 'it is the same file')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(await createSpentFile(journalPath).all([], NOW), [first, second, third])
})

void test('what counts no more is gone at a start, and once the file has doubled', async () => {
  const old = line([[0, '1']], DAY_MS)
  const file = beginning(`${JSON.stringify(old)}\n`)
  const soon = line([[0, '1']], DAY_MS - 1)
  await file.keep([soon], at())
  assert.equal(written().includes(old.operationId), false)
  const many = () => Array.from({ length: 4_000 }, () => line())
  for (let rounds = 0; rounds < 4; rounds++) await file.keep(many(), at(NOW + 1))
  assert.equal(written().includes(soon.operationId), false)
  assert.equal((await file.all([], NOW + 1)).length, 16_000)
})

void test('a line that a crash has torn costs no other, wherever it is', async () => {
  const [first, second, third, fourth] = [line(), line(), line(), line()]
  const file = beginning(`${JSON.stringify(first)}\n{"operationId":"${randomUUID()}","em`)
  assert.deepEqual(await file.all([], NOW), [first])
  await file.keep([second], at())
  appendFileSync(path, JSON.stringify(line()).slice(0, 90))
  await file.keep([third], at())
  appendFileSync(path, '{"operationId":')
  assert.deepEqual(await createSpentFile(journalPath).all([fourth], NOW), [first, second, third, fourth])
})

void test('a line of the journal whose sums cannot be read keeps none from being read', async () => {
  const broken = { ...line(), spent: { at: 'yesterday', by: [[0, '-1']] } }
  const file = beginning('')
  const good = line()
  await file.keep([broken as never, good], at())
  assert.deepEqual(await file.all([broken as never], NOW), [good])
})

void test('what moved nothing is left out, and what several lines say of one operation is put together', async () => {
  const one = line([
    [0, '1'],
    [1, '2'],
  ])
  const more = {
    ...one,
    spent: { ...one.spent, by: [[1, '2'] as [number, string], [2, '4'] as [number, string]] },
  }
  const file = beginning('')
  await file.keep([one, more], { now: NOW, unpaid: new Map([[one.operationId, new Set([0])]]) })
  const [read] = await file.all([], NOW)
  assert.deepEqual(read?.spent.by, [
    [1, '2'],
    [2, '4'],
  ])
})
