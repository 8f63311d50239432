/**
 * The collection wallets that the node notifies of: those with open links first, then those whose links have expired not
 * long ago. Everything is found by polling too; a notification only brings the scan of its wallet forward.
 */
import type { Address } from '@solana/kit'
import { after, type Clock } from '../../../kernel/clock.ts'
import type { AddressNotifications } from '../../../ports/signature-notifications.ts'
import type { Interest } from './watched.store.ts'

type Subscription = {
  interest: Interest
  /**
   * The earliest next scan, by the monotonic clock: a wallet that many transactions name is not scanned for each of
   * them.
   */
  nextAt: number
  cancel: (() => void) | null
  stop(): void
}

export type Subscriptions = ReturnType<typeof createSubscriptions>

export function createSubscriptions({
  notifications,
  clock,
  spacingMs,
  notified,
}: {
  notifications: AddressNotifications
  clock: Clock
  /** Between two scans of a wallet that notifications bring forward. */
  spacingMs: number
  notified(wallet: Address): void
}) {
  const kept = new Map<Address, Subscription>()

  function bringForward(wallet: Address, mine: Subscription): void {
    if (mine.cancel) return
    const run = () => {
      mine.cancel = null
      mine.nextAt = clock.monotonic() + spacingMs
      notified(wallet)
    }
    const wait = mine.nextAt - clock.monotonic()
    if (wait <= 0) run()
    else mine.cancel = after(clock, wait, run)
  }

  function subscribe(wallet: Address, interest: Interest): boolean {
    const mine: Subscription = { interest, nextAt: clock.monotonic(), cancel: null, stop: () => undefined }
    const stop = notifications.subscribeAddress(wallet, (notice) => {
      if (kept.get(wallet) !== mine) return
      // Arrivals while the socket was lost were not notified; a wallet with an open link is polled soon anyway.
      if (notice === 'notified' || (notice === 'subscribed' && mine.interest === 'late'))
        bringForward(wallet, mine)
    })
    if (!stop) return false
    mine.stop = stop
    kept.set(wallet, mine)
    return true
  }

  function drop(wallet: Address): void {
    const mine = kept.get(wallet)
    kept.delete(wallet)
    mine?.cancel?.()
    mine?.stop()
  }

  function dropLate(): boolean {
    const late = [...kept].find(([, { interest }]) => interest === 'late')
    if (late) drop(late[0])
    return late !== undefined
  }

  return {
    /** After each scan of this wallet. */
    keep(wallet: Address, interest: Interest | null): void {
      const known = kept.get(wallet)
      if (interest === null) drop(wallet)
      else if (known) known.interest = interest
      else if (!subscribe(wallet, interest) && interest === 'open' && dropLate()) subscribe(wallet, interest)
    },
    close(): void {
      for (const wallet of kept.keys()) drop(wallet)
    },
  }
}
