import type { PayerView } from '@purser/contract/payments/payer.ts'
import { useEffect, useState } from 'react'
import { payerSent, type Sent } from '#wire/storage/payer-sent.ts'

/** Tells whether the sent transaction is among the receipts. Without a signature the first new receipt counts as it. */
const arrived = (sent: Sent, view: PayerView): boolean =>
  view.receipts.some(({ signature }) =>
    sent.signature === null ? !sent.before.includes(signature) : signature === sent.signature,
  )

export type SentState = {
  /** Not seen by the server yet: nothing may be paid meanwhile. */
  sent: Sent | undefined
  add: (signature: string | null, problem?: string) => void
  /** The payer has checked, and it was not sent. */
  dismiss: () => void
}

/** The transaction that was sent from this tab and has not arrived; a reload keeps it. */
export function useSent(view: PayerView): SentState {
  const reference = view.reference_id
  const [sent, setSent] = useState(() => payerSent.read(reference))
  const open = sent !== undefined && !arrived(sent, view) ? sent : undefined
  const done = sent !== undefined && open === undefined
  useEffect(() => {
    if (done) payerSent.clear(reference)
  }, [done, reference])
  return {
    sent: open,
    add: (signature, problem) => {
      const before = view.receipts.map((receipt) => receipt.signature)
      const next = { signature, before, at: Date.now(), ...(problem === undefined ? {} : { problem }) }
      payerSent.write(reference, next)
      setSent(next)
    },
    dismiss: () => {
      payerSent.clear(reference)
      setSent(undefined)
    },
  }
}
