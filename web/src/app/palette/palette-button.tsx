import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'

const Palette = lazyWhenIdle(() => import('./palette.tsx').then((m) => m.Palette))

/** Opens the palette; so does Ctrl/Cmd+K, in text fields too. `opens`: from the start. */
export function PaletteButton({ opens }: { opens: boolean }) {
  /** How often it was opened. */
  const [opened, setOpened] = useState(opens ? 1 : 0)
  const [typed, setTyped] = useState('')
  const open = () => setOpened((before) => before + 1)
  const giveUp = () => {
    setOpened(0)
    setTyped('')
  }
  useHotkeys([['mod+K', open]], [], true)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search and commands"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search and commands (Ctrl/Cmd+K)"
        onClick={open}
      >
        <IconSearch size={18} />
      </ActionIcon>
      {opened > 0 && (
        <Suspense fallback={<Waiting onType={setTyped} onGiveUp={giveUp} />}>
          <Palette opened={opened} typed={typed} />
        </Suspense>
      )}
    </>
  )
}

type WaitingProps = { onType: (typed: string) => void; onGiveUp: () => void }

/** Holds the text typed while the palette loads. */
function Waiting({ onType, onGiveUp }: WaitingProps) {
  const [field, setField] = useState<HTMLInputElement | null>(null)
  useEffect(() => field?.focus(), [field])
  return (
    <input
      ref={setField}
      className="visually-hidden"
      aria-label="Search and commands"
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && onGiveUp()}
    />
  )
}
