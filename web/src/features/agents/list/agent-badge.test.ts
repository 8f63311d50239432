import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Agent } from '@purser/contract/agents/agents.ts'
import { findBadge } from './agent-badge.ts'

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
    assert.equal(findBadge(agent(status), true)?.kind, 'offline')
  assert.equal(findBadge(agent('running'), false)?.text, 'Active')
  assert.equal(findBadge(agent('paused'), false)?.text, 'Paused')
  assert.equal(findBadge(agent('stopping'), false)?.text, 'Stopping...')
  assert.equal(findBadge(agent('stopped'), false)?.text, 'Error')
})
