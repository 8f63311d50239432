/** Kinds of the terminal's log lines. Logic reads the kind and the data of a line, people its message. */
import * as z from 'zod/mini'
import { lineKinds } from './limits/index.ts'

/** Stored: a kind never changes its meaning. */
export const LineKind = z.enum([
  'starting',
  'started',
  'placed',
  'bought',
  'sold',
  'skipped',
  'held-back',
  'any-price',
  'error',
  'unsold',
  'no-price',
  'no-candles',
  'no-market',
  'no-chain',
  'going-on',
  'doubt',
  'entered',
  'guarding',
  'limit-hit',
  ...lineKinds,
  'paused',
  'resumed',
  'stopping',
  'ending',
  'completed',
  'failed',
  'stopped',
  'corrected',
  /** The desk's, from before lines had kinds: plain text. */
  'engine',
  /** Added by a user or the console, whatever it says. */
  'user',
])
export type LineKind = z.infer<typeof LineKind>
