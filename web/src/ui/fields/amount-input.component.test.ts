import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement, useState } from 'react'
import { openAnswers } from '../../test/answers.ts'

const { load, show } = await openAnswers()
const { screen } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { AmountInput } = (await load('ui/fields/amount-input.tsx')) as typeof import('./amount-input.tsx')

function Amount() {
  const [value, onChange] = useState('')
  return createElement(AmountInput, { label: 'Amount', value, onChange })
}

test('an amount is taken as a spreadsheet copies it, and what is not taken is said until the field is emptied', async () => {
  const person = userEvent.setup()
  show(Amount, {})
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
  await person.click(field)
  await person.paste(' 1,000.5 ')
  assert.equal(field.value, '1000.5')
  await person.clear(field)
  await person.paste('-3')
  await screen.findByText('An amount cannot be negative.')
  assert.equal(field.value, '')
  await person.keyboard('1e5')
  assert.equal(field.value, '15')
  await screen.findByText('Use digits and a point only, such as 1234.5.')
  await person.clear(field)
  assert.equal(screen.queryByText(/Use digits/), null)
  await person.paste('0.1234567891')
  await screen.findByText('SOL has at most 9 decimals.')
  await person.tab()
  await person.click(field)
  assert.equal(screen.queryByText(/at most 9/), null)
})
