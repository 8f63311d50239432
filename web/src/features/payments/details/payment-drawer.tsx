import type { Payment, PaymentReceipt } from '@purser/contract/payments/payments.ts'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'
import { AcceptForm } from './accept-form.tsx'
import { AssignForm } from './assign-form.tsx'
import { ExpireForm } from './expire-form.tsx'
import { PaymentDetails } from './payment-details.tsx'
import { RefundForm } from './refund-form.tsx'
import css from '../payments.module.css'
import { usePayment } from '../use-payments.ts'

const SideDrawer = lazyWhenIdle(() => import('#ui/dialogs/side-drawer.tsx').then((m) => m.SideDrawer))

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

/** A whole payment at the right of its list, with the forms of its actions. A form from the list is a dialog. */
export function PaymentDrawer({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const isDrawer = opened.at === 'details'
  const [at, setAt] = useState(opened.at)
  const [receipt, setReceipt] = useState<PaymentReceipt>()
  const query = usePayment(opened.payment.id)
  const payment = query.data ?? opened.payment
  const box = useFocusOfForm(at)
  // A form that was opened from the list leads back to the list.
  const back = () => (isDrawer ? setAt('details') : onClose())
  const content = (
    <div ref={box} tabIndex={-1} className={css.part}>
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
    </div>
  )
  const title = titles[at](payment.id)
  if (!isDrawer)
    return (
      <Dialog onClose={onClose} title={title} size="lg">
        {content}
      </Dialog>
    )
  return (
    <Suspense fallback={null}>
      <SideDrawer onClose={onClose} title={title}>
        {content}
      </SideDrawer>
    </Suspense>
  )
}

/** The pressed button is gone with its part: the keyboard goes on in the first field of the next one. */
function useFocusOfForm(at: At) {
  const box = useRef<HTMLDivElement>(null)
  const from = useRef(at)
  useLayoutEffect(() => {
    if (from.current === at) return
    from.current = at
    if (document.activeElement !== document.body) return
    const field = box.current?.querySelector<HTMLElement>('[data-autofocus]')
    ;(field ?? box.current)?.focus()
  }, [at])
  return box
}
