import { Splitter } from '@mantine/core'
import '@mantine/core/styles/Splitter.css'
import { type ReactNode, useState } from 'react'
import { deskLayout } from '#wire/storage/caches.ts'
import css from './agent-desk.module.css'

type Props = { chart: ReactNode /** Undefined while it has nothing to show. */; strip: ReactNode }

/** Percent of the height. */
const LEAST = 25
const MOST = 85

/** The chart above the strip of tabs. The division of the height is set by pointer or arrow keys, and stored. */
export function DeskSplitter({ chart, strip }: Props) {
  const [share, setShare] = useState(() => deskLayout.read().chart)
  if (strip === undefined)
    return (
      <div className={css.middle} data-desk="middle">
        <div className={css.chartPane} data-desk="chart">
          {chart}
        </div>
        <p className={css.noStrip} data-desk="strip">
          What a strategy does is listed here once one has run.
        </p>
      </div>
    )
  const resize = ([chartShare]: unknown[]) => {
    if (typeof chartShare !== 'number') return
    setShare(chartShare)
    deskLayout.write({ ...deskLayout.read(), chart: Math.min(MOST, Math.max(LEAST, chartShare)) })
  }
  return (
    <Splitter
      className={css.middle ?? ''}
      data-desk="middle"
      orientation="vertical"
      sizes={[share, 100 - share]}
      onSizeChange={resize}
      step={3}
      lineSize={10}
      handleColor="transparent"
      resetOnDoubleClick={false}
      attributes={{ handle: { 'aria-label': 'Height of the chart' } }}
    >
      <Splitter.Pane
        className={css.chartPane ?? ''}
        data-desk="chart"
        defaultSize={share}
        min={LEAST}
        max={MOST}
      >
        {chart}
      </Splitter.Pane>
      <Splitter.Pane
        className={css.stripPane ?? ''}
        data-desk="strip"
        defaultSize={100 - share}
        min={100 - MOST}
        max={100 - LEAST}
      >
        {strip}
      </Splitter.Pane>
    </Splitter>
  )
}
