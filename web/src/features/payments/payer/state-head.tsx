import type { PayerView } from '@purser/contract/payments/payer.ts'
import { IconCircleCheck, IconClock, IconHourglass, IconWallet } from '@tabler/icons-react'
import { usdDown, usdUp } from './amounts.ts'
import css from './payer.module.css'
import { stateWords, type Tone } from './state-words.ts'

const ICONS: Record<Tone, typeof IconClock> = {
  open: IconWallet,
  waiting: IconHourglass,
  good: IconCircleCheck,
  ended: IconClock,
}

/** The requested amount and the state; its changes are read out. */
export function StateHead({ view }: { view: PayerView }) {
  const { title, text, tone } = stateWords(view)
  const Icon = ICONS[tone]
  const begun = view.state !== 'paid' && Number(view.received_usd) > 0
  return (
    <div className={css.head} data-tone={tone}>
      <Icon size={30} aria-hidden="true" className={css.icon} />
      <h1 className={css.title}>{title}</h1>
      <p role="status" className={css.text}>
        <span className="visually-hidden">{title}. </span>
        {text}
      </p>
      {begun && (
        <dl className={css.sums}>
          <div>
            <dt>Amount</dt>
            <dd className="num">{usdUp(view.amount_usd)}</dd>
          </div>
          <div>
            <dt>Received</dt>
            <dd className="num">{usdDown(view.received_usd)}</dd>
          </div>
          <div>
            <dt>Still due</dt>
            <dd className="num">{usdUp(view.due_usd)}</dd>
          </div>
        </dl>
      )}
    </div>
  )
}
