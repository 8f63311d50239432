/** The sentences from which the interpreter is built: nearly all are read right, and none dangerously. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { converse, judge, type Line } from '../corpus/judge.ts'
import { interpretText } from './index.ts'

const linesOf = (file: URL | string): Line[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
const RIGHT = 0.97
const APART_RIGHT = 0.96

test('of the sentences it is built from at least 97 % are read right, and none is dangerous', async () => {
  const lines = ['building.jsonl', 'building-more.jsonl'].flatMap((file) =>
    linesOf(new URL(`../corpus/${file}`, import.meta.url)),
  )
  const wrong: Line[] = []
  for (const line of lines) {
    const verdict = judge(await converse(interpretText, line), line)
    assert.notEqual(verdict, 'dangerous', JSON.stringify(line))
    if (verdict !== 'right') wrong.push(line)
  }
  assert.ok(lines.length > 2_000)
  assert.ok(wrong.length <= (1 - RIGHT) * lines.length, `${wrong.length} of ${lines.length} are missed`)
})

test('of sentences that were set apart while it was built none is dangerous, and most are read right', async () => {
  const lines = ['apart.jsonl', 'apart-fresh.jsonl', 'voices.jsonl'].flatMap((file) =>
    linesOf(new URL(`../corpus/${file}`, import.meta.url)),
  )
  const counts = { right: 0, missed: 0, dangerous: 0 }
  for (const line of lines) {
    const verdict = judge(await converse(interpretText, line), line)
    assert.notEqual(verdict, 'dangerous', JSON.stringify(line))
    counts[verdict]++
  }
  assert.ok(lines.length > 13_000)
  assert.ok(counts.right >= APART_RIGHT * lines.length, JSON.stringify(counts))
})

test('their dangerous neighbours, in other orders and with corrections, become no other plan', async () => {
  const lines = linesOf(new URL('../corpus/neighbours.jsonl', import.meta.url))
  for (const line of lines)
    assert.equal(judge(await converse(interpretText, line), line), 'right', JSON.stringify(line))
  assert.ok(lines.length > 900)
})

const root = new URL('./intents/', import.meta.url)
for (const file of globSync('*/examples.jsonl', { cwd: root }))
  test(`the examples of ${file} are read right`, async () => {
    for (const line of linesOf(new URL(file, root)))
      assert.equal(judge(await converse(interpretText, line), line), 'right', line.say)
  })
