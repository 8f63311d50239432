import { Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Skeleton.css'
import '@mantine/core/styles/Switch.css'
import {
  changeNotificationSettings,
  getNotificationSettings,
  type NotificationKind,
  notificationKinds,
  type NotificationSettings as Settings,
} from '@purser/contract/notifications.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { notificationsKey } from './use-notifications.ts'
import css from './notifications.module.css'

const settingsKey = [...notificationsKey, 'settings']
const WAYS = ['console', 'mail'] as const
const wayNames = { console: 'Console', mail: 'Mail' }
const kindNames: Record<NotificationKind, [name: string, note: string]> = {
  ended: ['Strategy ended', 'Completed, stopped or failed.'],
  limit: [
    'Limit reached',
    'A stop loss, take profit, drawdown or daily loss; an order or a top-up that limits of real money hold back.',
  ],
  error: ['Error', 'An order failed (once while it is retried), or an ended operation was reopened.'],
  filled: ['Order filled', 'Every executed order. The terminal shows them anyway.'],
  access: ['Token access', 'Another account shares a token with you, or no longer does.'],
}

/** The notifications that are shown and mailed; saved at once. */
export function NotificationSettings() {
  const client = useQueryClient()
  const settings = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(getNotificationSettings, { signal }),
  })
  const save = useMutation({
    // In sequence: the last change wins.
    scope: { id: 'notification-settings' },
    mutationFn: (body: Partial<Record<NotificationKind, { console?: boolean; mail?: boolean }>>) =>
      call(changeNotificationSettings, { body, key: newKey() }),
    onSuccess: (stored) => client.setQueryData(settingsKey, stored),
    onError: () => client.invalidateQueries({ queryKey: settingsKey }),
  })
  const flip = (kind: NotificationKind, way: (typeof WAYS)[number], on: boolean) => {
    client.setQueryData<Settings>(settingsKey, (was) =>
      was ? { ...was, [kind]: { ...was[kind], [way]: on } } : was,
    )
    save.mutate({ [kind]: { [way]: on } })
  }
  const here = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const loaded = settings.isSuccess
  useEffect(() => {
    if (hash === '#notifications' && loaded) here.current?.scrollIntoView({ block: 'center' })
  }, [hash, loaded])
  return (
    <Stack gap="sm" id="notifications" ref={here}>
      <Title order={2} size="h5">
        Notifications
      </Title>
      {settings.isPending && <Skeleton h={200} />}
      <QueryError query={settings} fallback="Failed to load the settings. Please try again." />
      {settings.data && (
        <table className={css.settings}>
          <thead>
            <tr>
              <th scope="col">Tell me of</th>
              {WAYS.map((way) => (
                <th key={way} scope="col">
                  {wayNames[way]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {notificationKinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">
                  {kindNames[kind][0]}
                  <span className={css.note}>{kindNames[kind][1]}</span>
                </th>
                {WAYS.map((way) => (
                  <td key={way}>
                    <Switch
                      aria-label={`${kindNames[kind][0]}: ${wayNames[way]}`}
                      checked={settings.data[kind][way]}
                      onChange={(event) => flip(kind, way, event.currentTarget.checked)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Text size="sm" c="dimmed">
        Notifications in quick succession are combined into one mail. The console keeps the newest 500 for 30
        days.
      </Text>
      {save.isError && (
        <ErrorBox message={sentence(save.error, 'Failed to save the settings. Please try again.')} />
      )}
    </Stack>
  )
}
