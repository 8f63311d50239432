/** Short messages at the bottom right of the page: the one place for them, mounted once by the shell. */
import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import { timed } from './timed-toast.ts'
import css from './toasts.module.css'

const STAY_MS = 3_000
const MOST_AT_ONCE = 3
let count = 0

export const show = (message: string) =>
  void notifications.show({
    ...timed(`toast-${++count}`, STAY_MS),
    message,
    color: 'accent',
    closeButtonProps: { 'aria-label': 'Close' },
  })

/** Those beyond the limit wait, as do those that its place has no room for. Placed by whoever mounts it, which knows what else is in that corner. */
export const Toasts = () => (
  <Notifications
    position="bottom-right"
    limit={MOST_AT_ONCE}
    withinPortal={false}
    classNames={{ root: css.root ?? '', notification: css.toast ?? '' }}
  />
)
