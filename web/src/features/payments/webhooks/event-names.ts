import { WEBHOOK_EVENTS, type WebhookDelivery, type WebhookEvent } from '@purser/contract/webhooks.ts'

const names: Record<WebhookEvent | 'ping', string> = {
  'payment.created': 'Link created',
  'payment.arriving': 'Payment arriving',
  'payment.received': 'Payment received',
  'payment.paid': 'Paid',
  'payment.approved': 'Approved',
  'payment.expired': 'Expired',
  'payment.refunded': 'Refunded',
  'payment.distributed': 'Distributed',
  ping: 'Ping',
}
export const eventName = (event: WebhookEvent | 'ping') => names[event]

/** None chosen means all. */
export const eventsText = (events: WebhookEvent[]): string =>
  events.length === 0 || events.length === WEBHOOK_EVENTS.length
    ? 'All events'
    : events.map(eventName).join(', ')

/** '200', or the reason why there was no answer. */
export function outcomeText({ status, response_status, error, attempts }: WebhookDelivery): string {
  const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  const answer = response_status === null ? error : `answer ${response_status}`
  const name = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' }[status]
  return [name, ...(attempts === 0 ? [] : [tries]), ...(answer === null ? [] : [answer])].join(', ')
}
