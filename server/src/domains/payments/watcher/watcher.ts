/** Watches the collection wallets: scans each, settles its receipts, and ends links whose time is over. */
import { DAY_MS } from '@purser/contract/time.ts'
import type { Bus } from '../../../kernel/bus.ts'
import { isFault } from '../../../kernel/fault.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { AddressNotifications } from '../../../ports/signature-notifications.ts'
import pLimit from 'p-limit'
import { lockPayment, savePayment } from '../payments.store.ts'
import { listOverdue, listUnsettled, lockRecipient } from '../receipts.store.ts'
import { drop, finalize, price, saveSight, type SettleParts } from '../settle-receipt.ts'
import { bringForward, claimDue, interestIn, saveScan, type WatchedRow } from '../watched.store.ts'
import { createByReference } from './by-reference.ts'
import { createJudge, type JudgeParts } from './judge.ts'
import { createScan, type ScanParts } from './scan.ts'
import { createSubscriptions } from './subscriptions.ts'
import type { Address } from '@solana/kit'

export type WatcherParts = SettleParts &
  ScanParts & {
    bus: Bus
    log: Log
    chain: Chain
    pace: Pace
    transfers: JudgeParts['transfers']
    apartMs?: number | undefined
    notifications?: AddressNotifications | undefined
  }
/** Seconds between two scans of a wallet with open links, and of one without. */
export type Pace = { openSeconds: number; idleSeconds: number }
const AT_ONCE: Pace = { openSeconds: 0, idleSeconds: 0 }
export type Watcher = ReturnType<typeof createWatcher>

/** Seconds after the end of a link within which what was sent in time is final. */
const EXPIRY_GRACE_MS = 20_000
const WALLETS_AT_ONCE = 4
const CLAIMS = 16
const RECEIPTS_A_SCAN = 100
const ENDED_A_SCAN = 500
/** Between two looks at what is due, as a part of the shorter period. */
const TICKS = 4
/** Scans after a notification until what was notified is found: the endpoint that is asked may lag. */
const NOTIFIED_SCANS = 3
/** Wallets whose links have expired are subscribed so long. */
const LATE_MS = DAY_MS

export function createWatcher(parts: WatcherParts) {
  const { db, bus, clock, log, events, pace } = parts
  const scan = createScan(parts)
  const searchByReference = createByReference(parts)
  const judge = createJudge({ ...parts, nodes: parts.chain.nodes })
  const ending = new AbortController()
  let running: Promise<void> | null = null
  let waiting: AbortController | null = null
  let woken = false
  let unavailable = false
  /** By wallet, how many of the next scans follow soon. */
  const expected = new Map<Address, number>()
  const subscriptions =
    parts.notifications &&
    createSubscriptions({
      notifications: parts.notifications,
      clock,
      spacingMs: (pace.openSeconds * 1_000) / TICKS,
      notified(wallet) {
        expected.set(wallet, NOTIFIED_SCANS)
        hint(wallet).catch((error: unknown) => log.debug(describe(error), 'a notification is lost'))
      },
    })

  /** Receipts that are final by now, those that cannot be seen any more, and those that wait for a price. */
  async function settle(recipient: Address): Promise<boolean> {
    const open = await listUnsettled(db, recipient, RECEIPTS_A_SCAN)
    const verdicts = await judge(open.filter(({ state }) => state !== 'final'))
    let changed = false
    for (const receipt of open) {
      const verdict = verdicts.get(receipt.id)
      if (receipt.unpriced) changed = (await price(parts, receipt)) || changed
      else if (verdict === undefined) continue
      else if (verdict === 'gone') changed = (await drop(parts, receipt)) || changed
      else if (typeof verdict === 'string') changed = (await saveSight(parts, receipt, verdict)) || changed
      else changed = (await finalize(parts, receipt, verdict.final)) || changed
    }
    return changed
  }

  /** A scan that began later has found nothing that was in time. */
  async function expire(recipient: Address, since: Date): Promise<boolean> {
    const by = new Date(since.getTime() - EXPIRY_GRACE_MS)
    const overdue = await listOverdue(db, recipient, { by, limit: ENDED_A_SCAN })
    if (overdue.length === 0) return false
    await db.transaction(async (tx) => {
      await lockRecipient(tx, recipient)
      // Another process may have found something meanwhile.
      const still = new Set(await listOverdue(tx, recipient, { by, limit: ENDED_A_SCAN }))
      for (const id of overdue.filter((one) => still.has(one))) {
        const row = await lockPayment(tx, id)
        if (row?.status !== 'pending') continue
        await savePayment(tx, id, { status: 'expired' })
        await events.add(tx, { userId: row.userId, paymentId: id, type: 'payment.expired' })
      }
    })
    return true
  }

  async function watch(wallet: WatchedRow): Promise<void> {
    const { address, userId } = wallet
    const scans = expected.get(address) ?? 0
    expected.delete(address)
    try {
      const { position, found: listed, completeSince, rest } = await scan(wallet)
      const found = (await searchByReference(address)) || listed
      const settled = await settle(address)
      const expired = completeSince !== null && (await expire(address, completeSince))
      if (found || settled || expired) bus.publish('payments.changed', { userId })
      const goesOn = completeSince === null && rest !== 'unreadable'
      const awaited = !found && scans > 1
      if (awaited && !expected.has(address)) expected.set(address, scans - 1)
      const idleSeconds = awaited || rest === 'unreadable' ? pace.openSeconds : pace.idleSeconds
      await saveScan(db, address, position, goesOn ? AT_ONCE : { ...pace, idleSeconds })
      subscriptions?.keep(address, await interestIn(db, address, new Date(clock.now() - LATE_MS)))
      if (unavailable) log.info({}, 'the network is back; payments are watched again')
      unavailable = false
    } catch (error) {
      const { cursor, backlogBefore, backlogCursor, backlogBeganAt } = wallet
      const position = { cursor, backlogBefore, backlogCursor, backlogBeganAt }
      const later = { ...pace, idleSeconds: pace.openSeconds }
      await saveScan(db, address, position, later).catch(() => undefined)
      if (!isFault(error)) return log.error({ wallet: address, ...describe(error) }, 'payments were not read')
      if (!unavailable)
        log.warn({ reason: error.message }, 'payments are not watched while the network is unavailable')
      unavailable = true
    }
  }

  /** What is due now. Answers whether there may be more. */
  async function tick(): Promise<boolean> {
    const due = await claimDue(db, CLAIMS)
    await pLimit(WALLETS_AT_ONCE).map(due, (wallet) => watch(wallet))
    return due.length === CLAIMS
  }

  async function run(): Promise<void> {
    let lost = false
    while (!ending.signal.aborted) {
      let more = false
      try {
        more = await tick()
        lost = false
      } catch (error) {
        if (!lost) log.error(describe(error), 'payments are not watched: the database does not answer')
        lost = true
      }
      if (more || ending.signal.aborted) continue
      waiting = new AbortController()
      if (!woken) await clock.sleep((pace.openSeconds * 1_000) / TICKS, waiting.signal, { background: true })
      woken = false
    }
  }

  function wake(): void {
    woken = true
    waiting?.abort()
  }

  /** Something may have happened to this wallet: it is scanned at once. */
  async function hint(address: Address): Promise<void> {
    await bringForward(db, address)
    wake()
  }

  return {
    judge,
    settle,
    start: (): void => void (running ??= run()),
    hint,
    async stop(): Promise<void> {
      ending.abort()
      wake()
      await running
      subscriptions?.close()
    },
  }
}
