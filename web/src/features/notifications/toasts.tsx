/** Toasts for new notifications, in a corner of their own. Many at once become one. */
import type { Notification } from '@purser/contract/notifications.ts'
import { createNotificationsStore, Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import { Link } from 'react-router'
import { KindIcon } from './icon.tsx'
import { headOf, placeOf } from './words.ts'
import css from './toasts.module.css'

const STAY_MS = 8_000
const MOST_AT_ONCE = 3
const GATHER_MS = 400

const classNames = { root: css.root, icon: css.icon, title: css.title, description: css.text }
const store = createNotificationsStore()
let gathered: Notification[] = []

/** Collected with others that arrive at the same time. */
export function toastOf(one: Notification): void {
  gathered.push(one)
  if (gathered.length === 1) setTimeout(show, GATHER_MS)
}

function show(): void {
  const all = gathered
  gathered = []
  if (all.length > MOST_AT_ONCE)
    notifications.show(
      {
        title: `${all.length} new notifications`,
        message: 'The bell above has them all.',
        autoClose: STAY_MS,
        classNames,
        withBorder: true,
      },
      store,
    )
  else all.forEach(showOne)
}

function showOne(one: Notification): void {
  const id = `notification-${one.id}`
  notifications.show(
    {
      id,
      title: `${one.agent_name}: ${headOf(one)}`,
      message: (
        <>
          {one.text}{' '}
          <Link className={css.link} to={placeOf(one).to} onClick={() => notifications.hide(id, store)}>
            {placeOf(one).name}
          </Link>
        </>
      ),
      icon: <KindIcon {...one} />,
      classNames,
      withBorder: true,
      autoClose: STAY_MS,
      closeButtonProps: { 'aria-label': 'Dismiss' },
    },
    store,
  )
}

/** Removes all toasts, shown or pending: the list has them, and the next user must not see them. */
export function clearToasts(): void {
  gathered = []
  notifications.clean(store)
}

export const NotificationToasts = () => (
  <Notifications store={store} position="top-right" limit={MOST_AT_ONCE} mt={56} zIndex={150} />
)
