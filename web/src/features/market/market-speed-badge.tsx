import { Badge, Box, Popover, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { useState } from 'react'
import { BELOW_DIALOGS } from '#ui/dialogs/below-dialogs.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { MarketTime } from './market-time.tsx'
import { type ReadClock, useMarketClock, useSetSpeed } from './use-market-clock.ts'

/** Says on every page that the market does not run in real time; nothing at normal speed. */
export function MarketSpeedBadge() {
  const clock = useMarketClock().data
  if (clock === undefined || clock.speed === 1) return null
  return <SpeedBadge clock={clock} />
}

function SpeedBadge({ clock }: { clock: ReadClock }) {
  const [open, setOpen] = useState(false)
  const change = useSetSpeed()
  const { speed } = clock
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      width="min(320px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      returnFocus
      zIndex={BELOW_DIALOGS}
    >
      <Popover.Target>
        <Badge
          component="button"
          type="button"
          variant="filled"
          color="var(--amber-bg)"
          c="var(--amber-text)"
          size="sm"
          tt="none"
          flex="none"
          style={{ cursor: 'pointer' }}
          title="The simulated market runs faster than real time for all users"
          aria-label={`${speed}× market speed`}
          onClick={() => setOpen(!open)}
        >
          {speed}×{/* The bar has little room on a phone. */}
          <Box component="span" visibleFrom="xs">
            {' market'}
          </Box>
        </Badge>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text size="sm">
            The simulated market runs at {speed}× speed for all users. No strategy can start meanwhile.
          </Text>
          <Text size="sm">
            <span>Market time </span>
            <MarketTime clock={clock} />
          </Text>
          <BusyButton size="compact-sm" busy={change.busy} loader onClick={() => change.run(1)}>
            Back to normal speed
          </BusyButton>
          <FieldError>{change.error}</FieldError>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
