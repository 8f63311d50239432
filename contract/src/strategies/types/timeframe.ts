/** The candles that indicators are calculated from. */
import * as z from 'zod/mini'

export const Timeframe = z.enum(['1m', '5m', '15m', '1h', '4h', '1d'])
export type Timeframe = z.infer<typeof Timeframe>
export const TIMEFRAME_SECONDS: Record<Timeframe, number> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
}
export const Level = z.number().check(z.gt(0), z.lt(100))
export const Length = z.int().check(z.minimum(2), z.maximum(500))

/** The rows of its fields in the console. */
export const timeframeLabels = { timeframe: 'Candles' }
export const timeframeWords = {
  '1m': '1 minute',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '1h': '1 hour',
  '4h': '4 hours',
  '1d': '1 day',
}
