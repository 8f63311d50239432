import { Switch, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { changeWebhook, pingWebhook, type Webhook } from '@purser/contract/webhooks.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { toast } from '#ui/toast.ts'
import { TimeAgo } from '#ui/dates/time-ago.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import css from '../payments.module.css'
import { eventName, eventsText, outcomeText } from './event-names.ts'
import { usePaymentChange } from '../use-payment-change.ts'
import { DateTime } from '#ui/dates/date-time.tsx'

type Open = (hook: Webhook) => void
type Props = { hook: Webhook; onEdit: Open; onDeliveries: Open; onSecret: Open; onDelete: Open }

export function WebhookRow({ hook, onEdit, onDeliveries, onSecret, onDelete }: Props) {
  const { id, url, events, enabled, last_delivery: last, failing_since: since } = hook
  const params = { id }
  const turn = usePaymentChange((on: boolean, key) =>
    call(changeWebhook, { params, body: { enabled: on }, key }),
  )
  const ping = usePaymentChange(
    (_: 'ping', key) => call(pingWebhook, { params, key }),
    () => toast('A ping is on its way: see its deliveries.'),
  )
  const button = (text: string, onClick: () => void, disabled = false, busy = false) => (
    <BusyButton
      size="compact-sm"
      variant="default"
      aria-label={`${text}: ${url}`}
      busy={busy}
      disabled={disabled}
      onClick={onClick}
    >
      {text}
    </BusyButton>
  )
  const failed = turn.error ?? ping.error
  return (
    <li className={css.entry}>
      <div>
        <div className={css.mono}>{url}</div>
        <Text size="sm" c="dimmed">
          {eventsText(events)}
        </Text>
        <Text size="sm" c={last?.status === 'failed' ? 'var(--bad)' : 'dimmed'} component="div">
          {last === null ? (
            'Nothing was sent yet.'
          ) : (
            <>
              Last: {eventName(last.event)}. {outcomeText(last)}, <TimeAgo at={last.created_at} />
            </>
          )}
        </Text>
        {since !== null && (
          <Text size="sm" c="var(--warn)" component="div">
            {enabled ? 'Every attempt has failed since' : 'Switched off: every attempt had failed since'}{' '}
            <DateTime at={since} />.
          </Text>
        )}
        <FieldError>{failed ? sentence(failed, 'Failed to change the webhook') : undefined}</FieldError>
      </div>
      <div className={css.entryEnd}>
        <Switch
          label="Enabled"
          aria-label={`Enabled: ${url}`}
          checked={turn.isPending ? turn.variables : enabled}
          onChange={(event) => turn.mutate(event.currentTarget.checked)}
        />
        {button('Ping', () => ping.mutate('ping'), !enabled, ping.isPending)}
        {button('Deliveries', () => onDeliveries(hook))}
        {button('Edit', () => onEdit(hook))}
        {button('New secret', () => onSecret(hook))}
        {button('Delete', () => onDelete(hook))}
      </div>
    </li>
  )
}
