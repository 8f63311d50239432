import { Group, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { SNAPSHOT_MINUTES } from '@purser/contract/limits.ts'
import type { View } from '#features/wallets/index.ts'
import { useState } from 'react'
import { ToggleButtons } from '#ui/buttons/toggle-buttons.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { sentence } from '#wire/fault.ts'
import { usePortfolioHistory } from './use-portfolio.ts'
import { type Unit, ValueLine } from './value-line.tsx'
import css from './portfolio-panel.module.css'

/** `onRetry` loads the figures below the chart, too. */
type Props = { view: View; onRetry: () => void }

/** The value over time, of all wallets or of one group. */
export function PortfolioChart({ view, onRetry }: Props) {
  const [range, setRange] = useState<'24h' | '30d'>('24h')
  const [unit, setUnit] = useState<Unit>('USD')
  return (
    <div className={css.chart}>
      <Group gap="xs" justify="flex-end" mb={6}>
        <ToggleButtons
          label="Unit of the chart"
          value={unit}
          options={[
            ['USD', 'USD'],
            ['SOL', 'SOL'],
          ]}
          onChange={setUnit}
        />
        <ToggleButtons
          label="Range of the chart"
          value={range}
          options={[
            ['24h', '24 h'],
            ['30d', '30 d'],
          ]}
          onChange={setRange}
        />
      </Group>
      <Line view={view} range={range} unit={unit} onRetry={onRetry} />
    </div>
  )
}

function Line({ view, range, unit, onRetry }: Props & { range: '24h' | '30d'; unit: Unit }) {
  const history = usePortfolioHistory(view, range)
  const points = history.data?.points
  if (view === 'ungrouped')
    return <div className={css.empty}>Value over time is recorded for all wallets and for each group.</div>
  if (history.isPending) return <Skeleton h="var(--line-height)" />
  if (!points)
    return (
      <div className={css.failed}>
        <ErrorBox
          message={sentence(history.error, 'The value over time could not be loaded.')}
          onRetry={() => {
            void history.refetch()
            onRetry()
          }}
          retrying={history.isFetching}
        />
      </div>
    )
  if (points.length < 2)
    return (
      <div className={css.empty}>
        The chart starts once two values are recorded; one is recorded every {SNAPSHOT_MINUTES} minutes.
      </div>
    )
  return <ValueLine points={points} unit={unit} />
}
