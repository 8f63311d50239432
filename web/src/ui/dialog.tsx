import type { ModalProps } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { lazySoon } from './lazy-soon.tsx'
import { useSettled } from './use-settled.ts'

const Modal = lazySoon(() => import('./modal.tsx').then((m) => m.Modal))

type Props = Pick<ModalProps, 'title' | 'size' | 'onClose' | 'withCloseButton' | 'children'>

/**
 * Open as long as it is there; the second click of a double click that opened it does not close it. After it the
 * focus is where it was before, unless it was moved elsewhere.
 */
export function Dialog(props: Props) {
  const [opener] = useState(() => document.activeElement)
  // A Modal returns the focus when it is closed, not when it is removed.
  useEffect(
    () => () => {
      const lost = document.activeElement === document.body
      if (lost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  const settled = useSettled()
  return (
    <Suspense fallback={null}>
      <Modal
        opened
        centered
        closeOnClickOutside={settled}
        closeButtonProps={{ 'aria-label': 'Close' }}
        {...props}
      />
    </Suspense>
  )
}
