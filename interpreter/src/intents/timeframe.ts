/** The candles of a strategy that uses charts: 1m, 5m, 15m, 1h, 4h or 1d, in any words for the time. */
import { type Timeframe, TIMEFRAME_SECONDS } from '@purser/contract/strategies/plan.ts'
import type { Bag } from '../clauses/bag.ts'
import { type Asked, ask } from './outcome.ts'

const bySeconds = new Map(
  Object.entries(TIMEFRAME_SECONDS).map(([name, seconds]) => [seconds, name as Timeframe]),
)

/** undefined: there are none. 'Hourly' and a bare '1h' are candles here; 'for 3 days' is not. */
export function readTimeframe(bag: Bag): Timeframe | undefined | { asked: Asked } {
  const [chart, second] = bag.all('timeframe') as unknown as { value: { seconds: number } }[]
  if (second && second.value.seconds !== chart?.value.seconds) return askFrame()
  const rates = bag.all('rate')
  const bare = bag.all('duration').filter(({ value }) => value.style === 'bare')
  const found = chart ?? rates[0] ?? bare[0]
  if (!found) return undefined
  // '1h 4h' names two, whichever of them was read as a duration.
  const others = bare.filter((role) => role !== found && bySeconds.has(role.value.seconds))
  if (others.some(({ value }) => value.seconds !== found.value.seconds)) return askFrame()
  if (chart) for (const role of bag.all('timeframe')) bag.mark(role, 'timeframe')
  else bag.mark(found as never, 'timeframe')
  return bySeconds.get(found.value.seconds) ?? askFrame()
}
const askFrame = () =>
  ask('interval', `Which candles should it use? There are ${Object.keys(TIMEFRAME_SECONDS).join(', ')}.`)
