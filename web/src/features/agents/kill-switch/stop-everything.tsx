import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconHandStop } from '@tabler/icons-react'
import { EverythingStoppedMessage } from '@purser/contract/live.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { onDemand } from '#ui/on-demand.tsx'
import { subscribe } from '#wire/live/channel.ts'
import css from './stop-everything.module.css'

/** Loaded when it is opened. */
export const StopEverythingModal = onDemand(() =>
  import('./stop-everything-modal.tsx').then((m) => m.StopEverythingModal),
)

const KEYS = 'mod+shift+X'

type Props = { keys?: boolean; opens?: boolean }

/** The kill switch: a button, and with `keys` its keyboard shortcut. `opens`: its dialog is open from the start. */
export function StopEverything({ keys = false, opens = false }: Props) {
  const client = useQueryClient()
  const [open, setOpen] = useState(opens)
  // Works in text fields too.
  useHotkeys(keys ? [[KEYS, () => setOpen(true)]] : [], [], true)
  useEffect(
    () =>
      subscribe({
        kind: 'status',
        schema: EverythingStoppedMessage,
        // Used in this console or another: strategies, top-ups and operations have changed.
        onMessage: () => void client.invalidateQueries(),
      }),
    [client],
  )
  return (
    <>
      <Button
        className={css.button ?? ''}
        variant="outline"
        color="red"
        size="compact-sm"
        aria-label="Stop all"
        aria-haspopup="dialog"
        title="Stop everything (Ctrl/Cmd+Shift+X)"
        {...(keys ? { 'aria-keyshortcuts': 'Control+Shift+X Meta+Shift+X' } : {})}
        onClick={() => setOpen(true)}
      >
        <IconHandStop size={16} aria-hidden="true" />
        <span className={css.word}>Stop all</span>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <StopEverythingModal onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
