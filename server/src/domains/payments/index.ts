/** Payments: links, what arrives for them on the chain, approval, and how their SOL is spread. */
export { type PaymentEvent, type PaymentEvents } from './events.ts'
export { createPaymentHooks } from './hooks.ts'
export { startPaymentMails } from './mails/mails.worker.ts'
export { paymentRoutes } from './payments.routes.ts'
export { createPayments, type Payments } from './payments.service.ts'
export { viewPayments } from './view.ts'
export { webhookRoutes } from './webhooks/webhooks.routes.ts'
