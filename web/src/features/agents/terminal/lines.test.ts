import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TerminalLog } from '@purser/contract/agents/agents.ts'
import fc from 'fast-check'
import { chunkLines, sameChunk } from './chunk-lines.ts'
import { lineColour, splitResult } from './line-colour.ts'
import { createLineStore } from './line-store.ts'
import { createLogBuffer } from './log-buffer.ts'
import { LINES_ON_SCREEN, mergeLogs } from './merge-logs.ts'

test('lines take the colour of their first keyword by rank', () => {
  assert.equal(lineColour('Error: Sold nothing'), 'error')
  assert.equal(lineColour('Initializing strategy'), 'start')
  assert.equal(lineColour('Initialized'), 'success')
  assert.equal(lineColour('Sold 5 BONK. Profit: 1.2 USD'), 'success')
  assert.equal(lineColour('Bought 5 BONK'), 'bought')
  assert.equal(lineColour('Placed order 3'), 'placed')
  assert.equal(lineColour('Paused'), 'halted')
  assert.equal(lineColour('Tick'), 'plain')
  const sold = { head: 'Sold. Profit:', result: ' 1 USD', isLoss: false }
  assert.deepEqual(splitResult('Sold. Profit: 1 USD'), sold)
  assert.deepEqual(splitResult('Sold. Loss: 1 USD'), { ...sold, head: 'Sold. Loss:', isLoss: true })
  assert.deepEqual(splitResult('Sold'), { head: 'Sold', result: '', isLoss: false })
})

const line = (id: number): TerminalLog => ({
  id,
  agent_id: 1,
  strategy_id: null,
  external_id: null,
  kind: 'engine',
  message: `line ${id}`,
  timestamp: new Date(1_000_000 + id * 10).toISOString(),
})

test('merged lines are in order, once each, and the newest', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 2_000 }), { maxLength: 900 })
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      const merged = mergeLogs(mergeLogs([], a.map(line)), b.map(line)).map((l) => l.id)
      const kept = [...new Set(a)].sort((x, y) => x - y).slice(-LINES_ON_SCREEN)
      const all = [...new Set([...kept, ...b])].sort((x, y) => x - y).slice(-LINES_ON_SCREEN)
      assert.deepEqual(merged, all)
    }),
  )
})

test('merging nothing new returns the same list', () => {
  const shown = [line(1), line(2)]
  assert.equal(mergeLogs(shown, [line(2)]), shown)
})

test('lines that are not rendered are trimmed to the newest', () => {
  const buffer = createLogBuffer()
  for (let id = 1; id <= 100; id++) buffer.add(line(id))
  assert.equal(buffer.take().length, 100)
  for (let id = 1; id <= 101; id++) buffer.add(line(id))
  assert.deepEqual(
    buffer.take().map((one) => one.id),
    Array.from({ length: 50 }, (_, n) => n + 52),
  )
  assert.deepEqual(buffer.take(), [])
})

test('chunks contain every line once, in order, under unique keys', () => {
  const ids = fc.array(fc.integer({ min: -50, max: 600 }), { maxLength: 300 })
  fc.assert(
    fc.property(ids, (some) => {
      const lines = [...new Set(some)].map(line)
      const chunks = chunkLines(lines)
      assert.deepEqual(
        chunks.flatMap((chunk) => chunk.lines),
        lines,
      )
      assert.equal(new Set(chunks.map((chunk) => chunk.key)).size, chunks.length)
    }),
  )
})

test('a new line changes the last chunk only', () => {
  const lines = Array.from({ length: 100 }, (_, n) => line(n + 1))
  const before = chunkLines(lines)
  const after = chunkLines([...lines, line(101)])
  const changed = after.filter((chunk, n) => !sameChunk(chunk.lines, before[n]?.lines ?? []))
  assert.equal(changed.length, 1)
  assert.equal(changed[0], after.at(-1))
})

test('a cleared store is empty, notifies, and counts', () => {
  const store = createLineStore()
  let notified = 0
  store.subscribe(() => notified++)
  store.add([line(1), line(2)])
  store.add([line(2)])
  assert.equal(notified, 1)
  store.clear()
  assert.deepEqual([store.empty(), store.clearings(), notified], [true, 1, 2])
})
