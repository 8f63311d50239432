import { Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { sentence } from '#wire/fault.ts'
import { NotificationRow } from './notification-row.tsx'
import { useNotificationList, useReading } from './use-notifications.ts'
import css from './notifications.module.css'

/** The newest first; `onNavigate` is called when a link is followed. */
export function NotificationList({ onNavigate }: { onNavigate: () => void }) {
  const list = useNotificationList()
  const { one, all } = useReading()
  const shown = list.data?.pages.flatMap((page) => page.notifications) ?? []
  const newest = shown[0]?.id
  const isUnread = (list.data?.pages[0]?.unread ?? 0) > 0 && shown.some((each) => !each.read)
  return (
    <section aria-labelledby="notifications-title">
      <header className={css.head}>
        <h2 id="notifications-title" className={css.title}>
          Notifications
        </h2>
        <BusyButton
          variant="subtle"
          color="gray"
          size="compact-sm"
          busy={all.isPending}
          disabled={!isUnread}
          onClick={() => newest !== undefined && all.mutate(newest)}
        >
          Mark all as read
        </BusyButton>
        <Link
          to={`${paths.profile}#notifications`}
          className={css.gear}
          aria-label="Notification settings"
          title="Settings"
          onClick={onNavigate}
        >
          <IconSettings size={18} aria-hidden="true" />
        </Link>
      </header>
      <div className={css.scroll}>
        {list.isPending && [1, 2, 3].map((n) => <Skeleton key={n} h={58} m={10} w="auto" />)}
        {list.isError && (
          <div className={css.pad}>
            <ErrorBox
              message={sentence(list.error, 'Failed to load notifications. Please try again.')}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          </div>
        )}
        {list.isSuccess && shown.length === 0 && (
          <Text size="sm" c="dimmed" className={css.pad ?? ''}>
            Nothing yet. When a strategy ends, meets a limit or an error, it is listed here. Choose in the
            settings what you are notified of.
          </Text>
        )}
        <ul className={css.list} aria-label="Notifications">
          {shown.map((each) => (
            <NotificationRow
              key={each.id}
              notification={each}
              onRead={() => one.mutate(each.id)}
              onNavigate={onNavigate}
            />
          ))}
        </ul>
        {list.hasNextPage && (
          <div className={css.pad}>
            <BusyButton
              variant="default"
              size="compact-sm"
              fullWidth
              busy={list.isFetchingNextPage}
              loader
              onClick={() => void list.fetchNextPage()}
            >
              Show older
            </BusyButton>
          </div>
        )}
      </div>
    </section>
  )
}
