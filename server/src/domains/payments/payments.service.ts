/** Payments: links, what arrives for them, approval, and how their SOL is spread. */
import { PAYMENT_TOLERANCE_MAX_PERCENT, PAYMENTS_PAGE } from '@purser/contract/limits.ts'
import type { PlanRow } from '@purser/contract/payment-distributions.ts'
import type { RefundBody } from '@purser/contract/payment-refunds.ts'
import type { CreateLinkBody, Payment } from '@purser/contract/payments.ts'
import type { Cluster } from '@purser/contract/system.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type * as z from 'zod/mini'
import type { Database, Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { createUserMutex } from '../../kernel/concurrency/keyed-mutex.ts'
import type { Limiter } from '../../kernel/concurrency/limiter.ts'
import type { Log } from '../../kernel/log.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Market } from '../../ports/market.ts'
import type { AddressNotifications } from '../../ports/signature-notifications.ts'
import type { Sends } from '../distributions/index.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { percent, readTolerance } from './amounts.ts'
import { accept, approve, expire } from './change-state.ts'
import { linesEnded, refundEnded } from './ended.ts'
import { fundsOf } from './funds.ts'
import { executeLines, limitOfLines } from './lines/execute.ts'
import { linesKind, PAYMENT } from './lines/kind.ts'
import { sumOpenLines } from './lines/lines.store.ts'
import { discardPlan, planLines } from './lines/plan.ts'
import { assign } from './refunds/assign.ts'
import { previewRefund, refund } from './refunds/refund.ts'
import { adoptAll, REFUND } from './refunds/restored.ts'
import { type Caller, createLink } from './create-link.ts'
import { noEvents, type PaymentEvents } from './events.ts'
import { createPayer } from './payer/payer.ts'
import type { Stocked } from './payer/test-payment.ts'
import * as store from './payments.store.ts'
import { viewLine, viewPayments, viewRows } from './view.ts'
import { atOneMoment, linesOf, paymentOfLine } from './views.store.ts'
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
  faucet: Stocked
  sends: Sends
  /** Where other processes share the database. */
  lock?: Database['lock']
  cluster: Cluster
  publicUrl: URL
  /** Resolves when all commits survive a power loss. */
  sync(): Promise<void>
  events?: PaymentEvents
  pace?: Pace
  /** How far apart two observations of a single endpoint are; shorter in tests. */
  apartMs?: number | undefined
  notifications?: AddressNotifications | undefined
}
/** What a public node allows. */
const PACE: Pace = { openSeconds: 10, idleSeconds: 60 }

type Asked<F> = Omit<F, 'limit'> & { limit?: number | undefined }
export type Payments = ReturnType<typeof createPayments>

export function createPayments(given: PaymentsParts) {
  const parts = { ...given, events: given.events ?? noEvents }
  const { db, bus, transfers, wallets, publicUrl } = parts
  /** A wallet may have been made whose key is not on the disk yet; at a start nobody knows. */
  let unsynced = true
  const watcher = createWatcher({ ...parts, pace: parts.pace ?? PACE })
  const runExclusive = createUserMutex(parts.lock)
  const changed = (userId: number) => bus.publish('payments.changed', { userId })
  transfers.lifecycle.register(
    PAYMENT,
    linesKind(wallets, (id) => linesEnded(parts, id)),
  )
  transfers.lifecycle.register(REFUND, {
    ...parts.sends.kind,
    async close(operation, ended) {
      await refundEnded(parts, operation.id)
      return parts.sends.kind.close(operation, ended)
    },
  })
  bus.subscribe('operation.changed', ({ userId, type }) => {
    if (type === PAYMENT || type === REFUND) changed(userId)
  })
  wallets.changes.guardDeletion({
    needed: async ({ address }, handle) =>
      (await store.isCollecting(handle, address)) ? { code: 'payments' } : null,
  })

  wallets.commitments.register({
    to: 'payments',
    read: async (userId, mint) => (mint === SOL_MINT ? sumOpenLines(db, userId) : new Map()),
  })

  async function oneIn(tx: Db, userId: number, id: number): Promise<Payment> {
    const row = await store.findPayment(tx, userId, id)
    const [payment] = row ? await viewRows(parts, tx, [row]) : []
    if (!payment) throw new Fault('not_found', { what: 'Payment' })
    return payment
  }
  const one = (userId: number, id: number) => atOneMoment(db, (tx) => oneIn(tx, userId, id))

  /** A change by the owner, told to every console once it is committed. */
  const change =
    (verb: typeof approve) =>
    async (caller: Caller, id: number, revision: number | undefined): Promise<Payment> => {
      // What is not the user's is refused by the verb itself.
      if (await store.findPayment(db, caller.userId, id)) await adoptAll(parts, id)
      await verb(parts, { caller, id, revision })
      changed(caller.userId)
      return one(caller.userId, id)
    }

  async function settings(userId: number) {
    const stored = await store.readSettings(db, userId)
    const wallet = stored?.walletId == null ? null : await wallets.lookups.find(db, userId, stored.walletId)
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
      return oneIn(tx, caller.userId, row.id)
    },
    /** Resolves once the key of every collection wallet is on the disk. */
    async settled(): Promise<void> {
      if (!unsynced) return
      await parts.sync()
      unsynced = false
    },
    changed,

    /** The numbers of payments, by their references. */
    idsOf: (userId: number, references: string[]) => store.idsOf(db, userId, references),

    async pending(
      userId: number,
      { limit = PAYMENTS_PAGE, ...filter }: Asked<Parameters<typeof store.listUnapproved>[2]>,
    ): Promise<Payment[]> {
      return atOneMoment(db, async (tx) =>
        viewRows(parts, tx, await store.listUnapproved(tx, userId, { ...filter, limit })),
      )
    },

    async approved(
      userId: number,
      { limit = PAYMENTS_PAGE, ...filter }: Asked<Parameters<typeof store.listApproved>[2]>,
    ): Promise<Payment[]> {
      return atOneMoment(db, async (tx) =>
        viewRows(parts, tx, await store.listApproved(tx, userId, { ...filter, limit })),
      )
    },

    /** With what its wallet can pay now. */
    async get(userId: number, id: number) {
      const payment = await one(userId, id)
      return { ...payment, funds: await fundsOf(parts, userId, payment.wallet.address) }
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

    /** See lines/plan.ts. */
    async plan(userId: number, id: number, rows: z.infer<typeof PlanRow>[]) {
      if (await store.findPayment(db, userId, id)) await adoptAll(parts, id)
      await planLines(parts, userId, id, rows)
      changed(userId)
      const limit = await limitOfLines(parts, userId, await linesOf(db, [id]))
      return { distributions: (await one(userId, id)).distributions, ...limit }
    },
    async discard(userId: number, id: number): Promise<Payment> {
      await discardPlan(parts, userId, id)
      changed(userId)
      return one(userId, id)
    },

    /** See lines/execute.ts. */
    async execute(userId: number, paymentId: number) {
      const lines = await executeLines({ ...parts, runExclusive }, { userId, paymentId, lineId: null })
      changed(userId)
      return lines.map(viewLine)
    },
    async executeLine(userId: number, lineId: number) {
      const paymentId = await paymentOfLine(db, userId, lineId)
      if (paymentId === null) throw new Fault('not_found', { what: 'Distribution' })
      const lines = await executeLines({ ...parts, runExclusive }, { userId, paymentId, lineId })
      changed(userId)
      return lines.map(viewLine)
    },

    /** See refunds/refund.ts. */
    async refund(caller: Caller, paymentId: number, body: z.infer<typeof RefundBody>, requestKey: string) {
      await refund({ ...parts, runExclusive }, { caller, paymentId, body }, requestKey)
      changed(caller.userId)
      return one(caller.userId, paymentId)
    },
    previewRefund: (caller: Caller, paymentId: number, body: z.infer<typeof RefundBody>) =>
      previewRefund({ ...parts, runExclusive }, { caller, paymentId, body }),

    /** See refunds/assign.ts. */
    async assign(caller: Caller, paymentId: number, signature: string): Promise<Payment> {
      const { judge, settle } = watcher
      await assign({ ...parts, judge, settle }, { caller, paymentId, signature })
      changed(caller.userId)
      return one(caller.userId, paymentId)
    },

    /** Watches the chain until it is stopped. */
    start: watcher.start,
    stop: watcher.stop,

    /** For webhooks and the like: payments as they are in this transaction, in the order of the ids. */
    view: (handle: Db, ids: number[]): Promise<Payment[]> => viewPayments(handle, publicUrl, ids),
  }
}
