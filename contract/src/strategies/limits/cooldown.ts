/** A time after a sale at a loss in which nothing new begins. */
import { Seconds } from '../values.ts'
import type { Limit, LimitWords } from './limit.ts'

export const cooldown = {
  schema: Seconds,
  label: 'Rest after a loss',
  does: 'holds',
  skipCode: 'cooldown',
  lineKind: 'cooldown',
} as const satisfies Limit

const SIGNAL = 'nothing new is opened so soon after a loss'

export const cooldownWords: LimitWords<typeof cooldown> = {
  sentence: (seconds, { time }) => `a cooldown of ${time(seconds)}`,
  explanation: (seconds, { time }) => `After a sale at a loss it opens nothing new for ${time(seconds)}.`,
  skippedFor: 'the pause after a loss',
  skipped: (seconds, { time }) =>
    seconds === undefined ? SIGNAL : `${SIGNAL}: your plan waits ${time(seconds)}`,
  line: (time) => `Cooldown: nothing new is opened for ${time} after this loss`,
  signal: SIGNAL,
}
