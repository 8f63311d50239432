import type { Plan, Timeframe } from '@purser/contract/strategies/plan.ts'
import { useMemo, useState } from 'react'
import { useTokenName } from '#features/tokens/index.ts'
import { isDown } from '#wire/fault.ts'
import { isSignalPlan } from './chart-rule.ts'
import { MarketChart } from './market-chart.tsx'
import { useCandles } from '../use-record.ts'
import { useDrawing } from './use-drawing.ts'

type Props = {
  mint: string
  /** A plan on offer that trades this token. */
  plan?: Plan | undefined
}

/** The market of a token that no strategy trades: its candles, and the plan on offer over them. */
export function TokenChart({ mint, plan }: Props) {
  const [picked, setPicked] = useState<Timeframe>()
  const timeframe = picked ?? (plan && isSignalPlan(plan) ? plan.timeframe : '5m')
  const candles = useCandles(mint, timeframe, null)
  const subject = useMemo(() => plan && { plan, average_price_usd: null }, [plan])
  const drawing = useDrawing(subject, timeframe, candles)
  return (
    <MarketChart
      mint={mint}
      symbol={useTokenName(mint)}
      timeframe={timeframe}
      onTimeframe={setPicked}
      candles={candles}
      drawing={drawing}
      failed={candles.isError && !candles.data ? candles : undefined}
      staleAt={candles.data && isDown(candles.error) ? candles.dataUpdatedAt : undefined}
    />
  )
}
