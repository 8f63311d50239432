import { Group, Stack, Text } from '@mantine/core'
import { clockTexts } from '@purser/contract/trading-bot-texts.ts'
import { Complaint } from '#ui/complaint.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import css from './clock-control.module.css'
import { MarketTime } from './market-time.tsx'
import { useMarketClock, useSetSpeed } from './use-market-clock.ts'

const SPEEDS: [value: string, text: string][] = [
  ['1', '1×'],
  ['10', '10×'],
  ['100', '100×'],
]
const EXPLAINED =
  'Lets the time of the simulated market pass faster, for everybody on this desk. Strategies need normal speed.'

/** How fast the simulated market runs, and its time. */
export function ClockControl() {
  const query = useMarketClock()
  const change = useSetSpeed()
  const clock = query.data
  if (!clock)
    return query.isError ? (
      <QueryError query={query} fallback="The clock of the market could not be loaded." />
    ) : (
      <Text size="sm" c="dimmed" role="status">
        Loading the clock of the market…
      </Text>
    )
  // On other networks there is nothing to set.
  if (clock.fixed === clockTexts.notHere) return null
  const shown = String(clock.speed)
  const isOther = !SPEEDS.some(([value]) => value === shown)
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <ToggleButtons
          label="Market speed"
          value={shown}
          options={isOther ? [...SPEEDS, [shown, `${shown}×`]] : SPEEDS}
          onChange={(speed) => change.run(Number(speed))}
          disabled={clock.fixed !== null || change.busy}
        />
        <Text size="sm">
          <span>Market time </span>
          <MarketTime clock={clock} />
        </Text>
      </Group>
      <div className={css.texts}>
        <Text size="xs" c="dimmed" className={clock.fixed === null ? undefined : css.out}>
          {EXPLAINED}
        </Text>
        {clock.fixed !== null && <Text size="xs">{clock.fixed}</Text>}
      </div>
      <Complaint>{change.error}</Complaint>
    </Stack>
  )
}
