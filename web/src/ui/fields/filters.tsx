import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './filters.module.css'

type Props = {
  /** Whether any filter is set. */
  set: boolean
  onReset: () => void
  children: ReactNode
}

export const Filters = ({ set, onReset, children }: Props) => (
  <div className={css.filters} role="group" aria-label="Filters">
    {children}
    {set && (
      <Button variant="default" onClick={onReset}>
        Reset filters
      </Button>
    )}
  </div>
)
