import type { ModalProps } from '@mantine/core'
import { Suspense } from 'react'
import { lazyWhenIdle } from '../lazy-when-idle.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { useSettled } from './use-settled.ts'

const Modal = lazyWhenIdle(() => import('./modal.tsx').then((m) => m.Modal))

type Props = Pick<ModalProps, 'title' | 'size' | 'onClose' | 'withCloseButton' | 'children'> & {
  /** Its content loads once it is open: it is at the top of the window, where it can grow without moving its head. */
  grows?: boolean
}

/**
 * It is open while it is mounted; the second click of a double click that opened it does not close it. Afterwards the
 * focus returns to its earlier place, unless it was moved elsewhere.
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
