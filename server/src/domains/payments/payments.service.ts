/** Payments: links, what arrives for them, approval, and how their SOL is spread. */
import { PAYMENT_TOLERANCE_MAX_PERCENT, PAYMENTS_PAGE } from '@purser/contract/limits.ts'
import type { CreateLinkBody, Payment } from '@purser/contract/payments.ts'
import type { Cluster } from '@purser/contract/system.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Limiter } from '../../kernel/limiter.ts'
import type { Log } from '../../kernel/log.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Market } from '../../ports/market.ts'
import { readTerms, spreadFees } from '../distributions/index.ts'
import type { Faucet, Whitelist } from '../tokens/index.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { percent, readTolerance, sol } from './amounts.ts'
import { accept, approve, expire } from './change-state.ts'
import { type Caller, createLink } from './create-link.ts'
import { noEvents, type PaymentEvents } from './events.ts'
import { createPayer } from './payer/payer.ts'
import * as store from './payments.store.ts'
import { viewPayments, viewRows } from './view.ts'
import { createWatcher, type Pace } from './watcher/watcher.ts'

export type PaymentsParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  limiter: Limiter
  chain: Chain
  market: Market
  transfers: Transfers
  wallets: Wallets
  whitelist: Whitelist
  faucet: Pick<Faucet, 'stocked'>
  cluster: Cluster
  publicUrl: URL
  /** Resolves when all commits survive a power loss. */
  sync(): Promise<void>
  events?: PaymentEvents
  pace?: Pace
  /** How far apart two observations of a single endpoint are; shorter in tests. */
  apartMs?: number | undefined
}
/** What a public node allows. */
const PACE: Pace = { openSeconds: 10, idleSeconds: 60 }

type Asked<F> = Omit<F, 'limit'> & { limit?: number | undefined }
export type Payments = ReturnType<typeof createPayments>

export function createPayments(given: PaymentsParts) {
  const parts = { ...given, events: given.events ?? noEvents }
  const { db, bus, chain, transfers, wallets, publicUrl } = parts
  /** A wallet may have been made whose key is not on the disk yet; at a start nobody knows. */
  let unsynced = true
  const watcher = createWatcher({ ...parts, pace: parts.pace ?? PACE })
  const changed = (userId: number) => bus.publish('payments.changed', { userId })

  async function one(userId: number, id: number, handle: Db = db): Promise<Payment> {
    const row = await store.findPayment(handle, userId, id)
    const [payment] = row ? await viewRows(parts, handle, [row]) : []
    if (!payment) throw new Fault('not_found', { what: 'Payment' })
    return payment
  }

  /** A change by the owner, told to every console once it is committed. */
  const change =
    (verb: typeof approve) =>
    async (caller: Caller, id: number, revision: number | undefined): Promise<Payment> => {
      await verb(parts, { caller, id, revision })
      changed(caller.userId)
      return one(caller.userId, id)
    }

  async function settings(userId: number) {
    const stored = await store.readSettings(db, userId)
    const wallet = stored?.walletId == null ? null : await wallets.ownedIn(db, userId, stored.walletId)
    return {
      tolerance_percent: percent(stored?.tolerance ?? 0),
      wallet: wallet && { id: wallet.id, name: wallet.name, address: wallet.address },
    }
  }

  return {
    payer: createPayer({ ...parts, hint: watcher.hint }),

    /** In the caller's transaction; `changed` once it is committed. See create-link.ts. */
    async createLink(tx: Db, caller: Caller, body: CreateLinkBody): Promise<Payment> {
      const { row, madeWallet } = await createLink(parts, tx, caller, body)
      unsynced ||= madeWallet
      return one(caller.userId, row.id, tx)
    },
    /** Resolves once the key of every collection wallet is on the disk. */
    async settled(): Promise<void> {
      if (!unsynced) return
      await parts.sync()
      unsynced = false
    },
    changed,

    async pending(
      userId: number,
      { limit = PAYMENTS_PAGE, ...filter }: Asked<Parameters<typeof store.listUnapproved>[2]>,
    ): Promise<Payment[]> {
      return viewRows(parts, db, await store.listUnapproved(db, userId, { ...filter, limit }))
    },

    async approved(
      userId: number,
      { limit = PAYMENTS_PAGE, ...filter }: Asked<Parameters<typeof store.listApproved>[2]>,
    ): Promise<Payment[]> {
      return viewRows(parts, db, await store.listApproved(db, userId, { ...filter, limit }))
    },

    /** With what its wallet can pay now; without the chain nobody knows. Throws chain_away. */
    async get(userId: number, id: number) {
      const payment = await one(userId, id)
      const [wallet] = await wallets.known([payment.wallet.address])
      if (wallet?.userId !== userId) return { ...payment, funds: { free_sol: 0, keep_sol: 0, fee_sol: 0 } }
      const [[free = 0n], rent, terms] = await Promise.all([
        transfers.free([wallet.address]),
        chain.rentExempt(0),
        readTerms(transfers, 'spread', wallet.address),
      ])
      const fee = spreadFees(terms.size, terms.size, terms.price)
      const funds = { free_sol: sol(free < 0n ? 0n : free), keep_sol: sol(rent), fee_sol: sol(fee) }
      return { ...payment, funds }
    },

    approve: change(approve),
    accept: change(accept),
    expire: change(expire),

    settings,
    async changeSettings(userId: number, tolerance: string | number) {
      const hundredths = readTolerance(tolerance, PAYMENT_TOLERANCE_MAX_PERCENT)
      await store.saveSettings(db, userId, { tolerance: hundredths })
      changed(userId)
      return settings(userId)
    },

    /** Watches the chain until it is stopped. */
    start: watcher.start,
    stop: watcher.stop,

    /** For webhooks and the like: payments as they are in this transaction, in the order of the ids. */
    view: (handle: Db, ids: number[]): Promise<Payment[]> => viewPayments(handle, publicUrl, ids),
  }
}
