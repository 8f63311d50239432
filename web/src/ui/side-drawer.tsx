import { Drawer } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import { type ReactNode, useEffect, useState } from 'react'
import { useKeptFocus } from './use-kept-focus.ts'

type Props = {
  title: string
  onClose: () => void
  /** A dialog is open above it, which Escape closes alone. */
  covered?: boolean
  children: ReactNode
}

/** Open as long as it is there, at the right; on a phone it takes the whole width. Then the focus is where it was before. */
export function SideDrawer({ title, onClose, covered = false, children }: Props) {
  const [opener] = useState(() => document.activeElement)
  // A Drawer returns the focus when it is closed, not when it is removed.
  useEffect(
    () => () => {
      const lost = document.activeElement === document.body
      if (lost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  // Rather the drawer itself than the first of its controls, which the key that is still down would press.
  const focus = useKeptFocus<HTMLDivElement>('[role="dialog"]')
  return (
    <Drawer
      {...focus}
      opened
      position="right"
      size="min(440px, 100vw)"
      title={title}
      onClose={onClose}
      closeOnEscape={!covered}
      overlayProps={{ backgroundOpacity: 0.2 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Drawer>
  )
}
