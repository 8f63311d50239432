import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, type FormEvent, useEffect, useState } from 'react'
import { openAnswers } from '../../test/answers.ts'
import { isDisabled, isFocused, press, typeKeys } from '../../test/person.ts'

const { load, show } = await openAnswers()
const { act, cleanup, screen } = await import('@testing-library/react')
const { BusyButton } = (await load('ui/buttons/busy-button.tsx')) as typeof import('./busy-button.tsx')
afterEach(cleanup)

let sent = 0
let answer = () => {}

/** A form that is busy from its sending until the answer. */
function Form() {
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    answer = () => setBusy(false)
  }, [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    sent++
    setBusy(true)
  }
  const field = createElement('input', { 'aria-label': 'Name' })
  return createElement(
    'form',
    { onSubmit },
    field,
    createElement(BusyButton, { type: 'submit', busy }, 'Save'),
  )
}

test('a button that is busy keeps the focus, and neither it nor Enter in a field sends again', async () => {
  show(Form, {})
  await press('Save')
  assert.equal(sent, 1)
  assert.ok(isDisabled('Save'))
  await isFocused('Save')
  await press('Save')
  await typeKeys('{Enter}')
  screen.getByLabelText('Name').focus()
  await typeKeys('{Enter}')
  assert.equal(sent, 1)
  act(() => answer())
  assert.ok(!isDisabled('Save'))
  await press('Save')
  assert.equal(sent, 2)
})

test('while it loads, too, though the library disables what does', async () => {
  show(BusyButton, { busy: true, loader: true, children: 'Retry' })
  assert.equal(screen.getByRole<HTMLButtonElement>('button').disabled, false)
  assert.ok(isDisabled('Retry'))
})

test('what is disabled is so for the browser', () => {
  show(BusyButton, { busy: false, disabled: true, children: 'Save' })
  assert.equal(screen.getByRole<HTMLButtonElement>('button').disabled, true)
})
