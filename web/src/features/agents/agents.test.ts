import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TerminalLog } from '@purser/contract/agents.ts'
import fc from 'fast-check'
import { WireFault, serverDown } from '#wire/fault.ts'
import { agentName, nextAgentName } from './agent-name.ts'
import { lineColour, splitProfit } from './line-colour.ts'
import { LINES_ON_SCREEN, mergeLogs } from './merge-logs.ts'
import { mayParseAgain, parseFailure } from './parse-failure.ts'

test('names are cleaned of mail addresses and possessives', () => {
  assert.equal(agentName('  '), 'Unnamed Agent')
  assert.equal(agentName("ada@example.com's Agent 12"), 'Agent 12')
  assert.equal(agentName("Ada's Agent 3"), 'Agent 3')
  assert.equal(agentName('Night watch'), 'Night watch')
  assert.equal(agentName('me@example.com'), 'me@example.com')
})

test('a new agent takes the smallest free number', () => {
  assert.equal(nextAgentName([]), 'Agent 1')
  assert.equal(nextAgentName(['Agent 1', 'Agent 3', 'Other']), 'Agent 2')
})

test('lines take the colour of their first keyword by rank', () => {
  assert.equal(lineColour('Error: Sold nothing'), 'error')
  assert.equal(lineColour('Initializing strategy'), 'start')
  assert.equal(lineColour('Initialized'), 'success')
  assert.equal(lineColour('Sold 5 BONK. Profit: 1.2 USD'), 'success')
  assert.equal(lineColour('Bought 5 BONK'), 'bought')
  assert.equal(lineColour('Placed order 3'), 'placed')
  assert.equal(lineColour('Paused'), 'halted')
  assert.equal(lineColour('Tick'), 'plain')
  assert.deepEqual(splitProfit('Sold. Profit: 1 USD'), { head: 'Sold. Profit:', profit: ' 1 USD' })
})

const line = (id: number): TerminalLog => ({
  id,
  agent_id: 1,
  strategy_id: null,
  external_id: null,
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

test('merging nothing new keeps the very same list', () => {
  const shown = [line(1), line(2)]
  assert.equal(mergeLogs(shown, [line(2)]), shown)
})

test('a parse failure is told by its cause', () => {
  assert.match(parseFailure(new WireFault('too_many_requests', 429, 'x')), /high traffic\. Please wait/)
  assert.match(parseFailure(new WireFault('unexpected', 500, 'x')), /internal error/)
  assert.match(parseFailure(serverDown(0)), /after multiple attempts/)
  assert.match(parseFailure(new TypeError('x')), /unexpected error/)
  assert.equal(
    parseFailure(new WireFault('invalid_input', 400, 'instruction: must not be empty')),
    'instruction: must not be empty',
  )
  assert.equal(mayParseAgain(new WireFault('invalid_input', 400, '')), false)
  assert.equal(mayParseAgain(serverDown(503)), true)
})
