import { Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Card } from '#ui/card.tsx'
import { Complaint } from '#ui/complaint.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { solText } from '#ui/amount-text.ts'
import { AmountsList } from './amounts-list.tsx'
import { SettingsHead } from './settings-head.tsx'
import type { Gather } from './use-gather.ts'

type Props = { form: Gather; busy: boolean; onImport: () => void }

export function GatherSettings({ form, busy, onImport }: Props) {
  return (
    <Card label="Gather Settings">
      <Stack gap="sm">
        <SettingsHead title="Gather Settings" busy={busy} onImport={onImport} />
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
        <Switch
          label="Empty the wallets"
          description={
            form.empty
              ? 'Nothing stays in them: an emptied wallet needs rent again before it can be used.'
              : `Each wallet keeps ${solText(form.keep)} SOL.`
          }
          checked={form.empty}
          disabled={busy}
          onChange={(event) => form.setEmpty(event.currentTarget.checked)}
        />
        <Complaint>{form.complaint}</Complaint>
        <AmountsList
          label="Amounts"
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
