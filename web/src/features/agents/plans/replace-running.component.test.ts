import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { getAgent } from '@purser/contract/agents/agents.ts'
import { openAnswers } from '../../../test/answers.ts'
import { aPlan, aStrategy, TIME } from '../../../test/values.ts'

const { answer, load, show } = await openAnswers()
const { cleanup, fireEvent, screen } = await import('@testing-library/react')
const { ReplaceRunning } = (await load(
  'features/agents/plans/replace-running.tsx',
)) as typeof import('./replace-running.tsx')
afterEach(cleanup)

for (const [running, next, says] of [
  ['sell', 'keep', 'It first sells the BONK it bought.'],
  ['keep', 'sell', 'The BONK it bought stays in your wallets.'],
] as const)
  test(`a plan that would ${next} on stop replaces one that would ${running}: the one that stops decides`, async () => {
    answer(getAgent, {
      id: 1,
      name: 'Agent 1',
      external_id: 'a',
      active: true,
      status: 'running',
      strategies: [aStrategy('s', { plan: aPlan('The old plan', { on_stop: running }) })],
      created_at: TIME,
    })
    let replaced = 0
    const plan = { plan: aPlan('The new plan', { on_stop: next }), assumptions: [], feasible: true }
    show(ReplaceRunning, { agentId: 1, plan, busy: false, onReplace: () => replaced++ })
    fireEvent.click(screen.getByText('Stop and run this plan'))
    await screen.findByText(says)
    const dialog = screen.getByRole('dialog').textContent
    assert.ok(dialog.indexOf('The old plan') < dialog.indexOf(says))
    assert.ok(dialog.indexOf(says) < dialog.indexOf('The new plan'))
    assert.equal(replaced, 0)
    fireEvent.click(screen.getByText('Stop and run'))
    assert.equal(replaced, 1)
  })
