import { TIME_UNITS } from './time-units.ts'

const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** 'just now', '3 minutes ago', '2 days ago'; both in milliseconds. */
export function relativeTime(at: number, now: number): string {
  const seconds = Math.round((now - at) / 1000)
  for (const [size, unit] of TIME_UNITS)
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit)
  return 'just now'
}
