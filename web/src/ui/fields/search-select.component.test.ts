import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement, useState } from 'react'
import { openAnswers } from '../../test/answers.ts'
import { until } from '../../test/person.ts'

const { load, show } = await openAnswers()
const { screen } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { SearchSelect } = (await load('ui/fields/search-select.tsx')) as typeof import('./search-select.tsx')

const options = [...Array(200).keys()].map((n) => ({ value: String(n + 1), label: `Desk ${n + 1}` }))
function Wallets() {
  const [value, onChange] = useState('1')
  return createElement(SearchSelect, { label: 'Wallet', value, options, onChange })
}

test('a choice of many is searched by the keyboard, drawn only in sight, and kept where nothing is taken', async () => {
  const person = userEvent.setup()
  show(Wallets, {})
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Wallet' })
  const shown = () => screen.queryAllByRole('option', { hidden: true })
  assert.equal(field.value, 'Desk 1')
  await person.click(field)
  await until(() => shown().length > 0)
  assert.ok(shown().length < 60)
  await person.keyboard('desk 7')
  await until(() => shown().length === 11)
  await person.keyboard('{ArrowDown}')
  await until(() => shown()[1]?.getAttribute('aria-selected') === 'true')
  await person.keyboard('7')
  await until(() => shown().length === 1)
  await person.keyboard('{Enter}')
  await until(() => field.value === 'Desk 77')
  assert.ok(document.activeElement === field)
  await until(() => field.getAttribute('aria-expanded') === 'false')
  // Typed text is forgotten on blur: the choice stays.
  await person.clear(field)
  await person.keyboard('nothing of that name')
  await screen.findByText('Nothing found')
  await person.tab()
  await until(() => field.value === 'Desk 77')
})
