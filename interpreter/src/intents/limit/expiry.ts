import type { Bag } from '../../clauses/bag.ts'

/** Returns the time for which the order waits; null if the text has none, or says for ever. */
export function readExpiry(bag: Bag): number | null {
  const expiry = bag.take('expiry', 'expires_in_seconds')
  if (expiry) return expiry.seconds === null ? null : Math.round(expiry.seconds)
  bag.take('endless', 'expires_in_seconds')
  const [lasts] = bag.all('duration')
  if (lasts) {
    bag.mark(lasts, 'expires_in_seconds')
    return Math.round(lasts.value.seconds)
  }
  const [held] = bag.all('time_limit')
  if (!held || bag.has('stop', 'take', 'trail', 'both_exits')) return null
  bag.mark(held, 'expires_in_seconds')
  return Math.round(held.value.seconds)
}
