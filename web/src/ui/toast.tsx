/** Short confirmations in a corner. A page that uses them mounts <Toasts /> once. */
import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'

const STAY_MS = 3_000

export const toast = (message: string) =>
  void notifications.show({
    message,
    autoClose: STAY_MS,
    color: 'accent',
    closeButtonProps: { 'aria-label': 'Close' },
  })

export const Toasts = () => <Notifications position="bottom-left" limit={3} />
