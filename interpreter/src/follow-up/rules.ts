/** How a change of the plan shown before is said. */
import { rule, type Rule } from '../clauses/roles.ts'
import { readWords } from '../text/word-table.ts'
import type { Vocabulary } from '../clauses/grammar.ts'

/** Which kinds of roles a part of a plan is made of. */
const parts: [set: string, kinds: string[]][] = [
  ['PART_STOP', ['stop', 'both_exits']],
  ['PART_TAKE', ['take', 'both_exits']],
  ['PART_TRAIL', ['trail']],
  ['PART_DRAWDOWN', ['drawdown']],
  ['PART_DAILY', ['daily_loss']],
  ['PART_BUDGET', ['max_spend']],
  ['PART_COOLDOWN', ['cooldown']],
  ['PART_TIME', ['time_limit']],
  ['PART_EXPIRY', ['expiry']],
  ['PART_BOUND', ['price', 'range']],
  ['PART_END', ['duration']],
  ['PART_COUNT', ['count']],
  ['PART_SLIP', ['slippage']],
]
const scales: [string, string][] = [
  ['DOUBLE', '2'],
  ['TRIPLE', '3'],
  ['HALVE', '0.5'],
]
export const followUpRules: Rule[] = [
  rule('change', 'CHANGE CHANGE*', () => ({}), 1),
  ...parts.map(([set, kinds]) =>
    rule(
      'remove',
      `(CHANGE / and / the)* REMOVE (the|my|a|any|its|that)* ${set} (again / please / too / as well)?`,
      () => ({ kinds }),
      6,
    ),
  ),
  ...scales.map(([set, by]) =>
    rule('scale', `${set} (the|my|it)* (amount / size / it / per order / that)?`, () => ({ by }), 3),
  ),
  ...scales.map(([set, by]) =>
    rule(
      'scale',
      `${set} (the|my)* (levels / number of levels / lines / grid levels)`,
      () => ({ by, what: 'levels' }),
      5,
    ),
  ),
  rule(
    'scale',
    '(increase / raise / bump / bump up / up) (the|it|my)* (amount / size)? by $pct',
    (m) => ({ more: String(m.pct) }),
    6,
  ),
  rule(
    'scale',
    '(reduce / decrease / lower / cut) (the|it|my)* (amount / size)? by $pct',
    (m) => ({ less: String(m.pct) }),
    6,
  ),
]
export const followUp: Vocabulary & { type: string } = {
  type: 'follow_up',
  words: readWords(new URL('./words.txt', import.meta.url)),
  rules: followUpRules,
  // Nothing by itself: it is expected after a plan or a question.
  where: 'EXPECTED_ONLY',
}
