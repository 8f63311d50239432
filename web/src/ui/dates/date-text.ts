/** Dates and times of day, in the reader's own time zone. */
const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' }
const MINUTE: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const SECOND: Intl.DateTimeFormatOptions = { ...MINUTE, second: '2-digit' }
const YEAR: Intl.DateTimeFormatOptions = { year: 'numeric' }

// A formatter costs more than all that it formats.
const formatter = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en', options)
const formats = {
  day: { near: formatter(DAY), far: formatter({ ...DAY, ...YEAR }) },
  minute: { near: formatter({ ...DAY, ...MINUTE }), far: formatter({ ...DAY, ...YEAR, ...MINUTE }) },
  second: { near: formatter({ ...DAY, ...SECOND }), far: formatter({ ...DAY, ...YEAR, ...SECOND }) },
}
const exact = formatter({ ...DAY, ...YEAR, ...SECOND, timeZoneName: 'short' })

/** The smallest unit that a date shows. */
export type DatePrecision = keyof typeof formats
/** ISO 8601, or milliseconds since 1970. */
export type Instant = string | number

/** 'Nov 28, 17:30', in another year than `now` 'Nov 28, 2025, 17:30'; by days 'Nov 28'. */
export function dateText(at: Instant, precision: DatePrecision = 'minute', now = Date.now()): string {
  const date = new Date(at)
  const isNear = date.getFullYear() === new Date(now).getFullYear()
  return formats[precision][isNear ? 'near' : 'far'].format(date)
}

/** 'Nov 28, 2026, 17:30:05 GMT+1': to be seen on hover. */
export const exactDateText = (at: Instant): string => exact.format(new Date(at))
