import { Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { AmountInput } from '#ui/fields/amount-input.tsx'
import { type Asset, inUnit } from './asset.ts'
import type { Holder } from '../selection/holders.ts'
import css from '../distribution-center.module.css'

const ROW = 44
/** The height of a row with a reason of two lines below it. */
const NOTED_ROW = 80
/** The most rows without scrolling. */
const SHOWN = 6

/** `note`: the reason why it is listed; undefined: none. */
type Listed = Pick<Holder, 'id' | 'name' | 'address'> & { note?: string | undefined }
type Props = {
  label: string
  asset: Asset
  holders: Listed[]
  amounts: ReadonlyMap<number, string>
  /** Without it the amounts are read-only. */
  onAmount: ((id: number, text: string) => void) | undefined
  disabled: boolean
  empty: string
}

/** The amount of each selected wallet, virtualized. */
export function AmountsList({ label, asset, holders, amounts, onAmount, disabled, empty }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const rowHeight = holders.some(({ note }) => note !== undefined) ? NOTED_ROW : ROW
  // oxlint-disable-next-line react/incompatible-library -- its functions must not be memoized, and are not
  const list = useVirtualizer({
    count: holders.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    useFlushSync: false,
    initialRect: { width: 300, height: 300 },
  })
  if (holders.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  return (
    <div
      ref={box}
      className={css.amounts}
      style={{ height: Math.min(holders.length, SHOWN) * rowHeight + 1 }}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <ul className="virtual-list" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((row) => {
          const holder = holders[row.index]
          if (!holder) return null
          const text = amounts.get(holder.id)
          return (
            <li
              key={holder.id}
              className={css.amount}
              data-noted={holder.note !== undefined || undefined}
              style={{ transform: `translateY(${row.start}px)`, height: rowHeight }}
            >
              <span className={css.who} title={holder.address}>
                {holder.name}
              </span>
              {onAmount ? (
                <span className={css.input}>
                  <AmountInput
                    label={`Amount for ${holder.name}`}
                    hideLabel
                    value={text ?? ''}
                    unit={asset.symbol}
                    decimals={asset.places}
                    disabled={disabled}
                    onChange={(typed) => onAmount(holder.id, typed)}
                  />
                </span>
              ) : (
                <span className="num">{text === undefined ? '–' : inUnit(text, asset.symbol)}</span>
              )}
              {holder.note !== undefined && <span className={css.why}>{holder.note}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
