import { createOutbound } from '../adapters/outbound/https.ts'
import { createPaymentExports, createPaymentHooks, createPayments } from '../domains/payments/index.ts'
import type { Funds } from './create-funds.ts'
import type { People } from './create-people.ts'
import type { Prices } from './create-prices.ts'
import type { DomainParts } from './domain-parts.ts'

/** Seconds between two scans of a wallet with open links on a local network, and of one without. */
const LOCAL_PACE = { openSeconds: 2, idleSeconds: 60 }

/** Creates payment links, and the notifications about their receipts. */
export function createPaymentDomains(
  parts: DomainParts & { people: People; funds: Funds; prices: Prices },
  opened: AsyncDisposableStack,
) {
  const { config, kernel, chain, database, mailer, people, funds, scanSeconds, isLocal } = parts
  const { db, bus, clock, log, limiter } = kernel
  const { publicUrl, cluster } = config
  const { accounts, wallets } = people
  const { transfers, sends, faucet } = funds
  const outbound = createOutbound({ exposed: config.exposed, clock })
  const paymentHooks = createPaymentHooks({ ...kernel, outbound, wallets, mailer, accounts, publicUrl })
  opened.defer(paymentHooks.stop)
  const pace = { ...LOCAL_PACE, ...(scanSeconds === undefined ? {} : { openSeconds: scanSeconds }) }
  const payments = createPayments({
    events: paymentHooks.events,
    db,
    bus,
    clock,
    log,
    limiter,
    chain,
    market: parts.prices.realTimeMarket,
    transfers,
    wallets,
    sends,
    faucet,
    lock: database.lock,
    cluster,
    publicUrl,
    apartMs: parts.apartMs,
    sync: database.sync,
    ...(parts.signatureNotifications ? { notifications: parts.signatureNotifications } : {}),
    ...(isLocal ? { pace } : {}),
  })
  opened.defer(payments.stop)
  return { payments, paymentHooks, paymentExports: createPaymentExports({ db, clock, publicUrl }) }
}
