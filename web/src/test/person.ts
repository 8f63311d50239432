/** The actions of a person on a page of page.ts. */
import assert from 'node:assert/strict'
import './page.ts'

const { fireEvent, screen, waitFor, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')

export type Place = Pick<typeof screen, 'getByRole' | 'getByLabelText' | 'findByRole'>

/** Clicks a button that is there, or appears later. */
export async function press(name: string | RegExp, place: Place = screen): Promise<void> {
  await userEvent.click(await place.findByRole('button', { name }))
}
/** Sets the whole text of a field. */
export function fill(label: string | RegExp, value: string, place: Place = screen): void {
  fireEvent.change(place.getByLabelText(label), { target: { value } })
}
export async function typeKeys(keys: string): Promise<void> {
  await userEvent.keyboard(keys)
}
export async function dialogOf(name: string | RegExp) {
  return within(await screen.findByRole('dialog', { name }))
}
/** Asserts that the button has the focus, or gets it. */
export const isFocused = (name: string | RegExp, place: Place = screen): Promise<void> =>
  waitFor(() => assert.ok(document.activeElement === place.getByRole('button', { name })))
/** Waits until this is true. */
export const until = (holds: () => boolean): Promise<void> =>
  waitFor(() => assert.ok(holds(), `this never held: ${holds}`))
/** Tells whether it cannot be pressed, for good or while it is busy. */
export function isDisabled(name: string | RegExp, place: Place = screen): boolean {
  const button = place.getByRole<HTMLButtonElement>('button', { name })
  return button.disabled || button.ariaDisabled === 'true'
}
