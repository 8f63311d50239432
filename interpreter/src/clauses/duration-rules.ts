/** Durations: plans that a time bounds, and plans without an end. */
import { type Rule, rule, rules } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
const DAY = 86_400
const ABOUT = '(about / around / roughly / approximately / approx)?'
const duration = (style: string) => (m: Found) => ({ seconds: Number(m.time ?? m.unit), style })

const takes = (m: Found) => ({ seconds: Number(m.time), style: 'over', takes: true })
const UP_TO = '(up to / at most / about / around / roughly / the / all of)* NEXT*'
const IN_ALL = '(in total / in all / all in all / altogether / total)?'

const PACES: [string, number][] = [
  ['HOURLY', 3_600],
  ['DAILY', DAY],
  ['WEEKLY', 7 * DAY],
  ['MONTHLY', 30 * DAY],
]
const TESTS =
  '(test / tested / testing / assess / assessed / measure / measured / poll / polled / sampled) (it)?'

export const durationRules: Rule[] = [
  // 'But not all at once': in parts, if the next words say how.
  rule(
    'not_at_once',
    '(but / and / just / , / please / though / only)* not (all / everything / the lot / the whole lot / the whole thing / all of it) (at once / at one time / in one go / at the same time / in one order / in one trade / in one shot / together / in a single order / in a single go)',
    () => ({}),
    8,
  ),
  // 'In twelve equal monthly instalments': twelve, and each month.
  ...PACES.flatMap(([word, seconds]) => [
    rule(
      'sliced_rate',
      `(in / into / over / across / as)? $anyint (equal / even / equally sized)? ${word} (PIECES / ORDERS / payments / instalments)`,
      (m) => ({ n: m.anyint, seconds }),
      7,
    ),
    rule('rate', `${TESTS} ${word}`, () => ({ seconds }), 4),
    rule('rate', `${TESTS} twice ${word}`, () => ({ seconds: seconds / 2 }), 5),
  ]),
  rule('rate', `${TESTS} EVERY $time`, (m) => ({ seconds: Number(m.time) }), 4),
  rule(
    'rate',
    '(in / into / with / using)? (slices / clips / chunks / pieces / tranches / orders / parts) of $time',
    (m) => ({ seconds: Number(m.time), slices: true }),
    4,
  ),
  rule(
    'duration',
    `FOR NEXT* ${ABOUT} $time (long / straight / in total / total / only / altogether / max / at most / period / long only / and then stop / then stop / in all / flat / and stop)?`,
    duration('for'),
    2,
  ),
  rule('duration', 'FOR NEXT* $unit', duration('for'), 1),
  rule(
    'duration',
    '(and / then / , / to / please / i want you to)* ((keep / keep on / carry on / go on / continue) (doing / repeating / going / at / with / buying / selling)? / repeat / do / doing / repeating / continue / run) (that / this / it / so / the same)? FOR NEXT* ($time / $unit)',
    duration('for'),
    4,
  ),
  rule(
    'duration',
    `OVER NEXT* ${ABOUT} $time (period / window / long / time / span / in total / only)?`,
    duration('over'),
    2,
  ),
  rule('duration', 'OVER NEXT NEXT* $unit', duration('over'), 2),
  rule(
    'duration',
    '(all day / all day long / the whole day / throughout the day / during the day)',
    () => ({ seconds: DAY, style: 'over' }),
    2,
  ),
  // 'Take two days to buy 40 SOL': the duration of the whole, and never that of repetitions.
  ...rules('duration', [`(TAKES_TIME / LASTS_TIME) ${UP_TO} $time ${IN_ALL} (TO_DO_IT)`], takes, 4),
  ...rules('duration', [`(LASTS_TIME) ${UP_TO} $time ${IN_ALL}`], takes, 2),
  { ...rule('duration', `(TAKES_TIME) ${UP_TO} $time ${IN_ALL}`, takes, 2), closes: true },
  rule('duration', `WITHIN NEXT* ${ABOUT} $time`, duration('within'), 1),
  rule('duration', '(in / within / during) the? (next / coming / following) $time', duration('over'), 3),
  rule('duration', '(in / within / during) the? (next / coming / following) $unit', duration('over'), 3),
  rule(
    'duration',
    '(horizon / time horizon / timespan / term / run time / time frame / period / total time / work / working / continue / continuing / continued / lasting / lasts) (of / is / : / =)* $time',
    duration('for'),
    1,
  ),
  rule('duration', 'NEXT NEXT* $time', duration('bare'), -1),
  rule(
    'duration',
    '$time (in a row / running / on end / consecutively / in succession / one after another / on the trot / horizon / time horizon / timespan / time span / long / straight / in total / total / duration / period / run / runtime / only / window / of duration)',
    duration('for'),
    1,
  ),
  rule('duration', '$time', duration('bare'), 0),
  rule('duration', 'MAX_TIME NEXT* $time', duration('max'), 2),
  rule(
    'duration',
    '$time (max / maximum / at most / at the most / tops / or less / max duration / long at most / long max / limit)',
    duration('max'),
    2,
  ),
  rule(
    'duration',
    '(until / till / til) $time (are over / have passed / is over / passed / are up / is up / has passed / are done / later)',
    duration('for'),
    3,
  ),
  // 'Until one week', a phrase from other languages, and 'until 12 hours from now': a duration, and no condition.
  rule('duration', '(until / till / til) $time (from now / from today / from here)?', duration('for'), 1),
  rule(
    'duration',
    '(stop / end / quit / finish / stopping / ending / ends / stops / ended) (it / this / the bot / the strategy / everything / trading / after / automatically / by itself)* (after / in / within / once) $time (have passed / has passed / are over / is over / automatically / are up)?',
    duration('for'),
    3,
  ),
  rule('endless', 'ENDLESS', () => ({}), 4),
  rule(
    'endless',
    '(and / , )? (keep / keep on / keep it / let it) (going / running / run / doing it / at it) ENDLESS',
    () => ({}),
    4,
  ),
]
