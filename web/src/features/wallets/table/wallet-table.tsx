import { useMediaQuery } from '@mantine/hooks'
import { COPY_FEEDBACK_MS } from '@purser/contract/limits.ts'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Column } from '#ui/table-column.ts'
import { type Sort, TableHead } from './table-head.tsx'
import { type RowActions, WalletRow } from './wallet-row.tsx'
import css from './wallet-table.module.css'

/** Row heights: rows are virtualized, so each has its height whatever its content. Rules by column are in the style sheet. */
const ROW = 36
const CARD = 116
const LINE = 18
/** The head and the border. */
const HEAD = 38
/** Below this width rows are cards. */
const CARDS = '(max-width: 880px)'
const TICK = '36px '
const ACTIONS = ' 64px'

type Props<H> = {
  wallets: Wallet[]
  columns: Column<Wallet, H>[]
  holdingOf: (wallet: Wallet) => H
  /** Lines of an unfolded row beyond one. */
  extraLines: (holding: H) => number
  chosen: number | undefined
  /** The ticked ids during multiple selection. */
  ticked: ReadonlySet<number> | undefined
  sort: Sort
  onSort: (sort: Sort) => void
  /** `range`: the Shift key was held. */
  onPick: (wallet: Wallet, range: boolean) => void
  onAll: (on: boolean) => void
  onDelete: (wallet: Wallet) => void
  /** Called after scrolling with the ids on screen. */
  onVisible: (ids: number[]) => void
}

/** The wallets as a virtualized table; on a phone its rows are cards. Nothing jumps when balances arrive. */
function Table<H>(props: Props<H>) {
  const { wallets, columns, holdingOf, extraLines, chosen, ticked, onPick, onDelete, onVisible } = props
  const box = useRef<HTMLDivElement>(null)
  const shift = useRef(false)
  const cards = useMediaQuery(CARDS, false, { getInitialValueInEffect: false })
  const [copied, setCopied] = useState<number>()
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (copied === undefined) return
    const timer = setTimeout(() => setCopied(undefined), COPY_FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = useCallback(async (wallet: Wallet) => {
    try {
      await navigator.clipboard.writeText(wallet.address)
      setCopied(wallet.id)
    } catch {
      // The browser forbids it: the full address can be selected in the detail.
    }
  }, [])
  const expand = useCallback(
    (id: number) =>
      setExpanded((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    [],
  )
  const actions = useMemo<RowActions>(
    () => ({
      pick: (wallet) => onPick(wallet, shift.current),
      copy: (wallet) => void copy(wallet),
      remove: onDelete,
      expand,
    }),
    [onPick, copy, onDelete, expand],
  )
  const base = cards ? CARD : ROW
  const sizeOf = (index: number) => {
    const wallet = wallets[index]
    if (!wallet || !expanded.has(wallet.id)) return base
    return base + LINE * extraLines(holdingOf(wallet))
  }
  // Stable, or every scroll would measure all rows again.
  const getItemKey = useCallback((index: number) => wallets[index]?.id ?? index, [wallets])
  // oxlint-disable-next-line react/incompatible-library -- its functions must not be memoized, and are not
  const list = useVirtualizer({
    count: wallets.length,
    getScrollElement: () => box.current,
    estimateSize: sizeOf,
    getItemKey,
    overscan: 4,
    useFlushSync: false,
  })
  const uneven = expanded.size > 0
  useEffect(() => {
    list.measure()
  }, [list, base])
  useEffect(() => {
    if (uneven) list.measure()
  }, [list, uneven, expanded, wallets])
  const rows = list.getVirtualItems()
  const visible = rows.map((row) => wallets[row.index]?.id ?? 0).join()
  useEffect(() => {
    onVisible(visible === '' ? [] : visible.split(',').map(Number))
  }, [onVisible, visible])
  const total = list.getTotalSize()
  const tracks = columns.map(({ width }) => width).join(' ')

  return (
    <div
      ref={box}
      className={css.table}
      style={
        {
          '--columns': `${ticked ? TICK : ''}${tracks}${ACTIONS}`,
          '--total': `${total + HEAD}px`,
        } as CSSProperties
      }
      data-selecting={ticked !== undefined}
      tabIndex={0}
      role="table"
      aria-label="Wallets"
      aria-rowcount={wallets.length + 1}
      // The Shift key makes the next press a range, by mouse or keyboard.
      onPointerDownCapture={(event) => {
        shift.current = event.shiftKey
      }}
      onKeyDownCapture={(event) => {
        shift.current = event.shiftKey
      }}
    >
      <TableHead
        columns={columns}
        sort={props.sort}
        onSort={props.onSort}
        ticks={
          ticked && {
            some: wallets.some((wallet) => ticked.has(wallet.id)),
            all: wallets.every((wallet) => ticked.has(wallet.id)),
            onAll: props.onAll,
          }
        }
      />
      <div role="rowgroup" className={css.rows} style={{ height: total }}>
        {rows.map((row) => {
          const wallet = wallets[row.index]
          if (!wallet) return null
          return (
            <div
              key={row.key}
              role="row"
              className={css.item}
              style={{ height: row.size, transform: `translateY(${row.start}px)` }}
              aria-rowindex={row.index + 2}
            >
              <WalletRow
                wallet={wallet}
                columns={columns}
                holding={holdingOf(wallet)}
                expanded={expanded.has(wallet.id)}
                chosen={wallet.id === chosen}
                ticked={ticked?.has(wallet.id)}
                copied={copied === wallet.id}
                actions={actions}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

export const WalletTable = memo(Table) as typeof Table
