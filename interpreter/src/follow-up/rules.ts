/** The phrases of a change of the plan shown before. */
import { ownReadings } from '../limits/index.ts'
import { rule, type Rule } from '../clauses/roles.ts'
import { readWords } from '../text/word-table.ts'
import type { Vocabulary } from '../clauses/grammar.ts'

/** The kinds of roles that make up a part of a plan. */
const parts: [set: string, kinds: string[]][] = [
  ['PART_STOP', ['stop', 'both_exits']],
  ['PART_TAKE', ['take', 'both_exits']],
  ['PART_TRAIL', ['trail']],
  ...ownReadings.map(({ part, kind }): [string, string[]] => [part, [kind]]),
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
const atPrice = (m: Readonly<Record<string, unknown>>) => ({ limit: 'at', price: { price: String(m.price) } })

export const followUpRules: Rule[] = [
  rule('change', 'CHANGE CHANGE*', () => ({}), 1),
  // It comes before the new value; 'no, wait' and 'no' alone stay a no.
  {
    ...rule(
      'corrects',
      '(no / nope / nah / oops / whoops) (, / . / - / !) (sorry / actually / rather / i meant / i mean / make it / make that / better / let us say / say / i want / ,)*',
      () => ({}),
      1,
    ),
    opens: true,
  },
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
    'kept',
    '(CHANGE / and / but)* (keep / leave / with the same / same) (the|my|its|' +
      'that)* PARTS (as it is|as is|there|in place|too)?',
    () => ({}),
    4,
  ),
  rule('scale', '(CHANGE)* $pct (more / higher / bigger / larger)', (m) => ({ more: String(m.pct) }), 6),
  rule('scale', '(CHANGE)* $pct (less / lower / smaller)', (m) => ({ less: String(m.pct) }), 6),
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
const SET = '(CHANGE / raise / lower / up / drop / increase / decrease / bump / move / push / pull / put)*'
const TO = '(up / down / back)* (to / at / = / is / : / be / as)*'
/** 'Raise the price to 1.6': the field is named, so its figure needs no sign. */
const namedFields: Rule[] = [
  rule(
    'change',
    `${SET} (the / my / its)* (amount / size / order size / stake) (up / down / back)* (to / at)?`,
    () => ({}),
    2,
  ),
  rule('price', `${SET} (the / my / its)* (limit price / price) ${TO} $price`, atPrice, 6),
  // 'Limit this to 30 days'
  rule(
    'duration',
    '(limit / restrict / cap) (it / this / that / the plan / the strategy / the run) to $time',
    (m) => ({ seconds: m.time, style: 'for' }),
    6,
  ),
  rule(
    'levels',
    `${SET} (the / my)* (number of levels / number of lines / levels / lines / grid levels / level count) ${TO} $int`,
    (m) => ({ n: m.int }),
    6,
  ),
  rule(
    'count',
    `${SET} (the / my)* (number of orders / order count / count / number of buys / number of sells / number of purchases / number of trades / orders / buys) ${TO} $int`,
    (m) => ({ n: m.int }),
    6,
  ),
  rule(
    'target',
    `${SET} (the / my)* (target / share / weight / allocation / target share) ${TO} $pct`,
    (m) => ({ percent: m.pct }),
    6,
  ),
]

const words = readWords(new URL('./words.txt', import.meta.url))

export const followUp: Vocabulary & { type: string } = {
  type: 'follow_up',
  words: { ...words, PARTS: [...(words.PARTS ?? []), ...ownReadings.flatMap(({ keptAs }) => keptAs)] },
  rules: [...followUpRules, ...namedFields],
  // It means nothing by itself: it is expected after a plan or a question.
  where: 'EXPECTED_ONLY',
}
