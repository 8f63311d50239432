/** Texts for an operation whose outcome is being resolved. */
import type { Waiting } from '@purser/contract/transfers.ts'

const n = (count: number) => (count === 1 ? '1 transaction' : `${count.toLocaleString('en')} transactions`)

export function waitingTexts({ transactions, may_land }: Waiting): { head: string; now: string } {
  if (transactions === 0)
    return { head: 'The outcome is being resolved.', now: 'What the network says is being booked.' }
  const head = `The network has not said yet what became of ${n(transactions)}. Nothing is sent again, and nothing is called failed, before that is certain.`
  if (may_land === null) return { head, now: 'The network does not answer just now; it is asked again.' }
  if (may_land)
    return {
      head,
      now: 'It can still be executed. Its time is over in about a minute; then this is decided.',
    }
  return {
    head,
    now: 'Its time is over, so it can no longer be executed. What is left to find out is whether it was; the ledger is asked again and again.',
  }
}
