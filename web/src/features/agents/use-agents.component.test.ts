import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Agent, listAgents } from '@purser/contract/agents/agents.ts'
import { openAnswers } from '../../test/answers.ts'
import { TIME } from '../../test/values.ts'

const { answer, load, show } = await openAnswers()
const { screen } = await import('@testing-library/react')
const { createElement } = await import('react')
const { useAgents } = (await load('features/agents/use-agents.ts')) as typeof import('./use-agents.ts')
const { agentStatus } = (await load(
  'wire/storage/caches.ts',
)) as typeof import('../../wire/storage/caches.ts')

const anAgent = (id: number, active: boolean): Agent => ({
  id,
  name: `Agent ${id}`,
  external_id: `x${id}`,
  active,
  status: active ? 'running' : 'stopped',
  strategies: [],
  created_at: TIME,
})

function Names() {
  const names = useAgents().data?.value.map(({ name }) => name)
  return names ? createElement('p', null, names.join(' ')) : null
}

test('of an agent that ended while another was on screen no strategy is stored as running', async () => {
  const running = { active: true, externalId: 'x', isPaused: false }
  agentStatus.write(1, { ...running, strategyId: 'ended' })
  agentStatus.write(2, { ...running, strategyId: 'runs' })
  answer(listAgents, [anAgent(1, false), anAgent(2, true)])
  show(Names, {})
  await screen.findByText('Agent 1 Agent 2')
  assert.deepEqual([agentStatus.read(1)?.active, localStorage.getItem('active_strategy_1')], [false, null])
  assert.equal(agentStatus.read(2)?.strategyId, 'runs')
  assert.match(localStorage.getItem('active_strategy_2') ?? '', /runs/)
})
