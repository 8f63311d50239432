import type { ReactNode } from 'react'
import { VirtualRows } from '#ui/virtual-rows.tsx'
import type { Holder } from './holders.ts'
import css from './wallet-groups.module.css'

/** Pixels; the same as in the style sheet. */
const ROW = 40
const TALL_ROW = 72
const HEIGHT = 400

type Props = {
  holders: Holder[]
  label: string
  draw: (holder: Holder) => ReactNode
  /** The height of rows depends on their tokens. */
  tall: boolean
}

/** Every row at once: for groups that do not scroll. */
export const WalletRows = ({ holders, draw }: Props) => <div>{holders.map(draw)}</div>

/** A scrolling list of which only the visible rows are mounted. */
export const ScrollingRows = ({ holders, label, draw, tall }: Props) => (
  <VirtualRows
    label={label}
    rows={holders}
    heightOf={() => (tall ? TALL_ROW : ROW)}
    height={(total) => Math.min(total, HEIGHT)}
    keyOf={({ id }) => id}
    overscan={6}
    initialRect={{ width: 600, height: HEIGHT }}
    rowClass={css.virtual}
  >
    {draw}
  </VirtualRows>
)
