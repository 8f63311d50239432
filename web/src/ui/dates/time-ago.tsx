import { useEffect, useState } from 'react'
import { exactDateText } from './date-text.ts'
import { relativeTime } from './relative-time.ts'

/** A relative time, the exact one on hover. */
export function TimeAgo({ at }: { at: string | number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={exactDateText(at)} className="num">
      {relativeTime(date.getTime(), now)}
    </time>
  )
}
