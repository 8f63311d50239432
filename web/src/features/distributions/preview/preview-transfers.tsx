import { useMemo } from 'react'
import { VirtualRows } from '#ui/virtual-rows.tsx'
import { amountText } from '../amounts/asset.ts'
import { transferErrorText } from '../transfer-error-text.ts'
import type { FundsPreview } from '../funds-request.ts'
import { isSpread, type Kind } from '../kinds.ts'
import css from './preview-transfers.module.css'

const ROW = 52

type Props = { kind: Kind; preview: FundsPreview; unit: string }
type Transfer = FundsPreview['transfers'][number]

const newAccount = (transfer: Transfer) =>
  transfer.newAccount && ('closed' in transfer ? ', new token account' : ', new account')

/** Each transfer with the balance it would leave; those that would fail first. */
export function PreviewTransfers({ kind, preview, unit }: Props) {
  const transfers = useMemo(
    (): Transfer[] =>
      preview.transfers.toSorted(
        (a: Transfer, b: Transfer) => Number(b.error !== null) - Number(a.error !== null),
      ),
    [preview],
  )
  return (
    <VirtualRows
      label="Transfers"
      rows={transfers}
      heightOf={() => ROW}
      height={() => Math.min(transfers.length * ROW, 5 * ROW)}
      overscan={4}
      initialRect={{ width: 600, height: 260 }}
      rowClass={css.row}
    >
      {(transfer) => (
        <>
          <div className={css.who}>
            <span className={css.name}>{transfer.walletName}</span>
            {transfer.error !== null ? (
              <span className={css.bad} title={transfer.error}>
                Would fail: {transferErrorText(kind, transfer.error, { refusal: transfer.refusal })}
              </span>
            ) : (
              <span className={css.note}>
                {isSpread(kind) ? 'will hold' : 'will keep'} {amountText(transfer.finalBalance, unit)}
                {newAccount(transfer)}
                {'closed' in transfer && transfer.closed && ', account closed'}
              </span>
            )}
          </div>
          <span className={css.amount}>{amountText(transfer.amount, unit)}</span>
        </>
      )}
    </VirtualRows>
  )
}
