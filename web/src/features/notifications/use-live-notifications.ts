import { NotificationMessage, NotificationsChangedMessage } from '@purser/contract/live.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribe } from '#wire/channel.ts'
import * as z from 'zod/mini'
import { clearToasts, toastOf } from './toasts.tsx'
import { notificationsKey } from './use-notifications.ts'

const Message = z.discriminatedUnion('type', [NotificationMessage, NotificationsChangedMessage])
/** What arrives together is asked for together. */
const GATHER_MS = 250

/** Runs once for all calls within a short time; `cancel` lets go of what is still to come. */
function together(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      run()
    }, GATHER_MS)
  }
  return { soon, cancel: () => clearTimeout(timer) }
}

/** Follows what is told to this user, in this console and in others. */
export function useLiveNotifications(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = together(() => void client.invalidateQueries({ queryKey: notificationsKey }))
    const stop = subscribe({
      kind: 'status',
      schema: Message,
      onMessage: (message) => {
        if (message.type === 'notification') toastOf(message.notification)
        refresh.soon()
      },
      // What was told while the channel was away is in the list.
      onState: ({ phase }) => phase === 'open' && refresh.soon(),
    })
    return () => {
      stop()
      refresh.cancel()
      clearToasts()
    }
  }, [client])
}
