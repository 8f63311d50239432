/** Top-ups: wallets that run low are paid from a funding wallet, once per need. */
export { topUpRoutes } from './top-ups.routes.ts'
export type { TopUpReporter } from './guard.ts'
export { createTopUps } from './create-top-ups.ts'
export { type TopUps } from './top-ups.ts'
export { startTopUpWorker } from './top-ups.worker.ts'
