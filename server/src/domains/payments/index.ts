/** Payments: links, what arrives for them on the chain, approval, and how their SOL is spread. */
export { type PaymentEvent, type PaymentEvents } from './events.ts'
export { paymentRoutes } from './payments.routes.ts'
export { createPayments, type Payments } from './payments.service.ts'
export { viewPayments } from './view.ts'
