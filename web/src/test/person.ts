/** What a person does on a page of page.ts. */
import assert from 'node:assert/strict'
import './page.ts'

const { fireEvent, screen, waitFor, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')

export type Place = Pick<typeof screen, 'getByRole' | 'getByLabelText' | 'findByRole'>

/** Clicks a button that is there, or comes. */
export async function press(name: string | RegExp, place: Place = screen): Promise<void> {
  await userEvent.click(await place.findByRole('button', { name }))
}
/** Puts a text into a field as a whole. */
export function fill(label: string | RegExp, value: string, place: Place = screen): void {
  fireEvent.change(place.getByLabelText(label), { target: { value } })
}
export async function typeKeys(keys: string): Promise<void> {
  await userEvent.keyboard(keys)
}
export async function dialogOf(name: string | RegExp) {
  return within(await screen.findByRole('dialog', { name }))
}
/** The button has the focus, or comes to have it. */
export const isFocused = (name: string | RegExp, place: Place = screen): Promise<void> =>
  waitFor(() => assert.ok(document.activeElement === place.getByRole('button', { name })))
/** Waits until this is so. */
export const until = (holds: () => boolean): Promise<void> =>
  waitFor(() => assert.ok(holds(), `this never held: ${holds}`))
/** It cannot be pressed, for good or while it is busy. */
export function isDisabled(name: string | RegExp, place: Place = screen): boolean {
  const button = place.getByRole<HTMLButtonElement>('button', { name })
  return button.disabled || button.ariaDisabled === 'true'
}
