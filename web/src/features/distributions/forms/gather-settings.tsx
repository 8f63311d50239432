import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { ToggleButtons } from '#ui/buttons/toggle-buttons.tsx'
import type { Gather } from './use-gather.ts'

type Props = { form: Gather; head: ReactNode; children: ReactNode }

/** `head`: the title, and the sources of amounts. `children`: the treatment of emptied wallets. */
export function GatherSettings({ form, head, children }: Props) {
  return (
    <Card label="Gather Settings">
      <Stack gap="sm">
        {head}
        <ToggleButtons
          small
          label="Mode"
          value={form.custom ? 'custom' : 'all'}
          options={[
            ['all', 'Gather All Available'],
            ['custom', 'Custom Amounts'],
          ]}
          onChange={(mode) => form.setCustom(mode === 'custom')}
        />
        {children}
      </Stack>
    </Card>
  )
}
