import { Drawer } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import type { ReactNode } from 'react'
import { useFocusReturn } from './use-focus-return.ts'
import { useSettled } from './use-settled.ts'

type Props = {
  title: string
  onClose: () => void
  /** A dialog is open above it: Escape closes only that. */
  covered?: boolean
  children: ReactNode
}

/**
 * It is open while it is mounted, at the right; on a phone it takes the whole width. The second click of a double click
 * that opened it does not close it. Afterwards the focus returns to its earlier place.
 */
export function SideDrawer({ title, onClose, covered = false, children }: Props) {
  useFocusReturn()
  const settled = useSettled()
  return (
    <Drawer
      opened
      position="right"
      size="min(440px, 100vw)"
      title={title}
      onClose={onClose}
      closeOnEscape={!covered}
      closeOnClickOutside={settled}
      overlayProps={{ backgroundOpacity: 0.2 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Drawer>
  )
}
