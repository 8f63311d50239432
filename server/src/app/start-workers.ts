import { startCodeMail } from '../domains/accounts/index.ts'
import { startPortfolioWorker } from '../domains/balances/index.ts'
import { startPaymentMails } from '../domains/payments/index.ts'
import { startTopUpWorker } from '../domains/top-ups/index.ts'
import { startExportWorker } from '../domains/wallets/index.ts'
import { startMaintenance } from '../maintenance.ts'
import { type Release, startWork } from '../work.ts'
import type { Domains } from './create-domains.ts'
import type { Kernel } from './open-kernel.ts'

/**
 * Starts maintenance, mails and everything that signs without a request. Returns the function by which the operator
 * ends a hold.
 */
export async function startWorkers(
  domains: Domains,
  { jobs, idempotency, clock, log, vacuum }: Kernel,
  opened: AsyncDisposableStack,
): Promise<Release> {
  const { accounts, transfers, strategies, agents, topUps, notifications, exports, portfolio } = domains
  const { payments, paymentHooks, tradingBots } = domains
  await startMaintenance(jobs, [
    accounts.sweep,
    idempotency.sweep,
    transfers.lifecycle.sweep,
    strategies.lifecycle.sweep,
    agents.roster.sweep,
    tradingBots.sweep,
    topUps.sweep,
    notifications.sweep,
    exports.mails.sweep,
    paymentHooks.sweep,
    ...(domains.marketSweep ? [domains.marketSweep] : []),
    ...(vacuum ? [vacuum] : []),
  ])
  opened.defer(startCodeMail(accounts, { clock, log }))
  await startExportWorker(jobs, exports.mails)
  await startPaymentMails(jobs, paymentHooks.mails)
  await startPortfolioWorker(jobs, portfolio)
  const release = await startWork(transfers, [
    () => startTopUpWorker(jobs, topUps),
    () => strategies.lifecycle.run(),
    () => tradingBots.run(),
  ])
  notifications.start()
  payments.start()
  paymentHooks.start()
  return release
}
