import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import css from './virtual-rows.module.css'

type Props<T> = {
  label: string
  rows: T[]
  /** Pixels, until a row is measured. */
  heightOf: (row: T) => number
  /** The height of the box, from that of all rows. */
  height: (total: number) => number
  /** Another key measures a row again. */
  keyOf?: (row: T) => string | number
  overscan: number
  initialRect: { width: number; height: number }
  rowClass: string | undefined
  children: (row: T) => ReactNode
}

/** A box that scrolls over rows; only the visible ones are mounted. */
export function VirtualRows<T>({
  label,
  rows,
  heightOf,
  height,
  keyOf,
  rowClass,
  children,
  ...rest
}: Props<T>) {
  const box = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- its functions must not be memoized, and are not
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heightOf(rows[index] as T),
    getItemKey: (index) => keyOf?.(rows[index] as T) ?? index,
    useFlushSync: false,
    ...rest,
  })
  const total = list.getTotalSize()
  return (
    <div
      ref={box}
      className={css.box}
      style={{ height: height(total) }}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <ul className="virtual-list" style={{ height: total }}>
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          return (
            <li
              key={item.key}
              ref={list.measureElement}
              data-index={item.index}
              className={`${css.row} ${rowClass}`}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {children(row)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
