import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentName, nextAgentName } from './agent-name.ts'

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
