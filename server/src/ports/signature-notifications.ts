/** Subscriptions of a cluster: to the outcome of signatures, and to transactions that name an address. */
import type { Address, Signature } from '@solana/kit'

/**
 * 'subscribed': the node will notify. 'notified': the signature is confirmed or failed, or a confirmed transaction names the
 * address. 'unreliable': no notification can be relied on for now.
 */
export type SignatureNotice = 'subscribed' | 'notified' | 'unreliable'

/** Only a hint to poll sooner: a notification may be late, wrong, or never come. */
export type SignatureNotifications = {
  /**
   * Calls back 'subscribed' and 'unreliable' alternately and 'notified' once, which ends the subscription; never calls
   * back while too many are open. Returns the unsubscribe function. Never throws.
   */
  subscribe(signature: Signature, notify: (notice: SignatureNotice) => void): () => void
  close(): void
}

/** Only a hint, too. */
export type AddressNotifications = {
  /** The same until it is unsubscribed: 'notified' for each transaction. null: too many are open. Never throws. */
  subscribeAddress(address: Address, notify: (notice: SignatureNotice) => void): (() => void) | null
}
