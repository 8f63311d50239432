import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type ComponentType, createElement, Suspense, useState } from 'react'
import { openConsole } from '../test/console.ts'

const { load, show } = await openConsole()
const { cleanup, screen } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { onDemand } = (await load('ui/on-demand.tsx')) as typeof import('./on-demand.tsx')
const { Toasts } = (await load('ui/toasts.tsx')) as typeof import('./toasts.tsx')
const { lazyWhenIdle } = (await load('ui/lazy-when-idle.tsx')) as typeof import('./lazy-when-idle.tsx')

afterEach(cleanup)

test('a part that is wanted before it is there comes, and stays as it is when the page around it changes', async () => {
  const arrival = Promise.withResolvers<ComponentType<object>>()
  const inner = Promise.withResolvers<ComponentType<object>>()
  const Dialog = lazyWhenIdle(() => arrival.promise)
  const Field = lazyWhenIdle(() => inner.promise)
  const NameField = () => createElement('input', { 'aria-label': 'Name' })
  // It works like a dialog: it loads by itself, and its inner part after it.
  function NameDialog() {
    const [changes, setChanges] = useState(0)
    return createElement(
      Suspense,
      { fallback: null },
      createElement(Field),
      createElement('button', { onClick: () => setChanges(changes + 1) }, `Change ${changes}`),
    )
  }
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return createElement(
      'div',
      null,
      createElement('button', { onClick: () => setOpen(true) }, 'Open'),
      isOpen && createElement(Suspense, { fallback: null }, createElement(Dialog)),
    )
  }
  const person = userEvent.setup()
  show(Page, {})
  await person.click(screen.getByText('Open'))
  assert.ok(!screen.queryByLabelText('Name'))
  arrival.resolve(NameDialog)
  inner.resolve(NameField)
  await person.type(await screen.findByLabelText('Name'), 'Ada')
  await person.click(screen.getByText('Change 0'))
  assert.ok(screen.queryByText('Change 1'))
  assert.equal(screen.getByLabelText<HTMLInputElement>('Name').value, 'Ada')
})

test('a part that cannot be loaded says so, and the page around it stays', async () => {
  const Gone = onDemand(() => Promise.reject<ComponentType<object>>(new Error('no such file')))
  function Page() {
    return createElement(
      'div',
      null,
      createElement('input', { 'aria-label': 'Name', defaultValue: 'Ada' }),
      createElement(Suspense, { fallback: null }, createElement(Gone)),
      createElement(Toasts),
    )
  }
  show(Page, {})
  await screen.findByText(/^This could not be loaded\./)
  assert.equal(screen.getByLabelText<HTMLInputElement>('Name').value, 'Ada')
})
