import { DAY_MS } from '@purser/contract/time.ts'
import type { Address } from '@solana/kit'
import { isFault } from '../../../kernel/fault.ts'
import { describe } from '../../../kernel/log.ts'
import type { createScan } from './scan.ts'
import { expireLinks } from './settle.ts'
import type { Subscriptions } from './subscriptions.ts'
import { interestIn, saveScan, type WatchedRow } from './watched.store.ts'
import type { Pace, WatcherParts } from './watcher.ts'

const AT_ONCE: Pace = { openSeconds: 0, idleSeconds: 0 }
/** Wallets whose links have expired are subscribed so long. */
const LATE_MS = DAY_MS

export type WatchState = WatcherParts & {
  scan: ReturnType<typeof createScan>
  /** Each tells whether something was written. */
  searchByReference(recipient: Address): Promise<boolean>
  settle(recipient: Address): Promise<boolean>
  /** How many of a wallet's next scans follow soon. */
  expected: Map<Address, number>
  subscriptions: Subscriptions | undefined
  unavailable: boolean
}

/** Scans a wallet, settles its receipts and ends its links. */
export async function watchWallet(state: WatchState, wallet: WatchedRow): Promise<void> {
  const { db, bus, clock, log, pace, expected, subscriptions } = state
  const { address, userId } = wallet
  const scans = expected.get(address) ?? 0
  expected.delete(address)
  try {
    const { position, found: listed, completeSince, rest } = await state.scan(wallet)
    const found = (await state.searchByReference(address)) || listed
    const changed = await state.settle(address)
    const expired = completeSince !== null && (await expireLinks(state, address, completeSince))
    if (found || changed || expired) bus.publish('payments.changed', { userId })
    const goesOn = completeSince === null && rest !== 'unreadable'
    const isExpected = !found && scans > 1
    if (isExpected && !expected.has(address)) expected.set(address, scans - 1)
    const idleSeconds = isExpected || rest === 'unreadable' ? pace.openSeconds : pace.idleSeconds
    await saveScan(db, address, position, goesOn ? AT_ONCE : { ...pace, idleSeconds })
    subscriptions?.keep(address, await interestIn(db, address, new Date(clock.now() - LATE_MS)))
    if (state.unavailable) log.info({}, 'the network is back; payments are watched again')
    state.unavailable = false
  } catch (error) {
    const { cursor, backlogBefore, backlogCursor, backlogBeganAt } = wallet
    const position = { cursor, backlogBefore, backlogCursor, backlogBeganAt }
    const later = { ...pace, idleSeconds: pace.openSeconds }
    await saveScan(db, address, position, later).catch(() => undefined)
    if (!isFault(error)) return log.error({ wallet: address, ...describe(error) }, 'payments were not read')
    if (!state.unavailable)
      log.warn({ reason: error.message }, 'payments are not watched while the network is unavailable')
    state.unavailable = true
  }
}
