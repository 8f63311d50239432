import type { ModalProps } from '@mantine/core'
import { Suspense } from 'react'
import { lazySoon } from './lazy-soon.tsx'
import { useFocusReturn } from './use-focus-return.ts'
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
  useFocusReturn()
  const settled = useSettled()
  return (
    <Suspense fallback={null}>
      <Modal
        opened
        centered={!grows}
        closeOnClickOutside={settled}
        closeButtonProps={{ 'aria-label': 'Close' }}
        {...props}
      />
    </Suspense>
  )
}
