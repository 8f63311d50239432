import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { onDemand } from '#ui/on-demand.tsx'

const Palette = onDemand(() => import('./palette.tsx').then((m) => m.Palette))

/** Opens the palette, which is loaded at its first use; so does Ctrl/Cmd+K, in text fields too. */
export function PaletteButton() {
  /** How often it was opened. */
  const [opened, setOpened] = useState(0)
  const open = () => setOpened((before) => before + 1)
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
        <Suspense fallback={null}>
          <Palette opened={opened} />
        </Suspense>
      )}
    </>
  )
}
