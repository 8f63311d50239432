import { Button, Group, Slider, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Slider.css'
import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { ToggleButtons } from '#ui/buttons/toggle-buttons.tsx'
import { AmountInput } from '#ui/fields/amount-input.tsx'
import { SameForEach } from './same-for-each.tsx'
import type { Mode } from './check-distribute.ts'
import type { Distribute } from './use-distribute.ts'
import css from '../distribution-center.module.css'

const MODES: [Mode, string][] = [
  ['equal', 'Equal Distribution'],
  ['custom', 'Custom Amounts'],
  ['random', 'Random Range'],
]

type Props = { form: Distribute; busy: boolean; head: ReactNode }

/** `head`: the title, and the sources of amounts. */
export function DistributeSettings({ form, busy, head }: Props) {
  const { asset, variance } = form.rules
  const custom = form.mode === 'custom'
  return (
    <Card label="Distribution Settings">
      <Stack gap="sm">
        {head}
        <ToggleButtons small label="Mode" value={form.mode} options={MODES} onChange={form.setMode} />
        {!custom && (
          <AmountInput
            label={`Total Amount (${asset.symbol})`}
            unit={asset.symbol}
            decimals={asset.places}
            value={form.total}
            disabled={busy}
            onChange={form.setTotal}
          />
        )}
        {!custom && (
          <Group gap={6} mt={-6}>
            <Button size="compact-xs" variant="default" disabled={busy} onClick={form.takeMost}>
              Max
            </Button>
            <Button size="compact-xs" variant="default" disabled={busy} onClick={form.takeHalf}>
              Half
            </Button>
          </Group>
        )}
        {custom && <SameForEach form={form} busy={busy} />}
        {form.mode === 'random' && (
          <div>
            <Text size="sm" fw={500} mb={4}>
              Variance: <span className="num">{form.variance}%</span>
            </Text>
            <Slider
              {...variance}
              value={form.variance}
              disabled={busy}
              thumbLabel="Variance in percent"
              label={(value) => `${value}%`}
              onChange={form.setVariance}
            />
          </div>
        )}
        {!custom && (
          <Button variant="light" disabled={busy} onClick={form.calculate}>
            {form.mode === 'random' ? 'Generate Random Distribution' : 'Calculate'}
          </Button>
        )}
        {form.stale && (
          <div className={`amber-note ${css.banner}`} role="status">
            {form.staleText}
          </div>
        )}
      </Stack>
    </Card>
  )
}
