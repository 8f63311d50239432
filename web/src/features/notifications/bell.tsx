import { ActionIcon, Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { useHotkeys } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { BELOW_DIALOGS } from '#ui/dialogs/below-dialogs.ts'
import { NotificationList } from './notification-list.tsx'
import { useLiveNotifications } from './use-live-notifications.ts'
import { useUnread } from './use-notifications.ts'
import { clearToasts } from './toasts.tsx'
import css from './notifications.module.css'

const MOST_SHOWN = 99

/** The bell of the header: the number of unread notifications, and the list. Updates live while mounted. */
export function NotificationBell() {
  const [open, setOpen] = useState(false)
  const unread = useUnread()
  useLiveNotifications()
  // Also when the focused element was removed from the list.
  useHotkeys(open ? [['Escape', () => setOpen(false)]] : [])
  const count = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      returnFocus
      zIndex={BELOW_DIALOGS}
    >
      <Popover.Target>
        <ActionIcon
          className={css.bell ?? ''}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${count} unread`}
          title="Notifications"
          onClick={() => {
            if (!open) clearToasts()
            setOpen(!open)
          }}
        >
          <IconBell size={20} />
          {unread > 0 && (
            <span className={css.count} aria-hidden="true">
              {count}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={css.dropdown ?? ''} aria-label="Notifications">
        <NotificationList onNavigate={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
