/** The phrases for the candles of a chart. */
import { TIMEFRAME_SECONDS } from '@purser/contract/strategies/plan.ts'
import { type Rule, rule, rules } from '../clauses/roles.ts'

const frame = (m: Readonly<Record<string, unknown>>) => ({ seconds: Number(m.time ?? m.unit) })
const LEAD =
  '(on|the|a|an|using|with|in|at|of|and|,|use|by|over|for|my|its|from|read on|looking ' +
  'at|off|off of|from the|with the|computed on|based on|basis of|trading|each)*'
const FRAMES = new Set<number>(Object.values(TIMEFRAME_SECONDS))
const glued = (seconds: number) => (FRAMES.has(seconds) ? { seconds } : undefined)
const named: [string, number][] = [
  ['MINUTELY', 60],
  ['HOURLY', 3_600],
  ['DAILY', 86_400],
]
export const timeframeRules: Rule[] = [
  rule('timeframe', `${LEAD} $time CHART CHART*`, frame, 4),
  rule('timeframe', `${LEAD} $time #token CHART CHART*`, frame, 5),
  rule('timeframe', `${LEAD} $unit CHART CHART*`, frame, 3),
  rule('timeframe', `${LEAD} CHART (of|:|=|is|at|in|on|to|set|with|size|,)* $time`, frame, 4),
  rule('timeframe', `(on|the|using|in|at)* the $time`, frame, 1),
  ...named.flatMap(([word, seconds]) => [
    rule('timeframe', `${LEAD} ${word} CHART CHART*`, () => ({ seconds }), 4),
    rule('timeframe', `${LEAD} ${word} #token CHART CHART*`, () => ({ seconds }), 5),
    rule('timeframe', `${LEAD} CHART (of|:|=|is|at|in)* ${word}`, () => ({ seconds }), 3),
    rule('timeframe', `(on|using|the|at)* the ${word}`, () => ({ seconds }), 1),
  ]),
  // 'H4', 'M15'
  ...(
    [
      ['h', 3_600],
      ['m', 60],
      ['d', 86_400],
    ] as const
  ).map(([letter, seconds]) =>
    rule('timeframe', `${LEAD} ${letter} $anyint:n CHART*`, (m) => glued(Number(m.n) * seconds), 5),
  ),
  rule('timeframe', `${LEAD} DAILY line`, () => ({ seconds: 86_400 }), 4),
  ...rules('timeframe', [`${LEAD} each (closed)? $time CHART`], frame, 4),
]
