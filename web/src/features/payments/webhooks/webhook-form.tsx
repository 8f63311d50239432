import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { WEBHOOK_URL_MAX } from '@purser/contract/limits.ts'
import {
  changeWebhook,
  createWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
} from '@purser/contract/webhooks.ts'
import { useState } from 'react'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { ConfirmForm } from '../confirm-form.tsx'
import css from '../payments.module.css'
import { eventName } from './event-names.ts'
import { usePaymentChange } from '../use-payment-change.ts'

type Props = {
  /** Without it a new one is created. */
  hook?: Webhook
  /** The secret of a new one. */
  onMade: (secret: string) => void
  onBack: () => void
}

export function WebhookForm({ hook, onMade, onBack }: Props) {
  const [url, setUrl] = useState(hook?.url ?? '')
  const [events, setEvents] = useState<WebhookEvent[]>(
    hook && hook.events.length > 0 ? hook.events : [...WEBHOOK_EVENTS],
  )
  const change = usePaymentChange(
    async (body: { url: string; events: WebhookEvent[] }, key) => {
      if (!hook) return (await call(createWebhook, { body, key })).secret
      await call(changeWebhook, { params: { id: hook.id }, body, key })
      return ''
    },
    (secret) => {
      if (hook) toast('The webhook was changed.')
      onMade(secret)
    },
  )
  const flip = (event: WebhookEvent, on: boolean) => {
    change.reset()
    // They keep the order of the list, however they were ticked.
    setEvents(WEBHOOK_EVENTS.filter((one) => (one === event ? on : events.includes(one))))
  }
  return (
    <ConfirmForm
      verb={hook ? 'Save' : 'Add webhook'}
      busyVerb={hook ? 'Saving...' : 'Adding...'}
      fallback={hook ? 'Failed to change the webhook' : 'Failed to add the webhook'}
      change={change}
      disabled={url.trim() === '' || events.length === 0}
      onConfirm={() => change.mutate({ url: url.trim(), events })}
      onBack={onBack}
    >
      <TextInput
        label="Address"
        placeholder="https://"
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={WEBHOOK_URL_MAX}
        value={url}
        onChange={(event) => {
          setUrl(event.currentTarget.value)
          change.reset()
        }}
      />
      <fieldset className={css.events}>
        <legend>What it is told</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={eventName(event)}
            checked={events.includes(event)}
            onChange={({ currentTarget: { checked } }) => flip(event, checked)}
          />
        ))}
      </fieldset>
    </ConfirmForm>
  )
}
