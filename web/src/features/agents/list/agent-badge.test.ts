import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Agent } from '@purser/contract/agents/agents.ts'
import { badgeOf } from './agent-badge.ts'

test('an agent of which only the past is known is offline, whatever it did then', () => {
  const agent = (status: Agent['status']): Agent => ({
    id: 1,
    name: 'Agent 1',
    external_id: 'a',
    active: status !== 'stopped',
    status,
    strategies: [{ id: 's', status: 'failed' }],
    created_at: '2026-11-28T12:00:00.000Z',
  })
  for (const status of ['running', 'paused', 'stopping', 'stopped'] as const)
    assert.equal(badgeOf(agent(status), true)?.kind, 'offline')
  assert.equal(badgeOf(agent('running'), false)?.text, 'Active')
  assert.equal(badgeOf(agent('paused'), false)?.text, 'Paused')
  assert.equal(badgeOf(agent('stopping'), false)?.text, 'Stopping...')
  assert.equal(badgeOf(agent('stopped'), false)?.text, 'Error')
})
