import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HTTP_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { parseFailures } from '@purser/contract/agents/parse-failures.ts'
import { nothing } from '../interpretation/instruction.ts'
import { createParseOutcomes } from './parse-outcomes.ts'

test('an outcome is kept as long as it can be requested, and no longer', () => {
  let now = 1_000
  const outcomes = createParseOutcomes({ monotonic: () => now })
  const message = (agent: number, content: string) => ({
    type: 'message' as const,
    agent_id: agent,
    content,
    data: { plan: null, feasible: false, parsed: { ...nothing, explanation: content } },
  })
  for (let n = 1; n <= 10; n++) outcomes.record(`agent-${n}`, message(n, `said ${n}`))
  now += HTTP_TIMEOUT_MS
  assert.equal(outcomes.of('agent-1', 1)?.content, 'said 1')
  outcomes.record('agent-11', message(11, 'said 11'))
  assert.equal(outcomes.size(), 11)
  now += 1
  outcomes.record('agent-12', message(12, 'said 12'))
  assert.equal(outcomes.size(), 2)
  assert.equal(outcomes.of('agent-11', 11)?.content, 'said 11')
  assert.equal(outcomes.of('agent-1', 1)?.content, parseFailures.away)
})
