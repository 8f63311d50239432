import { Text } from '@mantine/core'
import { deleteWebhook, renewWebhookSecret, type Webhook } from '@purser/contract/webhooks.ts'
import { useState } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { ConfirmForm } from '../confirm-form.tsx'
import css from '../payments.module.css'
import { DeliveryList } from './delivery-list.tsx'
import { SecretOnce } from './secret-once.tsx'
import { usePaymentChange } from '../use-payment-change.ts'
import { WebhookForm } from './webhook-form.tsx'

export type WebhookAt = 'add' | 'edit' | 'deliveries' | 'secret' | 'delete'
const titles: Record<WebhookAt, string> = {
  add: 'Add a webhook',
  edit: 'Edit webhook',
  deliveries: 'Deliveries',
  secret: 'New secret',
  delete: 'Delete webhook',
}

type Props = {
  at: WebhookAt
  /** Undefined for a new one. */
  hook: Webhook | undefined
  onClose: () => void
}

export function WebhookDialog({ at, hook, onClose }: Props) {
  const [secret, setSecret] = useState<string>()
  return (
    <Dialog
      // The secret is shown this once: only confirming that it is stored closes it.
      onClose={secret === undefined ? onClose : () => undefined}
      withCloseButton={secret === undefined}
      title={secret === undefined ? titles[at] : 'The secret of the webhook'}
      size="lg"
    >
      {secret !== undefined && <SecretOnce secret={secret} onDone={onClose} />}
      {secret === undefined && at === 'add' && (
        <WebhookForm onMade={(made) => setSecret(made)} onBack={onClose} />
      )}
      {secret === undefined && at === 'edit' && hook && (
        <WebhookForm hook={hook} onMade={onClose} onBack={onClose} />
      )}
      {at === 'deliveries' && hook && <DeliveryList hook={hook} />}
      {secret === undefined && at === 'secret' && hook && (
        <RenewForm hook={hook} onMade={setSecret} onBack={onClose} />
      )}
      {at === 'delete' && hook && <DeleteForm hook={hook} onBack={onClose} />}
    </Dialog>
  )
}

type RenewProps = { hook: Webhook; onMade: (secret: string) => void; onBack: () => void }

function RenewForm({ hook: { id, url }, onMade, onBack }: RenewProps) {
  const change = usePaymentChange(
    (params: { id: number }, key) => call(renewWebhookSecret, { params, key }),
    ({ secret }) => onMade(secret),
  )
  return (
    <ConfirmForm
      verb="Make a new secret"
      busyVerb="Making..."
      fallback="Failed to make a new secret"
      change={change}
      onConfirm={() => change.mutate({ id })}
      onBack={onBack}
    >
      <Text size="sm" className={css.mono ?? ''}>
        {url}
      </Text>
      <Text size="sm">
        The old secret stops working immediately. Messages are signed with the new one from then on.
      </Text>
    </ConfirmForm>
  )
}

function DeleteForm({ hook: { id, url }, onBack }: { hook: Webhook; onBack: () => void }) {
  const change = usePaymentChange(
    (params: { id: number }, key) => call(deleteWebhook, { params, key }),
    () => {
      toast('The webhook was deleted.')
      onBack()
    },
  )
  return (
    <ConfirmForm
      verb="Delete webhook"
      busyVerb="Deleting..."
      fallback="Failed to delete the webhook"
      change={change}
      danger
      onConfirm={() => change.mutate({ id })}
      onBack={onBack}
    >
      <Text size="sm" className={css.mono ?? ''}>
        {url}
      </Text>
      <Text size="sm">It is told nothing more, and the record of its deliveries is removed.</Text>
    </ConfirmForm>
  )
}
