import type { PayerView } from '@purser/contract/payments/payer.ts'
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { lamports, sol, usdDown, usdUp } from './amounts.ts'
import css from './payer.module.css'
import { timeText } from './state-words.ts'

/** Only SOL counts; a token that arrived is listed with its transaction. */
function solOf({ receipts }: PayerView): string {
  const counted = receipts.filter(({ state, symbol }) => state === 'final' && symbol === 'SOL')
  const total = counted.reduce((sum, { amount }) => sum + lamports(amount), 0n)
  return sol(formatUnits(total, SOL_DECIMALS))
}

/** The receipt, which can be printed. */
export function PaidSummary({ view }: { view: PayerView }) {
  const rows: [name: string, value: string][] = [
    ['Amount', usdUp(view.amount_usd)],
    ['Received', `${solOf(view)}, ${usdDown(view.received_usd)}`],
    ['Paid', view.paid_at === null ? '' : timeText(view.paid_at)],
    ['To', view.recipient],
    ['Network', `Solana, ${view.cluster}`],
    ['Reference', view.reference_id],
  ]
  return (
    <section aria-labelledby="receipt">
      <h2 id="receipt" className={css.subtitle}>
        Receipt
      </h2>
      <dl className={css.receipt}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
