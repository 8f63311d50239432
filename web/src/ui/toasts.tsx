/** Short messages at the bottom right of the page: the one place for them, mounted once by the shell. */
import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import css from './toasts.module.css'

const STAY_MS = 3_000
const MOST_AT_ONCE = 3

export const show = (message: string) =>
  void notifications.show({
    message,
    autoClose: STAY_MS,
    color: 'accent',
    closeButtonProps: { 'aria-label': 'Close' },
  })

/** Those beyond the limit wait. Placed by whoever mounts it, which knows what else is in that corner. */
export const Toasts = () => (
  <Notifications
    position="bottom-right"
    limit={MOST_AT_ONCE}
    withinPortal={false}
    classNames={{ root: css.root ?? '', notification: css.toast ?? '' }}
  />
)
