import { MONITOR_POLL_MS, NOTIFICATIONS_PAGE } from '@purser/contract/limits.ts'
import {
  listNotifications,
  readAllNotifications,
  readNotification,
  type Notification,
} from '@purser/contract/notifications.ts'
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, type AnswerOf } from '#wire/api.ts'
import { hasCode } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'

export const notificationsKey = ['notifications']
const listKey = [...notificationsKey, 'list']
const unreadKey = [...notificationsKey, 'unread']

type Page = AnswerOf<typeof listNotifications>

/** The number of unread ones; updated live, and polled in case the channel is closed. */
export const useUnread = (): number =>
  useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => (await call(listNotifications, { query: { limit: 1 }, signal })).unread,
    refetchInterval: MONITOR_POLL_MS,
    refetchOnWindowFocus: true,
  }).data ?? 0

/** The list, page by page, newest first. */
export const useNotificationList = () =>
  useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, {
        query: { limit: NOTIFICATIONS_PAGE, ...(pageParam === 0 ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })

/** Marks as read, shown optimistically until the server has answered. */
export function useReading() {
  const client = useQueryClient()
  const patch = (isRead: (one: Notification) => boolean) =>
    client.setQueryData<InfiniteData<Page>>(listKey, (data) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              notifications: page.notifications.map((one) => (isRead(one) ? { ...one, read: true } : one)),
            })),
          }
        : data,
    )
  const settle = () => client.invalidateQueries({ queryKey: notificationsKey })
  const one = useMutation({
    mutationFn: async (id: number) => {
      try {
        const { unread } = await call(readNotification, { params: { id }, key: newKey() })
        client.setQueryData(unreadKey, unread)
      } catch (error) {
        // Already removed on the server.
        if (!hasCode(error, 'not_found')) throw error
      }
    },
    onMutate: (id) => patch((shown) => shown.id === id),
    onSettled: settle,
  })
  const all = useMutation({
    mutationFn: async (newest: number) => {
      const { unread } = await call(readAllNotifications, { body: { up_to: newest }, key: newKey() })
      client.setQueryData(unreadKey, unread)
    },
    onMutate: (newest) => patch((shown) => shown.id <= newest),
    onSettled: settle,
  })
  return { one, all }
}
