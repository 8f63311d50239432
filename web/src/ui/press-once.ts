import type { MouseEvent } from 'react'

/**
 * For a button that becomes another in its place: the second click of a double click was meant for the first, which may
 * have been answered between the two.
 */
export const clickOnce = (doing: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) doing()
}

/**
 * Enter that is held down presses once. What comes to have the focus meanwhile (a button that was refused, a question that
 * was opened) is pressed by who has let it go before. In a text of several lines it begins lines as ever.
 */
export const pressOnce = (): void =>
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
