import type { Wallet } from '@purser/contract/wallets.ts'
import { COPY_FEEDBACK_MS } from '@purser/contract/limits.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type RowActions, type RowHolding, WalletRow } from './wallet-row.tsx'
import css from './wallet-list.module.css'

/** Row height: rows are virtualized, so each has this height whatever it holds. */
const ROW = 80
const LINE = 18

type Props<H> = {
  wallets: Wallet[]
  chosen: number | undefined
  /** The ticked ids during multiple selection. */
  ticked: ReadonlySet<number> | undefined
  holding: RowHolding<H>
  onPick: (wallet: Wallet) => void
  onDelete: (wallet: Wallet) => void
  /** Called after scrolling with the ids on screen. */
  onVisible: (ids: number[]) => void
}

/** The wallets, virtualized. All rows have one height, so that nothing jumps when balances arrive. */
function List<H>({ wallets, chosen, ticked, holding, onPick, onDelete, onVisible }: Props<H>) {
  const box = useRef<HTMLDivElement>(null)
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
    () => ({ pick: onPick, copy: (wallet) => void copy(wallet), remove: onDelete, expand }),
    [onPick, copy, onDelete, expand],
  )
  const sizeOf = (index: number) => {
    const wallet = wallets[index]
    if (!wallet || !expanded.has(wallet.id)) return ROW
    return ROW + LINE * holding.extraLines(holding.of(wallet))
  }
  // Stable, or every scroll would measure all rows again.
  const getItemKey = useCallback((index: number) => wallets[index]?.id ?? index, [wallets])
  // oxlint-disable-next-line react/incompatible-library -- its functions must not be memoized, and are not
  const list = useVirtualizer({
    count: wallets.length,
    getScrollElement: () => box.current,
    estimateSize: sizeOf,
    getItemKey,
    overscan: 3,
    useFlushSync: false,
  })
  const uneven = expanded.size > 0
  useEffect(() => {
    if (uneven) list.measure()
  }, [list, uneven, expanded, wallets])
  const rows = list.getVirtualItems()
  const visible = rows.map((row) => wallets[row.index]?.id ?? 0).join()
  useEffect(() => {
    onVisible(visible === '' ? [] : visible.split(',').map(Number))
  }, [onVisible, visible])

  return (
    <div ref={box} className={css.scroll} tabIndex={0} role="group" aria-label="Wallets">
      <ul className="virtual-list" style={{ height: list.getTotalSize() }}>
        {rows.map((row) => {
          const wallet = wallets[row.index]
          if (!wallet) return null
          return (
            <li
              key={row.key}
              className={css.item}
              style={{ height: row.size, transform: `translateY(${row.start}px)` }}
              aria-setsize={wallets.length}
              aria-posinset={row.index + 1}
            >
              <WalletRow
                wallet={wallet}
                holding={holding.of(wallet)}
                draw={holding.draw}
                expanded={expanded.has(wallet.id)}
                chosen={wallet.id === chosen}
                ticked={ticked?.has(wallet.id)}
                copied={copied === wallet.id}
                actions={actions}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export const WalletList = memo(List) as typeof List
