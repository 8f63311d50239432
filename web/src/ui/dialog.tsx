import type { ModalProps } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { lazySoon } from './lazy-soon.tsx'
import { CONTROLS, useKeptFocus } from './use-kept-focus.ts'
import { useSettled } from './use-settled.ts'

const Modal = lazySoon(() => import('./modal.tsx').then((m) => m.Modal))

type Props = Pick<ModalProps, 'title' | 'size' | 'onClose' | 'withCloseButton' | 'children'> & {
  /** What it shows is loaded once it is open: at the top of the window, where it can grow without moving its head. */
  grows?: boolean
}

/**
 * Open as long as it is there; the second click of a double click that opened it does not close it. After it the
 * focus is where it was before, unless it was moved elsewhere.
 */
export function Dialog({ grows = false, ...props }: Props) {
  const [opener] = useState(() => document.activeElement)
  const [around] = useState(() => ancestorsOf(opener))
  // A Modal returns the focus when it is closed, not when it is removed.
  useEffect(
    () => () => {
      if (document.activeElement !== document.body || !(opener instanceof HTMLElement)) return
      // What opened it may be gone with what was deleted: then the first control beside it.
      const next = opener.isConnected
        ? opener
        : around.find((one) => one.isConnected)?.querySelector<HTMLElement>(CONTROLS)
      next?.focus({ preventScroll: true })
    },
    [opener, around],
  )
  // Rather the dialog itself than the first of its controls, which the key that is still down would press.
  const focus = useKeptFocus<HTMLDivElement>('[role="dialog"]')
  const settled = useSettled()
  return (
    <Suspense fallback={null}>
      <Modal
        {...focus}
        opened
        centered={!grows}
        closeOnClickOutside={settled}
        closeButtonProps={{ 'aria-label': 'Close' }}
        {...props}
      />
    </Suspense>
  )
}

function ancestorsOf(element: Element | null): Element[] {
  const found: Element[] = []
  for (let one = element?.parentElement; one; one = one.parentElement) found.push(one)
  return found
}
