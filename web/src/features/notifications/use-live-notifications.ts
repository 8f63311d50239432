import { NotificationMessage, NotificationsChangedMessage } from '@purser/contract/live.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { namedTokensKey } from '#features/tokens/index.ts'
import { subscribe } from '#wire/live/channel.ts'
import { coalesce } from '#wire/live/coalesce.ts'
import * as z from 'zod/mini'
import { clearToasts, toastOf } from './toasts.tsx'
import { notificationsKey } from './use-notifications.ts'

const Message = z.discriminatedUnion('type', [NotificationMessage, NotificationsChangedMessage])
const COALESCE_MS = 250

/** Shows new notifications, and refetches the list when it changes in this console or another. */
export function useLiveNotifications(): void {
  const client = useQueryClient()
  useEffect(() => {
    let wasOpen = false
    const { soon, cancel } = coalesce(
      () => void client.invalidateQueries({ queryKey: notificationsKey }),
      COALESCE_MS,
    )
    const unsubscribe = subscribe({
      kind: 'status',
      schema: Message,
      onMessage: (message) => {
        soon()
        if (message.type !== 'notification') return
        toastOf(message.notification)
        // A token was shared with this account, or no longer is.
        if (message.notification.kind === 'access')
          void client.invalidateQueries({ queryKey: namedTokensKey })
      },
      // Messages may have been missed while the channel was closed. The first time all has just been fetched, and the
      // poll finds what came in between.
      onState({ phase }) {
        if (phase !== 'open') return
        if (wasOpen) {
          soon()
          void client.invalidateQueries({ queryKey: namedTokensKey })
        }
        wasOpen = true
      },
    })
    return () => {
      unsubscribe()
      cancel()
      clearToasts()
    }
  }, [client])
}
