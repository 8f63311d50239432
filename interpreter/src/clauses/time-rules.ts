/** Paces, counts and durations. */
import { type Rule, rule, rules } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
const DAY = 86_400
const rate = (seconds: unknown, slices = false) => ({
  seconds: Number(seconds),
  ...(slices ? { slices: true } : {}),
})
const ordersAt = (m: Found) => ({ seconds: Number(m.time ?? m.unit), orders: true })
const PART =
  'piece / part / slice / chunk / clip / tranche / portion / bite / installment / instalment / order'
const ARTICLE = '(a|an|one|1|single)'
// 'Sell every hour' is no order: without an article a verb stays one.
const ONE_ORDER =
  '(with / , / and / placing / place / do / of / executing)* ' +
  `(${ARTICLE} ${ARTICLE}* ORDER / ${PART} / ${ARTICLE} (${PART}))`
const EACH_TIME =
  '(every / each / per / a / an / once every / in every / placed every / executed every / once per / once a)'
const divided = (by: unknown, seconds: unknown) => {
  const n = Number(by)
  return n > 0 ? rate(Number(seconds) / n) : undefined
}
const words: [string, number][] = [
  ['MINUTELY', 60],
  ['HOURLY', 3_600],
  ['DAILY', DAY],
  ['WEEKLY', 7 * DAY],
  ['FORTNIGHTLY', 14 * DAY],
  ['MONTHLY', 30 * DAY],
  ['YEARLY', 365 * DAY],
]
const ABOUT = '(about / around / roughly / approximately / approx)?'

/** 'One order' before a time is a pace, never a count of 1. */
const several = (m: Found) => (m.int === '1' ? undefined : { n: m.int })

export const timeRules: Rule[] = [
  rule('rate', `EVERY ${ABOUT} $time`, (m) => rate(m.time), 2),
  rule('rate', 'all the $time', (m) => rate(m.time), 3),
  rule('rate', 'EVERY $unit', (m) => rate(m.unit), 2),
  rule('rate', 'EVERY $unit $half', (m) => rate(Number(m.unit) * (1 + Number(m.half))), 3),
  ...rules(
    'rate',
    [
      `${ONE_ORDER} ${EACH_TIME} $time`,
      `${ONE_ORDER} ${EACH_TIME} $unit`,
      `${ONE_ORDER} SLASH $time`,
      `${EACH_TIME} $time (, )? (a|an|one|1) (ORDER / piece / part / slice / chunk / clip)`,
      `(every / each / per / a) $unit (, )? (a|an|one|1) (ORDER / piece / part / slice / chunk / clip)`,
    ],
    ordersAt,
    6,
  ),
  rule('rate', 'EVERY $ordinal $unit', (m) => rate(Number(m.ordinal) * Number(m.unit)), 3),
  rule('rate', '(every / each) $part (of? an|a)? $unit', (m) => rate(Number(m.part) * Number(m.unit)), 3),
  rule(
    'rate',
    '(each / every) time (a / an / one / another) $unit (passes / goes by / is over / has passed / is up / elapses)',
    (m) => rate(m.unit),
    6,
  ),
  rule(
    'rate',
    '(each / every) time $time (pass / passes / go by / are over / have passed / are up / elapse)',
    (m) => rate(m.time),
    6,
  ),
  rule('rate', 'PER $unit', (m) => rate(m.unit), 1),
  rule('rate', 'per $time', (m) => rate(m.time), 1),
  rule('rate', 'SLASH $time', (m) => ({ ...rate(m.time), slash: true }), 0),
  ...words.flatMap(([word, seconds]) => [
    rule('rate', `${word} basis?`, () => rate(seconds), 1),
    rule('rate', `(a|an|the) ${word} (one|ones|schedule|rhythm)?`, () => rate(seconds), 1),
    rule(
      'rate',
      `(on / in / at) (a|an)? ${word} (basis / intervals / interval / schedule / rhythm / pace / orders / steps)?`,
      () => rate(seconds),
      2,
    ),
    rule(
      'rate',
      `(once / one time / 1 time / one order / an order / one buy / 1 x / 1 order) ${word}`,
      () => rate(seconds),
      2,
    ),
    rule(
      'rate',
      `${word} (interval / intervals / orders / buys / purchases / sells / schedule)`,
      () => rate(seconds),
      0,
    ),
    rule(
      'rate',
      `(in / with / using / by)? ${word} (slices / slice / chunks / clips / pieces / portions / parts / tranches / installments / bits / bites / doses / batches / steps)`,
      () => rate(seconds, true),
      3,
    ),
    rule(
      'counted_rate',
      `(a / the / make / do / place)* $int ${word} (ORDERS)`,
      (m) => ({ n: m.int, seconds }),
      5,
    ),
    rule(
      'rate',
      `(into / in / with)? (a|an)? ${word} #token (buys / orders / purchases / buy / sells / sales / slices / clips)`,
      () => rate(seconds),
      5,
    ),
    rule('rate', `twice ${word}`, () => rate(seconds / 2), 2),
    rule('rate', `(thrice / three times) ${word}`, () => rate(seconds / 3), 2),
    rule('rate', `$fig TIMES ${word}`, (m) => divided(m.fig, seconds), 3),
    rule('rate', `$fig ORDERS ${word}`, (m) => divided(m.fig, seconds), 3),
  ]),
  rule('rate', '(1 / 1 x) SLASH $unit', (m) => rate(m.unit), 3),
  rule('rate', '(once / one time) (PER / EVERY) $unit', (m) => rate(m.unit), 2),
  rule('rate', '(once / one time) (in / every / each / per)? $time', (m) => rate(m.time), 2),
  rule('rate', '$time (check / checks / checking / review / reviews)', (m) => rate(m.time), 3),
  rule('rate', 'once EVERY $time', (m) => rate(m.time), 2),
  rule('rate', 'twice (PER / EVERY) $unit', (m) => rate(Number(m.unit) / 2), 3),
  rule('rate', 'thrice (PER / EVERY) $unit', (m) => rate(Number(m.unit) / 3), 3),
  rule('rate', '$fig (x / TIMES) (SLASH / x)? (PER / EVERY / SLASH) $unit', (m) => divided(m.fig, m.unit), 4),
  rule(
    'rate',
    '$fig (orders / buys / purchases / sells / sales / trades) (per / a / an / each / every) $unit',
    (m) => divided(m.fig, m.unit),
    3,
  ),
  rule('rate', '(at / in / with / on)? (a|an|intervals)? (of)? $time APART', (m) => rate(m.time), 2),
  rule(
    'rate',
    '(spaced / placed / with / leave / leaving / spacing them / spacing / and)? (a|an)? $time ' +
      '(of)? (pause / gap / break / delay / wait)? APART',
    (m) => rate(m.time),
    2,
  ),
  rule(
    'rate',
    '(at / in / with / on)? (a|an)? $time (interval / intervals / cadence / frequency / rhythm / ' +
      'pace / schedule / rate / steps / gap / gaps / spacing / ticks)',
    (m) => rate(m.time),
    3,
  ),
  rule(
    'rate',
    '(in / into / with / using / by / SLASH)? $time (slices / slice / chunks / clips / steps / increments / pieces / tranches / batches / parts / orders / bites)',
    (m) => rate(m.time, true),
    3,
  ),
  // 'TWAP 4 SOL 2h 5m slices': if there is no other time, the first is the whole.
  rule(
    'time_and_slices',
    '$time:whole (, )? $time:part (slices / slice / chunks / clips / pieces / tranches / batches / parts / orders / bites)',
    (m) => (Number(m.part) < Number(m.whole) ? { whole: m.whole, part: m.part } : undefined),
    4,
  ),
  rule(
    'rate',
    '(with / using / at / and)? (a|an)? (interval / intervals / gap / frequency / cadence / ' +
      'pause / delay / spacing) (of / : / = / is)? $time',
    (m) => rate(m.time),
    2,
  ),
  rule(
    'rate',
    '(check / checking / checked / checks / look / looking / looked / looks / looked at / look at it / have a look / take a look / inspect / inspected / monitor / monitored / evaluate / evaluated / examine / examined / control / controlled / controlling / verify / verified / review / reviewing / reviewed / rebalance / rebalancing) (it / in / once / on it / that / this)? (EVERY / per / after every / after each / after) $time',
    (m) => rate(m.time),
    3,
  ),
  rule(
    'rate',
    '(check / checking / checked / checks / look / looking / looked / looks / looked at / look at it / have a look / take a look / inspect / inspected / monitor / monitored / evaluate / evaluated / examine / examined / control / controlled / controlling / verify / verified / review / reviewing / reviewed) (it / in / once / on it / that / this)? (EVERY / per) $unit',
    (m) => rate(m.unit),
    3,
  ),
  rule(
    'rate',
    '(check / checking / checked / checks / look / looking / looked / looks / looked at / look at it / have a look / take a look / inspect / inspected / monitor / monitored / evaluate / evaluated / examine / examined / control / controlled / controlling / verify / verified / review / reviewed / rebalance / rebalancing / rebalanced) (it / on it)? (twice / two times) (PER / EVERY) $unit',
    (m) => rate(Number(m.unit) / 2),
    4,
  ),
  rule(
    'rate',
    '(check / checking / checked / checks / look / looking / looked / looks / looked at / look at it / have a look / take a look / inspect / inspected / monitor / monitored / evaluate / evaluated / examine / examined / control / controlled / controlling / verify / verified / review / reviewed / rebalance / rebalancing / rebalanced) (it / on it)? (only / just)? once (PER / EVERY) $unit',
    (m) => rate(m.unit),
    4,
  ),
  ...words.map(([word, seconds]) =>
    rule(
      'rate',
      `(check / checking / checked / checks / look / looking / looked / looks / looked at / look at it / have a look / take a look / inspect / inspected / monitor / monitored / evaluate / evaluated / examine / examined / control / controlled / controlling / verify / verified / review / reviewed / reviewing) (it / in / once / on it / that / this)? ${word} (check / checks)?`,
      () => rate(seconds),
      3,
    ),
  ),
  ...words.map(([word, seconds]) =>
    rule('rate', `${word} (check / checks / checking / review / checkup)`, () => rate(seconds), 2),
  ),

  ...(
    [
      ['HOURLY', 3_600],
      ['MINUTELY', 60],
    ] as const
  ).flatMap(([word, seconds]) => [
    rule(
      'rate',
      `(check / checking / checked / checks / review / a / every)? $fig:n ${word} (orders / order / interval / intervals / basis / check / checks / checking / pace / slices / clips)?`,
      (m) => rate(Number(m.n) * seconds),
      4,
    ),
    rule(
      'rate',
      `(check / checking / checked / checks / review / a / every)? half ${word} (orders / order / interval / intervals / basis / check / checks / checking / pace / slices / clips)?`,
      () => rate(seconds / 2),
      6,
    ),
  ]),
  rule('count', '$int ORDERS', several, 1),
  {
    ...rule(
      'count',
      '$int TIMES (, / and / then / after that)* (stop / end / quit / finish / done / be done)',
      several,
      3,
    ),
    closes: true,
  },
  rule('count', '(, )? (1 / one) time', () => ({ n: '1' }), 0),
  rule(
    'count',
    '(a / an)? (making / placing / doing / giving / totalling / totaling / that makes / which makes / total / for total / for a total / total of / in total / max / at most / maximum / up to / no more than / for / in / with / limited to / exactly / only / just / repeat / repeated / repeat it / repeating / do it / do this / do that / make / place / for a total of / a maximum of / over / across / through / altogether / all together / not more than / max of / make it / doing it / run it / and do it / keep doing it / this / times)? $int (more / different / separate / single / individual / consecutive)? ORDERS (in total / total / max / at most / altogether / maximum / overall / all together / in all / only / long / all in all / ttl / then stop / tops)?',
    several,
    1,
  ),
  rule(
    'count',
    '(stop / stopping / stops / end / ending / ends / finish / quit / done / then stop / and stop / halt / cease / it ends / quitting / is done / finished / finishing / terminate) (it / this)? (after / at / once / with / when / on) (you / it / there / i)? (made / has made / have made / are / reached / did / done / have done)? $int (ORDERS / of them / of those) (in total / are done / were made / have been made / are filled / are made / done / made / have filled / executed / have been placed / are through / have been executed / have been filled)?',
    (m) => ({ n: m.int }),
    3,
  ),
  rule('count', 'x $int', (m) => ({ n: m.int }), 1),
  rule(
    'count',
    "until (i / you / it / we / you've / i've / it's / we've)? (have / has)? (done it / made / done / placed)? $int ORDERS (are / have been)? (done / made / filled / executed / placed / through / complete / completed)?",
    (m) => ({ n: m.int }),
    3,
  ),
  rule(
    'count',
    '(number of / amount of / count of / order)? (orders / buys / count / order count / purchases / trades) (: / = / is / of)? $int',
    (m) => ({ n: m.int }),
    1,
  ),

  ...rules(
    'slices',
    [
      '(in / into / across / over / as / by / using / with / to / through / via)? $int PIECES',
      '(in / into / across / as / using / with / to / over)? $int (equal / even / identical / same sized / equally sized / equal sized / similar / evenly sized / small / smaller / same size / uniform / little) (size / sized)? (orders / buys / trades / sells / purchases / swaps / sales / transactions / fills / executions / installments)',
    ],
    (m) => ({ n: m.int }),
    3,
  ),
  rule(
    'slices',
    'SPLIT (it / this / that / them / up / the order / the total / the sale / the buy)? (in / into / over / across / between / by / to / evenly into / equally into / among) $int (equal / even / smaller / small)? ORDERS',
    (m) => ({ n: m.int }),
    5,
  ),
  rule(
    'slices',
    '(in)? into $int (equal / even / smaller / small / separate)? ORDERS',
    (m) => ({ n: m.int }),
    4,
  ),
  rule(
    'slices',
    '(in / into / across / as / over) $int (equal / even / identical / similar / small / same sized)? #token (buys / sells / orders / purchases / slices / pieces / trades)',
    (m) => ({ n: m.int }),
    5,
  ),
  rule('slices', '(, )? $int of (them / those)', (m) => ({ n: m.int, of: 'them' }), 3),
  rule(
    'divided',
    '(in / into / as / by / to / with / using) (small / smaller / equal / even / little / tiny / many / several / equally / sized / same / size / similar / multiple / of / evenly / a / few / some / number / more / lots)* (PIECES / orders / buys / sells / trades / portions / amounts / installments / purchases)',
    () => ({ how: 'evenly' }),
    1,
  ),
  rule('divided', 'SPLIT', () => ({ how: 'split' }), 0),
  rule(
    'divided',
    'SPLIT (it / this / that / them)? (up / out / apart)? (evenly / equally / out)?',
    () => ({ how: 'split' }),
    0,
  ),
  rule('divided', 'EVENLY', () => ({ how: 'evenly' }), 0),
  rule('divided', 'GRADUALLY', () => ({ how: 'gradually' }), 0),
]
