/** Top-ups: wallets that run low are paid from a funding wallet, once per need. */
export { topUpRoutes } from './top-ups.routes.ts'
export type { TopUpReporter } from './guard.ts'
export { createTopUps, type TopUps } from './top-ups.service.ts'
export { startTopUpWorker } from './top-ups.worker.ts'
