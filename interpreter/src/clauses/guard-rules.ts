/**
 * The most that a position may fall, in other words than a stop: 'don't let my WIF lose more than 15 %', 'cap my losses
 * at 8 %'.
 */
import { plus, times } from '../text/decimal.ts'
import { type Amount, type Rule, rule, rules } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
const percent = (m: Found) => ({ percent: String(m.pct ?? m.fig) })
const NOT = "(don't / do not / dont / never / doesn't / can't / cannot / won't)"
const WHOSE =
  '(my / the / our / any / all / it / me / i / this / us / we / position / bag / them / that / #token HELD*)*'
const FALL =
  '(lose / loses / losing / drop / drops / fall / falls / go down / goes down / slip / slips / sink / sinks / dip / dips / bleed / bleeds / shed / sheds / be down / is down)'
const FURTHER = '(by)? (more than / over / above / below / beyond / past)'
const WORTH = '(of (its / the) (value / price / worth) / in value / down)*'
const OF =
  '((on / with / in / from / below / under) (it / this / that / entry / my entry / OWN* #token HELD*))?'

export const guardRules: Rule[] = [
  rule(
    'stop',
    '(so / so that / and / that / , / i / we / it / should / can / may)* lose $pct (at most / at the most / max / maximum / tops)',
    (m) => ({ percent: String(m.pct) }),
    6,
  ),
  // Limits in the form of a 'no': reject-negated.ts recognizes them by their beginnings.
  ...rules(
    'stop',
    [
      `(and / but)? ${NOT} (let / allow / have / see / want) ${WHOSE} (to)? ${FALL} ${FURTHER} $pct ${WORTH} ${OF}`,
      `(and / but / ,)* (set it / set it up / make it / do it / fix it / arrange it)? (so / so that) ${WHOSE} ${NOT} ${FALL} ${FURTHER} $pct ${WORTH} ${OF}`,
      `(and / but)? (make sure / please make sure / see to it / ensure / be sure) (that)? ${WHOSE} ${NOT} ${FALL} ${FURTHER} $pct ${WORTH} ${OF}`,
    ],
    percent,
    9,
  ),
  ...rules(
    'stop',
    [
      `(cap / limit / restrict / contain / capping / limiting) (my / the / any / all / our)* (#token)? (loss / losses / downside) (on / in / from / of / with)* (OWN* #token HELD*)? (at / to / under / below / within / max / a / maximum / of)* $pct`,
      '(against / from) (a / an / any / the / more than / falling / dropping / losing)* $pct (loss / drop / fall / dip / decline / crash / decrease / slide / slump)',
      '(put / set / place / have / with / and / a / the)* floor (of / at)* $pct (under / below / beneath / on) OWN* (#token HELD* / it / this / position / entry)',
    ],
    percent,
    7,
  ),
  ...rules(
    'stop',
    [
      '(put / set / place / a / an / with)* (sell stop / stop sell order) (order)? (on / for / at / @ / : / of / OWN / #token / HELD)* $price',
      '(put / set / place / have / a / the)* floor (under / below / beneath / for / on) OWN* (#token HELD* / it / this / position) (at / of / @ / :)* $price',
    ],
    (m) => ({ price: String(m.price) }),
    9,
  ),
  // It buys after a rise, which nothing here does.
  rule(
    'buy_stop',
    '(put / set / place / a / an / with)* (buy stop / stop buy order / stop entry) (order)? (on / for / at / @ / : / of / OWN / #token / HELD)* $price?',
    () => ({}),
    9,
  ),
  rule(
    'daily_loss',
    '(stop / pause / quit / halt / be done / done) (trading / it / buying)? for the day (after / once / if / when) (i / it / we / it has / i have / i am / it is)* (losing / lost / lose / loses / down) $amount',
    (m) => {
      const amount = m.amount as Amount
      return ['SOL', 'USDC', 'USD'].includes(amount.unit) ? amount : undefined
    },
    9,
  ),
  ...rules(
    'take',
    [
      '(put / set / place / add / a / an / my / with / and / have / ,)* (TAKE_PROFIT) (on / for / of / OWN / #token / HELD)* (at / @ / of / to / once / when / if / it / we / i / is / does / a / an / hits / reaches / goes / makes)* $fig x',
    ],
    (m) => {
      const gain = Number(m.fig) - 1
      const percent = plus(times(String(Math.floor(gain)), '100'), String(Math.round((gain % 1) * 100)))
      return gain > 0 ? { percent } : undefined
    },
    7,
  ),
  rule(
    'trail',
    '(and / with / please / to)* (TRAIL) OWN* #token HELD* (LINK / by)* ($fig / $pct)',
    percent,
    6,
  ),
]
