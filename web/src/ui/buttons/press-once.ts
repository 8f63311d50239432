import type { MouseEvent } from 'react'

/**
 * Handles a button that becomes another in its place: the second click of a double click was meant for the first, which
 * may have been answered between the two.
 */
export const clickOnce = (doing: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) doing()
}

/**
 * Makes Enter that is held down press once. An element that gets the focus meanwhile (a refused button, an opened
 * question) is pressed only after the key was released. In a text of several lines it begins lines as usual.
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
