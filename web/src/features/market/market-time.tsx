import { useEffect, useState } from 'react'
import type { ReadClock } from './use-market-clock.ts'
import { dateText } from '#ui/dates/date-text.ts'

/** Often enough that the clock visibly runs. */
const TICK_MS = 250

/** The market's time since it was read, in the reader's own zone. */
export function MarketTime({ clock }: { clock: ReadClock }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const since = Math.max(0, now - clock.readAt)
  const date = new Date(Date.parse(clock.market_time) + since * clock.speed)
  return (
    <time dateTime={date.toISOString()} className="num">
      {dateText(date.getTime(), 'second')}
    </time>
  )
}
