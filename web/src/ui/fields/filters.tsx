import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import css from './filters.module.css'

const ICON = { size: 15, 'aria-hidden': true } as const

type Props = {
  /** The number of filters that are set. */
  active: number
  onReset: () => void
  /** On a phone they fold into one line. */
  folds?: boolean
  children: ReactNode
}

export function Filters({ active, onReset, folds = false, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {folds && (
        <Button
          className={css.fold ?? ''}
          variant="default"
          aria-expanded={isOpen}
          rightSection={isOpen ? <IconChevronUp {...ICON} /> : <IconChevronDown {...ICON} />}
          onClick={() => setOpen(!isOpen)}
        >
          {active > 0 ? `Filters (${active})` : 'Filters'}
        </Button>
      )}
      <div
        className={css.filters}
        role="group"
        aria-label="Filters"
        data-folded={(folds && !isOpen) || undefined}
      >
        {children}
        {active > 0 && (
          <Button variant="default" onClick={onReset}>
            Reset filters
          </Button>
        )}
      </div>
    </>
  )
}
