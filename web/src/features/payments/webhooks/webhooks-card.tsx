import { Button, Group, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { WEBHOOKS_PER_USER } from '@purser/contract/limits.ts'
import type { Webhook } from '@purser/contract/webhooks.ts'
import { useState } from 'react'
import { Card } from '#ui/card.tsx'
import { EmptyRows } from '#ui/states/list-states.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import css from '../payments.module.css'
import { useWebhooks } from './use-webhooks.ts'
import { type WebhookAt, WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'

/** Addresses that are notified of changes of payments. */
export function WebhooksCard() {
  const query = useWebhooks()
  const [open, setOpen] = useState<{ at: WebhookAt; id?: number }>()
  const hooks = query.data?.webhooks
  const add = <Button onClick={() => setOpen({ at: 'add' })}>Add a webhook</Button>
  const of = (at: WebhookAt) => (hook: Webhook) => setOpen({ at, id: hook.id })
  return (
    <Card label="Webhooks">
      <Group justify="space-between" mb="xs">
        <h2 className="section-title">Webhooks</h2>
        {hooks && hooks.length > 0 && hooks.length < WEBHOOKS_PER_USER && add}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        Payment events are sent to an address of yours. Each message is signed with the webhook's secret and
        retried until it is answered.
      </Text>
      {query.isPending && <Skeleton h={168} aria-label="Loading webhooks" />}
      <QueryError query={query} fallback="Failed to load the webhooks" />
      {hooks?.length === 0 && <EmptyRows text="No webhooks yet.">{add}</EmptyRows>}
      {hooks && hooks.length > 0 && (
        <ul className={css.entries} aria-label="Webhooks">
          {hooks.map((hook) => (
            <WebhookRow
              key={hook.id}
              hook={hook}
              onEdit={of('edit')}
              onDeliveries={of('deliveries')}
              onSecret={of('secret')}
              onDelete={of('delete')}
            />
          ))}
        </ul>
      )}
      {open && (
        <WebhookDialog
          at={open.at}
          hook={hooks?.find(({ id }) => id === open.id)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  )
}
