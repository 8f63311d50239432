import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@purser/contract/time.ts'

/** The units in which durations are shown, largest first. */
export const TIME_UNITS: [seconds: number, unit: 'day' | 'hour' | 'minute'][] = [
  [DAY_SECONDS, 'day'],
  [HOUR_SECONDS, 'hour'],
  [MINUTE_SECONDS, 'minute'],
]
