import { rule, rules, type Rule } from '../../clauses/roles.ts'

type Found = Readonly<Record<string, unknown>>
const two = (kind?: 'sma' | 'ema') => (m: Found) => ({
  ...(kind ? { kind } : {}),
  a: m.a,
  b: m.b,
  ...(m.days === 86_400 ? { days: true } : m.days === 3_600 ? { hours: true } : {}),
})
const one = (kind?: 'sma' | 'ema') => (m: Found) => ({ ...(kind ? { kind } : {}), a: m.a })
const AND =
  '(SLASH / and / - / , / over / vs / versus / with / x / against / & / to / CROSS / the / of / a / above / under / below / crosses / crossing / cross / crossed / by / : / upward / up / upwards)'
const NOISE =
  '(whenever|its|each time|every time|that|as|once|i want|a|an|the|with|on|of|length|lengths|' +
  'period|periods|using|crossover|cross|:|=|strategy|bot|,|fast|at|and|for|trade|trading|when|' +
  'if|buy|my|crossing|lines|line|crossovers|x|lookback|x|over|candles)*'
const DAYS = '(day / days / d / period / periods / candle / bar / bars / candles)'

const average = (set: string, kind?: 'sma' | 'ema'): Rule[] => [
  rule(
    'averages',
    `${NOISE} ${set} (lines / line / crossover / cross / pair / of / for / lengths / length / periods / period / CROSS / with / BRACKET_OPEN / : / = / a / the / and / on / between)* $int:a ${AND}* (${set})? BRACKET_OPEN? $int:b BRACKET_CLOSE? (${set} / CROSS / candles / periods / lengths / crossover strategy / average / averages)*`,
    two(kind),
    6,
  ),
  rule(
    'averages',
    `${NOISE} ${set} BRACKET_OPEN $int:a BRACKET_CLOSE ${AND}* ${set} BRACKET_OPEN $int:b BRACKET_CLOSE (CROSS)*`,
    two(kind),
    8,
  ),
  rule(
    'averages',
    `${NOISE} BRACKET_OPEN? $anyint:a (${DAYS})? ${AND}* $int:b BRACKET_CLOSE? (${DAYS})? ${set} (lines / CROSS / strategy / bot / averages / average)*`,
    two(kind),
    6,
  ),
  rule(
    'averages',
    `${NOISE} $anyint:a (${DAYS})? ${set} (CROSS / and / over / above / the / a / goes / going / ${set} / against / vs / versus / with / upward / up / through / is / gets / moves / climbs / rises / below / under / its / , / & / SLASH)* $anyint:b (${DAYS})? (${set} / one / line)? (CROSS)*`,
    two(kind),
    7,
  ),
  rule(
    'averages',
    `${NOISE} $anyint:a $unit:days ${set} (CROSS / and / over / above / the / a / goes / ${set} / against / vs / upward / up / through / is / below / under / its)* $anyint:b #unit? ${set} (CROSS)*`,
    two(kind),
    9,
  ),
  rule(
    'averages',
    `${NOISE} $anyint:a $unit:days ${set} (CROSS / and / over / above / the / a / goes / against / vs / upward / up / through / is / its)* $anyint:b #unit (CROSS)*`,
    two(kind),
    8,
  ),
  // 'The 50 day average of JUP crosses the 200'
  rule(
    'averages',
    `${NOISE} $anyint:a $unit:days ${set} (of / for / on / in)* #token (moves / goes / gets / climbs / rises / is)* CROSS (CROSS / over / above / the / a / its / through / below / under)* $anyint:b #unit? ${set}? (CROSS / line)*`,
    two(kind),
    8,
  ),
  rule(
    'averages',
    `${NOISE} $int:a (and / SLASH / , / &) $anyint:b $unit:days ${set} (CROSS)*`,
    two(kind),
    9,
  ),
  rule(
    'averages',
    `${NOISE} $anyint:a $unit:days (and / SLASH / , / over / vs)* (a|the)? $anyint:b #unit ${set} (CROSS)*`,
    two(kind),
    9,
  ),
  rule(
    'averages',
    `${NOISE} ${set} of $int:a (CROSS / goes / moves / above / over / is)* (that|the one|the)* of? $int:b`,
    two(kind),
    9,
  ),
  rule('averages', `${NOISE} ${set} (SLASH|-|of|:|with|the|a)* $int:a`, one(kind), 3),
  rule('averages', `${NOISE} $anyint:a (${DAYS})? ${set}`, one(kind), 3),
  rule(
    'averages',
    `${NOISE} ${set} (lines / line / strategy / bot / crossover / averages)*`,
    () => (kind ? { kind } : {}),
    0,
  ),
]

/** Words between a name and its length, and after it: '(10)', 'length: 10', 'ema 10'. */
const LEN =
  '(EMA / SMA / AVERAGE / length / line / period / one / of / at / is / : / = / the / a / an / over / with / to / BRACKET_OPEN / - / average / on / be / being / set)*'
const AFTER =
  '(candles / candle / periods / period / bars / bar / days / EMA / SMA / AVERAGE / BRACKET_CLOSE / line / lines / one / length / CROSS)*'
const TO =
  '(, / and / SLASH / vs / versus / against / over / above / below / under / CROSS / the / a / an / with / its / my / goes / moves / is / gets / up / down / ; / + / for / on)*'
const named = (m: Found) => ({ fast: m.a, slow: m.b })

/** Fast and slow by their names, in any place: 'slow 55 fast 21' is no '55 fast'. */
const byName: Rule[] = [
  rule('averages', `${NOISE} FAST ${LEN} $int:a ${AFTER} ${TO} SLOW ${LEN} $int:b ${AFTER}`, named, 9),
  rule('averages', `${NOISE} SLOW ${LEN} $int:b ${AFTER} ${TO} FAST ${LEN} $int:a ${AFTER}`, named, 9),
  rule(
    'averages',
    `${NOISE} $int:a (for / as / is / the / a / in / on / of)* FAST ${AFTER} ${TO} $int:b (for / as / is / the / a / in / on / of)* SLOW ${AFTER}`,
    named,
    7,
  ),
  rule(
    'averages',
    `${NOISE} $int:b (for / as / is / the / a / in / on / of)* SLOW ${AFTER} ${TO} $int:a (for / as / is / the / a / in / on / of)* FAST ${AFTER}`,
    named,
    7,
  ),
]

export const crossRules: Rule[] = [
  ...byName,
  ...(['EMA', 'SMA', 'AVERAGE'] as const).map((set) =>
    rule(
      'averages',
      '(a / the / of / with / using / on / CROSS / cross / crossing / use)* ' +
        `(two / 2 / both / a pair of / pair of / the two) (EMA / SMA)? ${set} (lines)?`,
      () => (set === 'AVERAGE' ? {} : { kind: set.toLowerCase() }),
      6,
    ),
  ),
  ...(['EMA', 'SMA', 'AVERAGE'] as const).flatMap((set) => [
    rule(
      'averages',
      `${NOISE} ${set} (of / over / with / length / = / : / BRACKET_OPEN / a / the)* $anyint:a ${DAYS}? BRACKET_CLOSE? ${TO} (that / one)* ${set}? (of / over / with / length / = / : / BRACKET_OPEN / a / the)* $anyint:b ${DAYS} BRACKET_CLOSE?`,
      two(set === 'AVERAGE' ? undefined : (set.toLowerCase() as 'sma' | 'ema')),
      8,
    ),
  ]),
  rule(
    'announces',
    '(a|an|the|run|use|trade|on|by|using|with|ma|moving|average|via|start|when|if|they)* CROSS ' +
      '(strategy / bot / trading / signals / signal / on / for / of / trader / system / up / over ' +
      '/ upward / upwards / each other / setup / each / one another)*',
    () => ({ type: 'ma_cross' }),
    0,
  ),
  rule(
    'announces',
    '(a|the|run|use|trade|on|with|using|via|start)* GOLDEN (strategy / on / for / of / trading / ' +
      'bot / and death cross / death cross)*',
    () => ({ type: 'ma_cross', golden: true }),
    4,
  ),
  ...average('EMA', 'ema'),
  ...average('SMA', 'sma'),
  ...average('AVERAGE'),
  rule(
    'averages',
    '(CROSS|of|the|a|lengths|length|periods)* $int:a (SLASH / and / over / x / - / with / vs) ' +
      '(the)? $int:b (CROSS / GOLDEN)',
    two(),
    3,
  ),
  rule(
    'averages',
    '(GOLDEN / CROSS) (of|the|with|on|:|lengths|,|strategy|a|length|periods|at|,|and|death|cross)* $int:a (SLASH ' +
      '/ and / against / over / x / - / with / vs / , / crossing / the / crosses)* $int:b',
    two(),
    4,
  ),
  // 'Golden cross on WIF, 50 and 200 day'
  rule(
    'averages',
    '(, / with / using)* $anyint:a (SLASH / and / &) $anyint:b day',
    (m) => (Number(m.a) >= 5 ? { a: m.a, b: m.b, days: true } : undefined),
    4,
  ),
  rule(
    'averages',
    '(lengths / length / periods / windows) (of|are|:|=|,|with)* $int:a (SLASH / and / - / , / & ' +
      '/ over) $int:b (candles / periods)?',
    two(),
    4,
  ),
  rule(
    'averages',
    '$int:a (SLASH / and / & / over / crossing / crosses / cross / vs) $int:b (candles / periods / lengths / averages / lookback)?',
    two(),
    1,
  ),
  ...rules(
    'fast',
    [
      '(the|a|with|and|,|its|use|using)* FAST (EMA / SMA / AVERAGE / length / line / period / ' +
        'one)* (of|at|is|:|=|the|length|a|over|with|to|,)* $int (candles / periods / bars / EMA / ' +
        'SMA / AVERAGE)*',
      '(the|a|and)* $int (as|for|is|candle|candles|period)* (the)? FAST (one / length / line / AVERAGE)*',
    ],
    (m) => ({ n: m.int }),
    4,
  ),
  ...rules(
    'slow',
    [
      '(the|a|with|and|,|its|use|using|crosses|over|above|crossing)* SLOW (EMA / SMA / AVERAGE / ' +
        'length / line / period / one)* (of|at|is|:|=|the|length|a|over|with|to|,)* $int (candles / ' +
        'periods / bars / EMA / SMA / AVERAGE)*',
      '(the|a|and)* $int (as|for|is|candle|candles|period)* (the)? SLOW (one / length / line / AVERAGE)*',
    ],
    (m) => ({ n: m.int }),
    4,
  ),
  ...rules(
    'announces',
    [
      '(buy / buys / buying) (when|on|if|at|it|the|each|every|upward|up|they|once)* (CROSS / up ' +
        'cross / upward cross / cross up / golden cross / upcross / cross upward / cross upwards / ' +
        'they cross up / upside cross) (and / , / sell / then / sell it)* ' +
        '(on|when|at|if|the|they|it|each|every)* (opposite / the opposite / reverse / down cross / ' +
        'downward cross / downward one / down one / downwards one / opposite one / reverse one / cross down / death cross / other way / way back / cross back / downside ' +
        'cross / other way round / they cross back / crosses back / cross downwards / opposite cross ' +
        '/ reverse cross)*',
    ],
    () => ({ type: 'ma_cross' }),
    5,
  ),
  ...rules(
    'announces',
    [
      '(, / and / then)* (sell / exit) (on|when|as|at|if|the|it|they|upon|in|for|a|an)* (opposite / opposite ' +
        'cross / reverse / reverse cross / down cross / downward cross / downward one / down one / downwards one / opposite one / cross down / death cross / ' +
        'other way / way back / cross back / crosses back / crosses below / crosses under / it ' +
        'crosses back / it goes under / goes under / goes below / it goes below / moves below / it ' +
        'moves below / moves under / falls below / drops below / downcross / opposite signal / ' +
        'opposite case / contrary case / other case / reverse case / opposite direction / other direction / the contrary / contrary / ' +
        'reversal / other way round / cross below / crosses down / crosses back down / crosses back ' +
        'under / crosses back below)',
    ],
    () => ({ type: 'ma_cross' }),
    5,
  ),
  ...rules(
    'announces',
    [
      '(, / and / then / when / if / on / for / the / it / they / a / comes / goes)* (down cross / downward cross / downwards / downward / from above / cross down / crosses down / back below / crosses downwards / crosses downward / on the cross down / way down) (then / , / -> / :)* (sell / exit / out / we sell / i sell / it sells) (it / again)?',
      '(, / and / then)* (sell / exit / out / sells / selling) (it)? (when / if / on / as / at / the / it / they / a)* (crosses downwards / crosses downward / cross downwards / downwards / downward / crosses down / from above / cross down / down cross / crossing down / goes down)',
      '(, / and / then / buy / in / when / it / they / on / the / a / crosses / crossing)* (upwards / upward / up cross / cross up / from below / crosses upwards / crosses upward) (then / , / buy)*',
    ],
    () => ({ type: 'ma_cross' }),
    3,
  ),
  ...rules(
    'announces',
    [
      '(, / and / then / or / ;)* (the / in / on / for / when)* (other way round / other way around / way around / vice versa / opposite / opposite case / reverse / opposite way / reverse case / other way) (to / i / you / we / then / : / = / it)* (sell / exit) (it / again / back)*',
      '(, / and / then / or / ;)* vice versa',
    ],
    () => ({ type: 'ma_cross' }),
    5,
  ),
  ...(['EMA', 'SMA'] as const).flatMap((set) => [
    rule(
      'fast',
      `(the|a|with|and|,|its|use|using)* FAST ${set} (length|line|period|of|at|is|:|=|the)* $int`,
      (m) => ({ n: m.int, kind: set.toLowerCase() }),
      6,
    ),
    rule(
      'slow',
      `(the|a|with|and|,|its|use|using|crosses|over|above)* SLOW ${set} (length|line|period|of|at|is|:|=|the)* $int`,
      (m) => ({ n: m.int, kind: set.toLowerCase() }),
      6,
    ),
  ]),
  rule('announces', '(when|whenever|if|once|as)', () => ({ type: 'ma_cross' }), 0),
]
