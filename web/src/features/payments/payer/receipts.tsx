import { Badge } from '@mantine/core'
import type { PayerView } from '@purser/contract/payments/payer.ts'
import { IconCheck, IconClock, IconExternalLink } from '@tabler/icons-react'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { explorerLink } from '#ui/formats/explorer.ts'
import { shown } from './amounts.ts'
import css from './payer.module.css'
import { timeText } from './state-words.ts'

/** Received and refunded amounts. */
export function Receipts({ view }: { view: PayerView }) {
  const { receipts, refunds, cluster } = view
  if (receipts.length + refunds.length === 0) return null
  return (
    <section aria-label="Transactions">
      {receipts.length > 0 && <h2 className={css.subtitle}>Received</h2>}
      <ul className={css.transactions}>
        {receipts.map((receipt) => (
          <li key={receipt.signature}>
            <div className={css.line}>
              <b className="num">
                {shown(receipt.amount)} {receipt.symbol}
              </b>
              <span className={css.badges}>
                {receipt.late && <Badge {...BADGE}>Late</Badge>}
                {receipt.state === 'final' ? (
                  <Badge {...BADGE} leftSection={<IconCheck size={11} />}>
                    Final
                  </Badge>
                ) : (
                  <Badge {...BADGE} leftSection={<IconClock size={11} />}>
                    {receipt.state === 'arriving' ? 'Arriving' : 'Searching'}
                  </Badge>
                )}
              </span>
            </div>
            <div className={css.line}>
              <span className={css.when}>{timeText(receipt.at)}</span>
              <Transaction signature={receipt.signature} cluster={cluster} />
            </div>
          </li>
        ))}
      </ul>
      {refunds.length > 0 && <h2 className={css.subtitle}>Sent back</h2>}
      <ul className={css.transactions}>
        {refunds.map(({ symbol, amount, tx_hash }, n) => (
          <li key={tx_hash ?? n}>
            <div className={css.line}>
              <b className="num">
                {shown(amount)} {symbol}
              </b>
              {tx_hash === null ? (
                <Badge {...BADGE} leftSection={<IconClock size={11} />}>
                  On its way
                </Badge>
              ) : (
                <Transaction signature={tx_hash} cluster={cluster} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const BADGE = { variant: 'default', size: 'sm', tt: 'none' } as const

/** Short on screen, in full on paper. */
function Transaction({ signature, cluster }: { signature: string; cluster: PayerView['cluster'] }) {
  const link = explorerLink(signature, cluster)
  const short = signature.slice(0, 8)
  return (
    <span className={css.signature} title={signature}>
      {link === undefined ? (
        <span className={css.onScreen}>{short}</span>
      ) : (
        <a className={css.onScreen} href={link} target="_blank" rel="noopener noreferrer">
          {short} <IconExternalLink size={13} aria-label="in the explorer" />
        </a>
      )}
      <span className={css.onPaper}>{signature}</span>
      <CopyButton text={signature} label="Copy transaction" />
    </span>
  )
}
