import { Button, CloseButton, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo } from 'react'
import css from './wallets.module.css'

export type Dialog = 'generate' | 'import' | 'export' | 'export-chosen'
type Props = {
  title: string
  shown: number
  all: number
  /** The count is known. */
  counted: boolean
  search: string
  onSearch: (text: string) => void
  selecting: boolean
  /** The number of active filters. */
  filters: number
  filtering: boolean
  mayExport: boolean
  /** Undefined if no group is open: the panel is that of a group's bot. */
  botIsOpen: boolean | undefined
  onDialog: (dialog: Dialog) => void
  onSelecting: (on: boolean) => void
  onFiltering: (on: boolean) => void
  onBot: (open: boolean) => void
}

const number = (n: number) => n.toLocaleString('en')
const QUIET = { size: 'compact-sm', variant: 'default' } as const

/** The head of the wallet list: title, count and actions. */
export const ListHead = memo(function ListHead(props: Props) {
  const { title, shown, all, counted, search, selecting, filters, filtering, onSearch, botIsOpen } = props
  return (
    <div className={css.head}>
      <h2 className={`section-title ${css.name}`}>
        {title}{' '}
        {counted && (
          <span className={css.count} data-testid="wallet-count">
            {shown === all ? number(all) : `${number(shown)} of ${number(all)}`}
          </span>
        )}
      </h2>
      {/* The controls behind it keep their place when a group is opened. */}
      {botIsOpen !== undefined && (
        <Button {...QUIET} aria-expanded={botIsOpen} onClick={() => props.onBot(!botIsOpen)}>
          Trading Bot
        </Button>
      )}
      <TextInput
        className={css.search ?? ''}
        size="xs"
        aria-label="Search wallets"
        placeholder="Name or address"
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        rightSection={
          search !== '' && <CloseButton size="xs" aria-label="Clear search" onClick={() => onSearch('')} />
        }
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && search !== '') onSearch('')
        }}
      />
      <Group gap={6}>
        <Button size="compact-sm" onClick={() => props.onDialog('generate')}>
          + Generate
        </Button>
        <Button {...QUIET} onClick={() => props.onDialog('import')}>
          Import
        </Button>
        {/* It has one width for both texts: nothing beside it moves. */}
        <Button
          {...QUIET}
          className={css.select ?? ''}
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
        <Button {...QUIET} disabled={!props.mayExport} onClick={() => props.onDialog('export')}>
          Export
        </Button>
      </Group>
    </div>
  )
})
