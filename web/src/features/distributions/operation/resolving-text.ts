/** Texts for an operation whose outcome is being resolved. */
import type { Waiting } from '@purser/contract/transfers/transfers.ts'

const n = (count: number) => (count === 1 ? '1 transaction' : `${count.toLocaleString('en')} transactions`)

export function resolvingTexts({ transactions, may_land }: Waiting): { head: string; now: string } {
  if (transactions === 0)
    return { head: 'The outcome is being resolved.', now: 'The answer of the network is being booked.' }
  const head = `The network has not confirmed the outcome of ${n(transactions)} yet. Nothing is sent again or reported as failed before it is certain.`
  if (may_land === null) return { head, now: 'The network is not responding; retrying.' }
  if (may_land)
    return {
      head,
      now: 'It can still be executed. It expires in about a minute; then the outcome is decided.',
    }
  return {
    head,
    now: 'It has expired, so it can no longer be executed. Whether it was executed is being checked on the ledger, again and again.',
  }
}
