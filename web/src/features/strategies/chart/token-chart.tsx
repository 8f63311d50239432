import type { Timeframe } from '@purser/contract/strategies/plan.ts'
import { useState } from 'react'
import { useTokenName } from '#features/tokens/index.ts'
import { isDown } from '#wire/fault.ts'
import { MarketChart } from './market-chart.tsx'
import { useCandles } from '../use-record.ts'

/** The market of a token that no strategy trades: candles only. */
export function TokenChart({ mint }: { mint: string }) {
  const [timeframe, setTimeframe] = useState<Timeframe>('5m')
  const candles = useCandles(mint, timeframe, null)
  return (
    <MarketChart
      mint={mint}
      symbol={useTokenName(mint)}
      timeframe={timeframe}
      onTimeframe={setTimeframe}
      candles={candles}
      failed={candles.isError && !candles.data ? candles : undefined}
      staleAt={candles.data && isDown(candles.error) ? candles.dataUpdatedAt : undefined}
    />
  )
}
