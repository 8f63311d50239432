import type { ReactNode } from 'react'
import css from './card.module.css'

type Props = { children: ReactNode; narrow?: boolean; label?: string }

/** A surface; `narrow` for a form alone on its page, `label` makes it a named region. */
export function Card({ children, narrow = false, label }: Props) {
  return (
    <section
      className={`surface ${narrow ? css.narrow : css.card}`}
      {...(label ? { 'aria-label': label } : {})}
    >
      {children}
    </section>
  )
}
