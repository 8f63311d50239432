import { Stack, Text } from '@mantine/core'
import { redeliver, type Webhook, type WebhookDelivery } from '@purser/contract/webhooks.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { EmptyRows, LoadingRows, ShowOlder } from '#ui/states/list-states.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { toast } from '#ui/toast.ts'
import { DateTime } from '#ui/dates/date-time.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import css from '../payments.module.css'
import { eventName, outcomeText } from './event-names.ts'
import { usePaymentChange } from '../use-payment-change.ts'
import { useDeliveries } from './use-webhooks.ts'

/** The deliveries to a webhook, newest first. */
export function DeliveryList({ hook }: { hook: Webhook }) {
  const query = useDeliveries(hook.id)
  const again = usePaymentChange(
    (deliveryId: number, key) => call(redeliver, { params: { id: hook.id, deliveryId }, key }),
    () => toast('It is sent again.'),
  )
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries)
  return (
    <Stack gap="xs">
      <Text size="sm" className={css.mono ?? ''}>
        {hook.url}
      </Text>
      <FieldError>{again.isError ? sentence(again.error, 'Failed to send it again') : undefined}</FieldError>
      {query.isPending && <LoadingRows label="Loading deliveries" height={40} />}
      <QueryError query={query} fallback="Failed to load the deliveries" />
      {deliveries?.length === 0 && <EmptyRows text="Nothing was sent yet. A ping tries the address." />}
      {deliveries && deliveries.length > 0 && (
        <ul className={css.entries} aria-label="Deliveries">
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              busy={again.isPending}
              onAgain={() => again.mutate(delivery.id)}
            />
          ))}
        </ul>
      )}
      <ShowOlder query={query} />
    </Stack>
  )
}

type RowProps = { delivery: WebhookDelivery; busy: boolean; onAgain: () => void }

function DeliveryRow({ delivery, busy, onAgain }: RowProps) {
  const { id, event, payment_id, status, created_at, next_attempt_at } = delivery
  return (
    <li className={css.entry}>
      <div>
        <div className={css.entryHead}>
          {eventName(event)}
          {payment_id !== null && `, payment #${payment_id}`}
        </div>
        <Text size="sm" c={status === 'failed' ? 'var(--bad)' : 'dimmed'} component="div">
          {outcomeText(delivery)}, <DateTime at={created_at} />
          {status === 'waiting' && next_attempt_at !== null && (
            <>
              , next attempt <DateTime at={next_attempt_at} precision="second" />
            </>
          )}
        </Text>
      </div>
      <BusyButton
        size="compact-sm"
        variant="default"
        aria-label={`Send again: delivery ${id}`}
        busy={busy}
        onClick={onAgain}
      >
        Send again
      </BusyButton>
    </li>
  )
}
