import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconBell, IconHandStop, IconSearch } from '@tabler/icons-react'
import css from './shell.module.css'

export type HeaderTool = 'search' | 'stop'

/** The bar's tools until their script is there: what is pressed now, by pointer or by key, opens then. */
export function WaitingTools({ onWant }: { onWant: (tool: HeaderTool) => void }) {
  // Within text fields too.
  useHotkeys(
    [
      ['mod+K', () => onWant('search')],
      ['mod+shift+X', () => onWant('stop')],
    ],
    [],
    true,
  )
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search and commands"
        onClick={() => onWant('search')}
      >
        <IconSearch size={18} />
      </ActionIcon>
      <Button
        className={css.stop ?? ''}
        variant="outline"
        color="red"
        size="compact-sm"
        aria-label="Stop all"
        onClick={() => onWant('stop')}
      >
        <IconHandStop size={16} aria-hidden="true" />
        <span className={css.word}>Stop all</span>
      </Button>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-hidden="true" tabIndex={-1}>
        <IconBell size={19} />
      </ActionIcon>
    </>
  )
}
