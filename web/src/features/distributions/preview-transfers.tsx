import { friendlyError } from '@purser/contract/distribution-texts.ts'
import type { DistributionPreview } from '@purser/contract/distributions.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import type { Kind } from './run-state.ts'
import { sol } from './sol.ts'
import css from './preview-transfers.module.css'

const ROW = 52

/** Each transfer with the balance it would leave; those that would fail first. */
export function PreviewTransfers({ kind, preview }: { kind: Kind; preview: DistributionPreview }) {
  const box = useRef<HTMLDivElement>(null)
  const transfers = useMemo(
    () => preview.transfers.toSorted((a, b) => Number(b.error !== null) - Number(a.error !== null)),
    [preview],
  )
  // oxlint-disable-next-line react/incompatible-library -- its functions must not be memoized, and are not
  const list = useVirtualizer({
    count: transfers.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 4,
    useFlushSync: false,
    initialRect: { width: 600, height: 260 },
  })
  const height = Math.min(transfers.length * ROW, 5 * ROW)
  return (
    <div ref={box} className={css.box} style={{ height }} tabIndex={0} role="group" aria-label="Transfers">
      <ul className={css.list} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((row) => {
          const transfer = transfers[row.index]
          if (!transfer) return null
          return (
            <li
              key={row.key}
              ref={list.measureElement}
              data-index={row.index}
              className={css.row}
              style={{ transform: `translateY(${row.start}px)` }}
            >
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
            </li>
          )
        })}
      </ul>
    </div>
  )
}
