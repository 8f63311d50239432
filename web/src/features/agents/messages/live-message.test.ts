import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liveKind } from './live-message.ts'

const said = (content: string) => ({ type: 'message' as const, agent_id: 1, content })

test('status lines and answers are distinguished, and premature verdicts are dropped', () => {
  assert.equal(liveKind({ type: 'message', agent_id: 1, update: 'Searching for the token' }, true), 'status')
  assert.equal(liveKind({ type: 'message', agent_id: 1, update: 'Hello' }, true), 'drop')
  assert.equal(liveKind(said('This plan is feasible'), true), 'drop')
  assert.equal(liveKind(said('Failed to parse'), false), 'drop')
  assert.equal(liveKind(said('It went up.'), true), 'drop')
  assert.equal(liveKind(said('It went up.'), false), 'answer')
  assert.equal(liveKind(said(`Price: 1 USD. 24h: 2 %. ${'x'.repeat(200)}`), true), 'answer')
  assert.equal(
    liveKind({ type: 'message', agent_id: 1, data: { plan: null, feasible: false }, content: 'x' }, true),
    'plan',
  )
})
