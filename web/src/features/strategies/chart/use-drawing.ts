import type { Timeframe } from '@purser/contract/strategies/plan.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { useEffect, useMemo } from 'react'
import type { useCandles } from '../use-record.ts'
import { type Level, listLevels } from './chart-data.ts'
import { countCandles, createRule, isSignalPlan, type Rule } from './chart-rule.ts'

/** A plan drawn over the candles of its token: the prices at which it acts, and its rule. */
export type Drawing = { levels: Level[]; rule: Rule | undefined }

const NO_LEVELS: Level[] = []

/** Draws a plan, with the average cost of its position if it has one. */
export function useDrawing(
  subject: Pick<Strategy, 'plan' | 'average_price_usd'> | undefined,
  timeframe: Timeframe,
  candles: ReturnType<typeof useCandles>,
): Drawing {
  const { data, loadOlder } = candles
  const plan = subject?.plan
  const cost = subject?.average_price_usd ?? null
  const count = data?.length
  const isShort =
    plan !== undefined &&
    isSignalPlan(plan) &&
    plan.timeframe === timeframe &&
    count !== undefined &&
    count < countCandles(plan)
  // More are requested until there are enough, or no older ones.
  const missing = isShort ? count : undefined
  useEffect(() => {
    if (missing !== undefined) void loadOlder()
  }, [missing, loadOlder])
  const levels = useMemo(
    () => (plan ? listLevels({ plan, average_price_usd: cost }) : NO_LEVELS),
    [plan, cost],
  )
  const rule = useMemo(
    () => (plan ? createRule(plan, timeframe, data ?? []) : undefined),
    [plan, timeframe, data],
  )
  return useMemo(() => ({ levels, rule }), [levels, rule])
}
