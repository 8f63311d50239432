import { relativeTime } from './relative-time.ts'
import { useNow } from './use-now.ts'

/** A relative time, the exact one on hover. */
export function When({ at }: { at: string | number }) {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()} className="num">
      {relativeTime(date.getTime(), now)}
    </time>
  )
}
