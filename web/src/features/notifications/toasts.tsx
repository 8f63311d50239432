/** Toasts for new notifications. Many at once become one. */
import type { Notification } from '@purser/contract/notifications.ts'
import { notifications } from '@mantine/notifications'
import { Link } from 'react-router'
import { KindIcon } from './icon.tsx'
import { headOf, placeOf } from './words.ts'
import css from './toasts.module.css'

const STAY_MS = 8_000
const MOST_AT_ONCE = 3
const GATHER_MS = 400

const classNames = { root: css.root, icon: css.icon, title: css.title, description: css.text }
/** Ids of toasts that may still be shown or waiting. */
const ids = new Set<string>()
let gathered: Notification[] = []
/** Notifications beyond those: of many only the number is shown, also if the page is hidden for days. */
let more = 0

/** Collected with others that arrive at the same time. */
export function toastOf(one: Notification): void {
  if (gathered.length > MOST_AT_ONCE) more++
  else gathered.push(one)
  if (gathered.length === 1) setTimeout(show, GATHER_MS)
}

function show(): void {
  // The page is hidden: the toasts are shown once it is visible again.
  if (document.hidden) {
    document.addEventListener('visibilitychange', show, { once: true })
    return
  }
  const [all, count] = [gathered, gathered.length + more]
  gathered = []
  more = 0
  if (all.length > MOST_AT_ONCE)
    add(`notifications-${all[0]?.id}`, {
      title: `${count} new notifications`,
      message: 'The bell above has them all.',
    })
  else all.forEach(showOne)
}

function add(id: string, toast: Omit<Parameters<typeof notifications.show>[0], 'id'>): void {
  ids.add(id)
  notifications.show({
    ...toast,
    id,
    autoClose: STAY_MS,
    classNames,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: () => void ids.delete(id),
  })
}

function showOne(one: Notification): void {
  const id = `notification-${one.id}`
  add(id, {
    title: `${one.agent_name}: ${headOf(one)}`,
    message: (
      <>
        {one.text}{' '}
        <Link className={css.link} to={placeOf(one).to} onClick={() => notifications.hide(id)}>
          {placeOf(one).name}
        </Link>
      </>
    ),
    icon: <KindIcon {...one} />,
  })
}

/** Removes these toasts, shown or pending: the list has them, and the next user must not see them. */
export function clearToasts(): void {
  gathered = []
  more = 0
  for (const id of ids) notifications.hide(id)
  ids.clear()
}
