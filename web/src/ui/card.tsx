import type { ReactNode } from 'react'
import css from './card.module.css'

type Props = { children: ReactNode; narrow?: boolean; label?: string }

/** One surface; `narrow` is the form that stands alone on a page, `label` names it as a region. */
export function Card({ children, narrow = false, label }: Props) {
  return (
    <section
      className={narrow ? `${css.card} ${css.narrow}` : css.card}
      {...(label ? { 'aria-label': label } : {})}
    >
      {children}
    </section>
  )
}
