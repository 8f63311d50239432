import { Button, Group } from '@mantine/core'
import { memo } from 'react'
import css from './wallets.module.css'

export type Dialog = 'generate' | 'import' | 'export'
type Props = {
  title: string
  shown: number
  all: number
  selecting: boolean
  /** The number of active filters. */
  filters: number
  filtering: boolean
  mayExport: boolean
  onDialog: (dialog: Dialog) => void
  onSelecting: (on: boolean) => void
  onFiltering: (on: boolean) => void
}

const number = (n: number) => n.toLocaleString('en')

/** The head of the wallet list: title, count and actions. */
export const ListHead = memo(function ListHead(props: Props) {
  const { title, shown, all, selecting, filters, filtering, mayExport } = props
  return (
    <div className={css.head}>
      <h2 className="section-title">
        {title}{' '}
        <span className={css.count} data-testid="wallet-count">
          {shown === all ? number(all) : `${number(shown)} of ${number(all)}`}
        </span>
      </h2>
      <Group gap={6}>
        <Button size="compact-sm" onClick={() => props.onDialog('generate')}>
          + Generate
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => props.onDialog('import')}>
          Import
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!selecting && all === 0}
          onClick={() => props.onSelecting(!selecting)}
        >
          {selecting ? 'Cancel' : 'Select Multiple'}
        </Button>
        <Button
          size="compact-sm"
          variant={filters > 0 ? 'light' : 'default'}
          aria-expanded={filtering}
          onClick={() => props.onFiltering(!filtering)}
        >
          Advanced Filters{filters > 0 ? ` (${filters})` : ''}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!mayExport}
          onClick={() => props.onDialog('export')}
        >
          Export
        </Button>
      </Group>
    </div>
  )
})
