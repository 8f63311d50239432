import { ActionIcon } from '@mantine/core'
import type { Notification } from '@purser/contract/notifications.ts'
import { IconCheck } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { TimeAgo } from '#ui/dates/time-ago.tsx'
import { KindIcon } from './icon.tsx'
import { headOf, placeOf } from './words.ts'
import css from './notifications.module.css'

type Props = { notification: Notification; onRead: () => void; onNavigate: () => void }

/** One notification: following it marks it as read and opens its agent or operation. */
export function NotificationRow({ notification, onRead, onNavigate }: Props) {
  const { agent_name, text, read, created_at } = notification
  const link = useRef<HTMLAnchorElement>(null)
  const markRead = () => {
    // The button is removed: move the focus first.
    link.current?.focus()
    onRead()
  }
  const follow = () => {
    if (!read) onRead()
    onNavigate()
  }
  return (
    <li className={css.item} data-unread={!read}>
      <Link ref={link} to={placeOf(notification).to} className={css.row} onClick={follow}>
        <KindIcon {...notification} />
        <span className={css.body}>
          <span className={css.line}>
            <span className={css.what}>
              {!read && <span className="visually-hidden">Unread: </span>}
              {agent_name} <span className={css.kind}>{headOf(notification)}</span>
            </span>
            <span className={css.when}>
              <TimeAgo at={created_at} />
            </span>
          </span>
          <span className={css.text}>{text}</span>
        </span>
      </Link>
      {!read && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Mark as read: ${agent_name}, ${headOf(notification)}`}
          title="Mark as read"
          onClick={markRead}
        >
          <IconCheck size={16} />
        </ActionIcon>
      )}
    </li>
  )
}
