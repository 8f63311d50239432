import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { requestKeyCode } from '@purser/contract/accounts.ts'
import { sellAtAnyPrice } from '@purser/contract/agents/agent-desk.ts'
import type { HeldBack } from '@purser/contract/agents/held-back.ts'
import { openAnswers } from '../../../test/answers.ts'
import { aStrategy } from '../../../test/values.ts'

const { answer, load, refuse, show } = await openAnswers()
const { cleanup, fireEvent, screen, waitFor } = await import('@testing-library/react')
const { HeldBackButton } = (await load(
  'features/agents/controls/held-back-button.tsx',
)) as typeof import('./held-back-button.tsx')
afterEach(cleanup)

const FOUND: HeldBack = {
  code: 'quote',
  token: 'BONK',
  quote: 'SOL',
  sells: '1234567.5',
  by_market: '0.000000162',
  by_candles: '0.000000161',
  worth: '0.2',
  brings: '0.002',
  least: '0.178',
}
const button = () => screen.getByRole('button', { name: 'Sell at any price' })

test('nothing is offered where no sale is held back', () => {
  show(HeldBackButton, { strategy: aStrategy('s') })
  assert.ok(screen.queryByRole('button') === null)
})

test('what the quote would bring of which worth is said before a code lets the sale go', async () => {
  const sent: unknown[] = []
  answer(requestKeyCode, ({ body }) => {
    sent.push(body)
    return { success: true as const, message: 'sent' }
  })
  show(HeldBackButton, { strategy: aStrategy('s', { held_back: FOUND }) })
  assert.match(button().title, /^Held back: waiting for a better quote/)
  fireEvent.click(button())
  const dialog = await screen.findByRole('dialog')
  assert.match(
    dialog.textContent,
    /brings 0\.002 SOL for 1,234,567\.5 BONK, which are worth 0\.2 SOL by market price\. One BONK is 0\.000000162 SOL by market price and 0\.000000161 SOL by the last candles\./,
  )
  const confirm = () => [...dialog.querySelectorAll('button')].find((one) => one.type === 'submit')!
  assert.equal(confirm().disabled, true)
  fireEvent.click(screen.getByText('Send a code'))
  await screen.findByText('A code is on its way to your email.')
  assert.deepEqual(sent.at(-1), { purpose: 'sale' })
  refuse(sellAtAnyPrice, 'not_held_back')
  fireEvent.change(screen.getByLabelText('Verification Code'), { target: { value: '123456' } })
  fireEvent.click(confirm())
  await screen.findByText('This strategy no longer has a sale held back.')
  answer(sellAtAnyPrice, ({ params, body }) => {
    sent.push([params, body])
    return { success: true as const, status: 'stopping' as const, message: 'It goes out.' }
  })
  fireEvent.click(confirm())
  await waitFor(() => assert.ok(screen.queryByRole('dialog') === null))
  assert.deepEqual(sent.at(-1), [{ id: '1' }, { strategyId: 's', code: '123456' }])
})

test('without a price nobody says what it is worth', async () => {
  const unknown = {
    ...FOUND,
    code: 'prices' as const,
    by_market: null,
    by_candles: null,
    worth: null,
    least: null,
  }
  show(HeldBackButton, { strategy: aStrategy('s', { held_back: unknown }) })
  assert.match(button().title, /waiting for two prices to agree/)
  fireEvent.click(button())
  const { textContent } = await screen.findByRole('dialog')
  assert.match(textContent, /and nobody says what they are worth/)
  assert.match(textContent, /unknown by market price and unknown by the last candles/)
})
