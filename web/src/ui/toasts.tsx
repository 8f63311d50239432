/** Short messages at the bottom right of the window: the one place for them, mounted once by the shell. */
import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import css from './toasts.module.css'

const STAY_MS = 3_000
const MOST_AT_ONCE = 3

export const show = (message: string) =>
  void notifications.show({
    autoClose: STAY_MS,
    message,
    color: 'accent',
    closeButtonProps: { 'aria-label': 'Close' },
  })

/** Toasts beyond the limit wait until a visible one goes. */
export const Toasts = () => (
  <Notifications className={css.place ?? ''} position="bottom-right" limit={MOST_AT_ONCE} />
)
