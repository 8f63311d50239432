import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { ToggleButtons } from '#ui/buttons/toggle-buttons.tsx'
import { AmountsList } from '../amounts/amounts-list.tsx'
import type { Gather } from './use-gather.ts'

type Props = { form: Gather; busy: boolean; head: ReactNode; children: ReactNode }

/** `head`: the title, and the sources of amounts. `children`: the treatment of emptied wallets. */
export function GatherSettings({ form, busy, head, children }: Props) {
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
        <FieldError>{form.complaint}</FieldError>
        <AmountsList
          label="Amounts"
          asset={form.asset}
          holders={form.sources}
          amounts={form.amounts}
          onAmount={form.custom ? form.setAmount : undefined}
          disabled={busy}
          empty="No sources selected."
        />
      </Stack>
    </Card>
  )
}
