import { Drawer } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import { useAuth } from '#features/accounts/index.ts'
import { NavActions, NavLinks } from './nav.tsx'
import { SchemeToggle } from './scheme-toggle.tsx'
import css from './shell.module.css'

export function NavDrawer({ onClose }: { onClose: () => void }) {
  const auth = useAuth()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={280}
      title="Navigation"
      closeButtonProps={{ 'aria-label': 'Close navigation' }}
    >
      <div className={css.column}>
        {auth?.state === 'in' && <NavLinks />}
        <NavActions />
        <SchemeToggle />
      </div>
    </Drawer>
  )
}
