/** Watches the collection wallets: scans each, settles its receipts, and ends links whose time is over. */
import type { Address } from '@solana/kit'
import type { Bus } from '../../../kernel/bus.ts'
import type { AddressNotifications } from '../../../ports/signature-notifications.ts'
import type { SettleParts } from '../receipts/settle-receipt.ts'
import type { Judge, JudgeParts } from './judge.ts'
import type { ScanParts } from './scan-state.ts'

/** Seconds between two scans of a wallet with open links, and of one without. */
export type Pace = { openSeconds: number; idleSeconds: number }

export type WatcherParts = SettleParts &
  ScanParts & {
    bus: Bus
    pace: Pace
    transfers: JudgeParts['transfers']
    apartMs?: number | undefined
    notifications?: AddressNotifications | undefined
  }

export type Watcher = {
  judge: Judge
  /** Settles what has arrived in this wallet. Tells whether something changed. */
  settle(recipient: Address): Promise<boolean>
  start(): void
  /** Something may have happened to this wallet: it is scanned at once. */
  hint(wallet: Address): Promise<void>
  stop(): Promise<void>
}
