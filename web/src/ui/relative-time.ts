const STEPS: [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]
const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** 'just now', '3 minutes ago', '2 days ago'; both in milliseconds. */
export function relativeTime(at: number, now: number): string {
  const seconds = Math.round((now - at) / 1000)
  for (const [size, unit] of STEPS)
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit)
  return 'just now'
}
