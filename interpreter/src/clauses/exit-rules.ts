/** The ends of a position: stop loss, take profit, trailing stop, the longest holding time. */
import { plus, times } from '../text/decimal.ts'
import {
  EXIT_LEAD,
  OUT,
  OUT_UP,
  IT,
  WHEN,
  IT_IS,
  BY,
  FROM,
  BAD,
  GOOD,
  STOP,
  TAKE,
  AT,
  HIT,
  THEN_OUT,
  THEN_UP,
} from './exit-parts.ts'
import { type Rule, rule, rules } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
const percent = (m: Found) =>
  m.pct === undefined && Number(m.fig) >= 100 ? undefined : { percent: String(m.pct ?? m.fig) }
const price = (m: Found) => ({ price: String(m.usd ?? m.price) })
const share = (m: Found) => ({ percent: times(String(m.part), '100') })
export const exitRules: Rule[] = [
  ...rules(
    'stop',
    [
      `${EXIT_LEAD} ${STOP} ${AT} -? $pct (loss / down / below / under)? ${FROM}`,
      `${EXIT_LEAD} ${OUT} ${IT} ${WHEN} (the / my / a / our)* ${STOP} ${AT} -? $pct ${HIT}`,
      `${EXIT_LEAD} -? $pct (as|for|hard|fixed|max|maximum|of)? (a|the|my)? ${STOP} (order / limit / ` +
        `on it / below entry)? ${FROM}`,
      `${EXIT_LEAD} ${OUT} ${IT} ${WHEN} ${IT_IS} ${BAD} ${BY} -? $pct (or more / down / below / under / loss / in total)? ${FROM}`,
      `${EXIT_LEAD} ${OUT} ${IT} ${WHEN} ${IT_IS} ${BY} -? $pct ${BAD} (or more)? ${FROM}`,
      `${EXIT_LEAD} ${OUT} ${IT} ${WHEN} (a|the|any)* (- / minus) $pct (or worse / or lower / loss)? ${FROM}`,
      `${EXIT_LEAD} ${OUT} ${IT} ${WHEN}? (a|the|any)* -? $pct (loss / losses / down / lower / below / ` +
        'under / in the red / drop / dip / fall / decline / decrease / of loss / in loss / drawdown ' +
        `from entry) ${FROM}`,
      `${EXIT_LEAD} ${OUT} ${IT} ${WHEN}? (a|the)? (loss / drop / fall / dip / decline / decrease) ${BY} $pct`,
      '(or / and / ,)? (- / minus) $pct (sl / stop / loss / stoploss)',
      `${EXIT_LEAD} (max / maximum) (loss / risk) ${BY} $pct`,
      `${EXIT_LEAD} (risk / risking) (at most / max / no more than / only / about)? $pct`,
      `${EXIT_LEAD} (don't / do not / never / not) (let / allow)? (it / me / the position)? (to)? (lose / drop / fall) (more than / over / below / by more than) $pct`,
      `(or / and) (WHEN_SELL)* ${IT_IS} ${BAD} ${BY} -? $pct`,
      `(or / and) (WHEN_SELL)? (a)? -? $pct ${BAD}`,
      `${EXIT_LEAD} (protect / guard / protection / insurance / shield / secure / safety) (it / me / ` +
        'against / from / my position / with / a|an|the)* $pct (loss / drop / fall / dip / decline / ' +
        'crash)',
      `(if / when / once / should) ${IT_IS} ${BAD} ${BY} -? $pct (${FROM}) ${THEN_OUT}`,
    ],
    percent,
    6,
  ),
  // No unit: never 'stop after 48', which counts, and never below 2 or in parts, which may as well be a price.
  rule('stop', `${EXIT_LEAD} ${STOP} (BARE_LINK / -)* $fig`, bareExit, 2),
  rule('stop', `${EXIT_LEAD} (${OUT} / CUT_AT) ${IT} (at / on / if / when)* - $fig`, percent, 5),
  rule('take', `${EXIT_LEAD} (${OUT_UP} / BANK_AT) ${IT} (at / on / if / when)* + $fig`, percent, 5),
  ...rules(
    'stop',
    [
      `(either / , / : / and / or / when / if / at / on / with / a / an / once / by / reaching)* - $pct`,
      '(, / : / either / or / and / at / by / a / an / the / on / whichever comes first)* (a / an / the)? (loss / drop / fall / drawdown from entry) of $pct',
      '(either / or) (at / on / with / a / by)* $pct (loss / losses / lower / down / drop / fall)',
    ],
    percent,
    -2,
  ),
  ...rules(
    'take',
    [
      '(, / : / either / or / and / at / by / a / an / the / on / whichever comes first)* (a / an / the)? (profit / gain / rise / win) of $pct',
      '(either / or) (at / on / with / a / by)* $pct (gain / gains / profit / profits / higher / up / plus)',
    ],
    percent,
    -2,
  ),
  rule('or_time', '(, )? or (after / in)? (at most / max)? $time', (m) => ({ seconds: Number(m.time) }), 0),
  ...rules(
    'stop',
    [
      `${EXIT_LEAD} ${STOP} ${AT} (BELOW / TO)* $usd`,
      `${EXIT_LEAD} ${STOP} (LINK)* (at / below / under / price / @) (LINK / price)* $price`,
      `${EXIT_LEAD} ${OUT} ${IT} (if / when / once / should / in case) ${IT_IS} (DOWN / BELOW) (TO / BELOW / REACH)* $usd`,
      `${EXIT_LEAD} $usd (as|for)? (a|the|my)? ${STOP}`,
      '(and / or / , / if / when / down / also)* (at / @ / for / to / below / under) $usd (for / at / as / with / to take / taking) (a / the / my / some)* (small / big / bad)? (loss / losses)',
    ],
    price,
    4,
  ),

  ...rules(
    'take',
    [
      `${EXIT_LEAD} ${TAKE} ${AT} +? $pct (profit / gain / up / above / higher / over)? ${FROM}`,
      `${EXIT_LEAD} ${OUT_UP} ${IT} ${WHEN} (the / my / a / our)* ${TAKE} ${AT} +? $pct ${HIT}`,
      `${EXIT_LEAD} +? $pct (as|for|of)? (a|the|my)? ${TAKE} (order / limit)? ${FROM}`,
      `${EXIT_LEAD} ${OUT_UP} ${IT} ${WHEN} ${IT_IS} ${GOOD} ${BY} +? $pct (or more / up / above / profit / in profit / gain / in total)? ${FROM}`,
      `${EXIT_LEAD} ${OUT_UP} ${IT} ${WHEN} ${IT_IS} ${BY} +? $pct (of)? ${GOOD} (or more)? ${FROM}`,
      `${EXIT_LEAD} ${OUT_UP} ${IT} ${WHEN} (a|the|any)* + $pct (or more / or better / profit / gain)? ${FROM}`,
      `${EXIT_LEAD} ${OUT_UP} ${IT} ${WHEN}? (a|the|any)* +? $pct (profit / profits / gain / gains / up / ` +
        'higher / above / in the green / rise / increase / of profit / in profit / plus / of gain) ' +
        FROM,
      `${EXIT_LEAD} ${OUT_UP} ${IT} ${WHEN}? (a|the)? (profit / gain / rise / increase / win) ${BY} $pct`,
      `(or / and / ,)? + $pct (tp / take profit / profit / target / gain)`,
      `(or / and) (WHEN_SELL)* ${IT_IS} ${GOOD} ${BY} +? $pct`,
      `(or / and) (WHEN_SELL)? (a)? +? $pct ${GOOD}`,
      `(if / when / once / should) ${IT_IS} ${GOOD} ${BY} +? $pct (${FROM}) ${THEN_UP}`,
    ],
    percent,
    6,
  ),
  ...rules(
    'take',
    [
      `${WHEN} (OWN / SUBJECT / IS / #token)* (IT_TRIPLES) ${THEN_UP}`,
      `${EXIT_LEAD} ${OUT_UP} ${IT} ${WHEN} ${IT_IS} (IT_TRIPLES)`,
    ],
    () => ({ percent: '200' }),
    7,
  ),
  rule(
    'take',
    `${WHEN} (OWN / SUBJECT / IS / #token)* (IT_DOUBLES) ${THEN_UP}`,
    () => ({ percent: '100' }),
    7,
  ),
  ...rules(
    'stop',
    [
      `${WHEN} (OWN / SUBJECT / IS / #token)* (IT_HALVES) ${THEN_OUT}`,
      `${EXIT_LEAD} ${OUT} ${IT} ${WHEN} ${IT_IS} (IT_HALVES)`,
    ],
    () => ({ percent: '50' }),
    8,
  ),
  // 'If it goes down by a fifth'
  ...rules(
    'stop',
    [
      `${EXIT_LEAD} ${OUT} ${IT} ${WHEN} ${IT_IS} ${BAD} ${BY} $part (of (its / the) (value / price / worth))? ${FROM}`,
      `${WHEN} ${IT_IS} ${BAD} ${BY} $part (of (its / the) (value / price / worth))? ${FROM} ${THEN_OUT}`,
    ],
    share,
    7,
  ),
  ...rules(
    'take',
    [
      `${EXIT_LEAD} ${OUT_UP} ${IT} ${WHEN} ${IT_IS} ${GOOD} ${BY} $part (of (its / the) (value / price / worth))? ${FROM}`,
      `${WHEN} ${IT_IS} ${GOOD} ${BY} $part (of (its / the) (value / price / worth))? ${FROM} ${THEN_UP}`,
    ],
    share,
    7,
  ),
  // 'Stop 9 percent, take 27 percent': a target only beside a stop.
  rule('maybe_take', '(, / and / & / SLASH / +)* take (at / on / : / = / +)* $pct', percent, -3),
  rule('take', `${EXIT_LEAD} ${TAKE} (BARE_LINK / +)* $fig`, bareExit, 2),
  ...rules(
    'take',
    [
      `${EXIT_LEAD} ${TAKE} (LINK / at)* $fig x`,
      `${EXIT_LEAD} ${OUT_UP} ${IT} ${WHEN} (a|the)? $fig x`,
      `${EXIT_LEAD} ${OUT_UP} ${IT} ${WHEN} ${IT_IS} (does / makes / hits / reaches / up / at / goes / a / an / is / did)* $fig x`,
    ],
    (m) => ratio(String(m.fig)),
    6,
  ),
  ...rules(
    'take',
    [
      `${EXIT_LEAD} ${OUT_UP} ${IT} ${WHEN} ${IT_IS} (IT_DOUBLES)`,
      `${EXIT_LEAD} ${TAKE} ${AT} (a|the)? (double / doubling)`,
    ],
    () => ({ percent: '100' }),
    6,
  ),
  ...rules(
    'take',
    [
      `${EXIT_LEAD} ${TAKE} ${AT} (ABOVE / TO)* $usd`,
      `${EXIT_LEAD} ${TAKE} (LINK)* (at / above / over / price / @) (LINK / price)* $price`,
      `${EXIT_LEAD} $usd (as|for)? (a|the|my)? ${TAKE}`,
      // 'Up to $3' is no bound here: something that is up has risen.
      `${EXIT_LEAD} ${OUT_UP} ${IT} (if / when / once / should / in case) ${IT_IS} up (to / at) $usd`,
      `${EXIT_LEAD} ${OUT_UP} ${IT} (if / when / once / should / in case) ${IT_IS} (UP / ABOVE) (TO / ABOVE / REACH)* $usd`,
    ],
    price,
    6,
  ),

  ...rules(
    'trail',
    [
      `${EXIT_LEAD} (TRAIL) (#token / my / the)* ${AT} $pct (below / under / behind / from / off)* (the / its)? (peak / top / high / highest price / price / highest / take me out / get me out)?`,
      `${EXIT_LEAD} $pct (as|for|of)? (a|the|my)? (TRAIL) (order)?`,
      `${EXIT_LEAD} $pct (a|the|my)? (TRAIL) (order)? (under / below / behind / beneath / over / on / for)`,
      `${EXIT_LEAD} ${OUT} ${IT} ${WHEN}? ${IT_IS} (DOWN)? ${BY} $pct (DOWN)? (OFF_PEAK)`,
      // 'Buy if it drops 5 % from its high' is no stop.
      `${EXIT_LEAD} ${IT} $pct (DOWN)? (OFF_PEAK)`,
      `${WHEN} ${IT_IS} (DOWN)? ${BY} $pct (DOWN)? (OFF_PEAK) ${THEN_OUT}`,
      `${EXIT_LEAD} (stop / stop loss / sl) (that / which)? (trails / trailing / follows / following) (it / the price / behind / price)* (by / at / with / of)* $pct (behind / below)? (it / the price)?`,
      `${EXIT_LEAD} (follow / trail / trailing / trails / following) (it / the price / behind / all of it / all / everything / them / the ` +
        'market / price)* (with / by / at / a|an)* (stop)? (at / of / by / with)* (a|an)? $pct (stop ' +
        '/ behind / below)?',
    ],
    percent,
    9,
  ),
  rule('trail', `${EXIT_LEAD} (TRAIL) (LINK)* $fig`, percent, 4),

  ...rules(
    'time_limit',
    [
      `${EXIT_LEAD} (TIME_LIMIT) (LINK / AT_MOST / NEXT)* $time (max / at most / at the latest)?`,
      `${EXIT_LEAD} $time (TIME_LIMIT)`,
      `${EXIT_LEAD} (ENDS) ${IT} (after / in / within / by) (at most / max / NEXT / no more than / the latest / latest)* $time (AT_LATEST / anyway / max / regardless / passed / have passed / have gone by)*`,
      `${EXIT_LEAD} (or / and)? (AT_LATEST) (after / in / within)? $time`,
      `${EXIT_LEAD} (or / and / either)? after (at most)? $time (AT_LATEST)`,
      '(or / and) (after / in) $time',
    ],
    (m) => ({ seconds: Number(m.time) }),
    5,
  ),
  ...rules(
    'time_limit',
    [
      `${EXIT_LEAD} (SELLS) ${IT} (after / in / within / by) (at most / max / NEXT / no more than / the latest / latest)* $time (AT_LATEST / anyway / max / regardless / passed / have passed / have gone by)*`,
      `${EXIT_LEAD} (AT_LATEST / anyway)? (SELLS) ${IT} (AT_LATEST)? (after / in / within) $time (AT_LATEST)?`,
      `${EXIT_LEAD} (SELLS) ${IT} (AT_LATEST) (after / in / within)? $time`,
      `${EXIT_LEAD} (hold / holding / keep / keep it / hold it / holding it / stay in / stay / hold the position / keep the position / be in) (it / for / the position / position / open)* (AT_MOST / MAX_TIME / max / no longer than / not longer than / up to / only)* $time (max / at most / at the latest / or less / maximum / tops / then sell / and then sell / then sell it / then out / and no longer / only)*`,
      `${EXIT_LEAD} (don't / do not / never / not) (hold / keep) (it / for / the position / longer / more)* than $time`,
      `${EXIT_LEAD} (give / giving) (it / the trade / the position) (at most / max / up to / only)? $time (max / at most / to work / to play out / tops)?`,
    ],
    (m) => ({ seconds: Number(m.time), sells: true }),
    6,
  ),

  ...rules(
    'both_exits',
    [
      '(with|at)? + $pct:take (SLASH / and / , / or / &)* (- / minus) $pct:stop',
      '(with|at)? - $pct:stop (SLASH / and / , / or / &)* + $pct:take',
      '(TAKE_PROFIT) (SLASH / and / & / ,) (STOP_LOSS) (LINK)* $pct:take (SLASH / and / & / ,)? $pct:stop',
      '(TAKE_PROFIT) (SLASH / and / & / ,) (STOP_LOSS) (LINK)* $fig:take (SLASH / and / & / ,) $pct:stop',
      '(STOP_LOSS) (SLASH / and / & / ,) (TAKE_PROFIT) (LINK)* $pct:stop (SLASH / and / & / ,)? $pct:take',
      '(STOP_LOSS) (SLASH / and / & / ,) (TAKE_PROFIT) (LINK)* $fig:stop (SLASH / and / & / ,) $pct:take',
      `${EXIT_LEAD} (both / each / either way / either side) (with|at|of)* $pct:take (TAKE_PROFIT) ` +
        '(and / &) $pct:stop (STOP_LOSS)',
    ],
    (m) => ({ stop: String(m.stop), take: String(m.take) }),
    8,
  ),
  ...rules(
    'both_exits',
    [
      '(TAKE_PROFIT) (SLASH / and / ,) (STOP_LOSS) (LINK)* $fig:take (SLASH / and / ,) $fig:stop',
      '(STOP_LOSS) (SLASH / and / ,) (TAKE_PROFIT) (LINK)* $fig:stop (SLASH / and / ,) $fig:take',
    ],
    (m) => ({
      stop: String(m.stop),
      take: String(m.take),
      ...('bare' in bareExit({ fig: m.stop }) || 'bare' in bareExit({ fig: m.take }) ? { bare: true } : {}),
    }),
    8,
  ),
  rule(
    'both_exits',
    '(tp / take profit) (and / & / /) (sl / stop loss) (both|at|of|each|are|is)* $pct (each / both)?',
    (m) => ({ stop: String(m.pct), take: String(m.pct) }),
    3,
  ),
]

/**
 * A bare 8 is 8 %; 0.5, 1.45 and 1 are as likely prices: `bare` is asked about if nothing else tells which, `plain` if
 * the price has the same size.
 */
function bareExit(m: Found): { percent: string; bare?: true; plain?: true } {
  const percent = String(m.fig)
  return /^\d+$/.test(percent) && Number(percent) >= 2 ? { percent, plain: true } : { percent, bare: true }
}

/** 2x is a gain of 100 %. */
function ratio(fig: string): { percent: string } | undefined {
  const gain = Number(fig) - 1
  return gain > 0
    ? { percent: plus(times(String(Math.floor(gain)), '100'), String(Math.round((gain % 1) * 100))) }
    : undefined
}
