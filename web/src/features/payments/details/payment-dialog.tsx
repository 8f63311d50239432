import type { Payment, PaymentReceipt } from '@purser/contract/payments/payments.ts'
import { useState } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { AcceptForm } from './accept-form.tsx'
import { AssignForm } from './assign-form.tsx'
import { ExpireForm } from './expire-form.tsx'
import { PaymentDetails } from './payment-details.tsx'
import { RefundForm } from './refund-form.tsx'
import { usePayment } from '../use-payments.ts'

type At = 'details' | 'accept' | 'assign' | 'expire' | 'refund'
/** The payment from its list, and the part of it that is open. */
export type Opened = { payment: Payment; at: At }

const titles: Record<At, (id: number) => string> = {
  details: (id) => `Payment #${id}`,
  accept: (id) => `Accept payment #${id}`,
  assign: (id) => `Assign a transaction to payment #${id}`,
  expire: (id) => `Expire payment #${id}`,
  refund: (id) => `Refund payment #${id}`,
}

/** A whole payment, and the forms of its actions. */
export function PaymentDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const [at, setAt] = useState(opened.at)
  const [receipt, setReceipt] = useState<PaymentReceipt>()
  const query = usePayment(opened.payment.id)
  const payment = query.data ?? opened.payment
  // A form that was opened from the list leads back to the list.
  const back = () => (opened.at === 'details' ? setAt('details') : onClose())
  return (
    <Dialog onClose={onClose} title={titles[at](payment.id)} size={at === 'details' ? 'xl' : 'lg'}>
      {at === 'details' && (
        <PaymentDetails
          payment={payment}
          onOpen={setAt}
          onRefund={(chosen) => {
            setReceipt(chosen)
            setAt('refund')
          }}
        />
      )}
      {at === 'accept' && <AcceptForm payment={payment} onBack={back} />}
      {at === 'assign' && <AssignForm payment={payment} onBack={back} />}
      {at === 'expire' && <ExpireForm payment={payment} onBack={back} />}
      {at === 'refund' && receipt && <RefundForm payment={payment} receipt={receipt} onBack={back} />}
    </Dialog>
  )
}
