import { friendlyError } from '@purser/contract/distribution-texts.ts'
import type { DistributionPreview } from '@purser/contract/distributions.ts'
import { useMemo } from 'react'
import { VirtualRows } from '#ui/virtual-rows.tsx'
import type { Kind } from './run-state.ts'
import { sol } from './sol.ts'
import css from './preview-transfers.module.css'

const ROW = 52

/** Each transfer with the balance it would leave; those that would fail first. */
export function PreviewTransfers({ kind, preview }: { kind: Kind; preview: DistributionPreview }) {
  const transfers = useMemo(
    () => preview.transfers.toSorted((a, b) => Number(b.error !== null) - Number(a.error !== null)),
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
                Would fail: {friendlyError(transfer.error)}
              </span>
            ) : (
              <span className={css.note}>
                {kind === 'distribute' ? 'will hold' : 'will keep'} {sol(transfer.finalBalance)}
                {transfer.newAccount && ', new account'}
              </span>
            )}
          </div>
          <span className={css.amount}>{sol(transfer.amount)}</span>
        </>
      )}
    </VirtualRows>
  )
}
