import { Group, Stack, Text } from '@mantine/core'
import { clockTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { ToggleButtons } from '#ui/buttons/toggle-buttons.tsx'
import { useServerStatus } from '#wire/status.ts'
import css from './clock-control.module.css'
import { MarketTime } from './market-time.tsx'
import { useMarketClock, useSetSpeed } from './use-market-clock.ts'

const SPEEDS: [value: string, text: string][] = [
  ['1', '1×'],
  ['10', '10×'],
  ['100', '100×'],
]
const EXPLAINED = 'Speeds up the simulated market for all users. Strategies require 1×.'

const NONE = ''

/**
 * The speed of the simulated market, and its time. It has its height while it loads, so that nothing below it moves.
 */
export function ClockControl() {
  const query = useMarketClock()
  const status = useServerStatus().data
  const change = useSetSpeed()
  const clock = query.data
  if (!clock && query.isError)
    return <QueryError query={query} fallback="The market clock could not be loaded." />
  // On other networks there is nothing to set.
  if (clock ? clock.fixed === clockTexts.notHere : status && status.cluster !== 'localnet') return null
  const fixed = clock?.fixed ?? null
  const shown = clock ? String(clock.speed) : NONE
  const isOther = clock && !SPEEDS.some(([value]) => value === shown)
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <ToggleButtons
          label="Market speed"
          value={shown}
          options={isOther ? [...SPEEDS, [shown, `${shown}×`]] : SPEEDS}
          onChange={(speed) => change.run(Number(speed))}
          disabled={!clock || fixed !== null}
          busy={change.busy}
        />
        {clock ? (
          <Text size="sm">
            <span>Market time </span>
            <MarketTime clock={clock} />
          </Text>
        ) : (
          <Text size="sm" c="dimmed" role="status">
            Loading the market clock…
          </Text>
        )}
      </Group>
      <div className={css.texts}>
        <Text size="xs" c="dimmed" className={fixed === null ? undefined : css.out}>
          {EXPLAINED}
        </Text>
        {fixed !== null && <Text size="xs">{fixed}</Text>}
      </div>
      <FieldError>{change.error}</FieldError>
    </Stack>
  )
}
