import type { CSSProperties } from 'react'
import { initials } from './initials.ts'
import css from './letter-tile.module.css'

/** A small mark beside a name: its initials on a tint of the colour, or on grey without one. */
export const LetterTile = ({ name, color }: { name: string; color?: string | undefined }) => (
  <span
    className={css.tile}
    style={color === undefined ? undefined : ({ '--tile': color } as CSSProperties)}
    aria-hidden="true"
  >
    {initials(name)}
  </span>
)
