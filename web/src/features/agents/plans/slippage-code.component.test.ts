import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { requestKeyCode } from '@purser/contract/accounts.ts'
import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { getSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import { openAnswers } from '../../../test/answers.ts'
import { aPlan } from '../../../test/values.ts'

const { answer, load, sent, show } = await openAnswers()
const { cleanup, fireEvent, screen, waitFor } = await import('@testing-library/react')
const { ExecuteStrategy } = (await load(
  'features/agents/plans/execute-strategy.tsx',
)) as typeof import('./execute-strategy.tsx')
afterEach(cleanup)

const limits = { per_day: 1, per_order: 0.5, used: 0, left: 0.5, sends_outside: 'whitelist' as const }
const execute = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Execute Strategy' })

test('a plan with wide slippage is executed with the mailed code where limits hold', async () => {
  answer(getSpendingLimits, { limits })
  answer(requestKeyCode, { success: true, message: 'Sent' } as never)
  const executed: (string | undefined)[] = []
  const plan = aPlan('Wide', { slippage_bps: 301 })
  show(ExecuteStrategy, { plan, onExecute: (code?: string) => void executed.push(code) })
  await screen.findByText(codeNeeded.slippage)
  assert.ok(execute().disabled)
  fireEvent.click(screen.getByRole('button', { name: 'Send a code' }))
  await screen.findByText('A code is on its way to your email.')
  assert.deepEqual(sent(requestKeyCode)[0]?.body, { purpose: 'slippage' })
  fireEvent.change(screen.getByLabelText('Verification Code'), { target: { value: ' 123456 ' } })
  fireEvent.click(execute())
  assert.deepEqual(executed, ['123456'])
})

for (const [what, slippage, given] of [
  ['a tight plan', 300, { limits }],
  ['any plan where funds are not real', 5_000, { limits: null }],
] as const)
  test(`${what} is executed without a code`, async () => {
    answer(getSpendingLimits, given)
    const executed: (string | undefined)[] = []
    const plan = aPlan('Tight', { slippage_bps: slippage })
    show(ExecuteStrategy, { plan, onExecute: (code?: string) => void executed.push(code) })
    if (slippage > 300) await waitFor(() => assert.equal(sent(getSpendingLimits).length, 1))
    assert.equal(screen.queryByLabelText('Verification Code'), null)
    fireEvent.click(execute())
    assert.deepEqual(executed, [undefined])
  })
