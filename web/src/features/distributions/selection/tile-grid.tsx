import { useElementSize } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, type ReactNode } from 'react'
import type { Holder } from './holders.ts'
import css from './wallet-groups.module.css'

/** The same as in the style sheet. */
const TILE_WIDTH = 148
const ROW = 92

/** The height with three tokens, if none is unfolded. */
const TALL_ROW = 172

type Props = {
  holders: Holder[]
  label: string
  draw: (holder: Holder) => ReactNode
  /** The height of tiles depends on their tokens. */
  tall: boolean
}

/** Every tile at once: for groups that do not scroll. */
export const TileGrid = ({ holders, draw }: Props) => <div className={css.grid}>{holders.map(draw)}</div>

/** A scrolling, virtualized grid. */
export function ScrollingTiles({ holders, label, draw, tall }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const columns = Math.max(1, Math.floor(width / TILE_WIDTH))
  // oxlint-disable-next-line react/incompatible-library -- its functions must not be memoized, and are not
  const rows = useVirtualizer({
    count: Math.ceil(holders.length / columns),
    getScrollElement: () => box.current,
    estimateSize: () => (tall ? TALL_ROW : ROW),
    overscan: 3,
    useFlushSync: false,
  })
  return (
    <div ref={box} className={css.scroll} tabIndex={0} role="group" aria-label={label}>
      <div ref={ref} style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {width > 0 &&
          rows.getVirtualItems().map((row) => (
            <div
              key={row.key}
              className={css.row}
              data-tall={tall}
              data-index={row.index}
              ref={tall ? rows.measureElement : undefined}
              style={{
                transform: `translateY(${row.start}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {holders.slice(row.index * columns, (row.index + 1) * columns).map(draw)}
            </div>
          ))}
      </div>
    </div>
  )
}
