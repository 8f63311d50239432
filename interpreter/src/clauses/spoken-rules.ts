/**
 * Everyday phrases: 'cut at 3 %', 'my sell price for 300 JUP is $2', 'take some WIF off the table', 'wait a while and
 * …'.
 */
import type { Asset } from '../text/names.ts'
import { IF, SUBJECT, at, condition } from './price-parts.ts'
import type { Amount, Rule } from './roles.ts'
import { rule, rules } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
const PRICED = '(is / : / = / would be / should be / shall be / will be / is at / at / @)*'
const OUT_AT =
  '(and / then / , / please / but)* (out / get out / sell / sell it / exit / close / close it / leave / get me out / take me out / be out / bail / bail out / sold) (of it)? (at / on / when / either / it / is / either at)*'
const ADDRESSED =
  '(to / for me / for us / my / the / a / an / kindly / please / go ahead and / you / i / we / and / then / , / of)*'

/** An amount and a price that belong together, with the side in the price's name. */
const pricedAs = (verb: 'buy' | 'sell') => (m: Found) => {
  const amount = m.amount as Amount
  const token = m.token as Asset | undefined
  const fits =
    verb === 'sell'
      ? amount.unit === 'token' || (amount.unit === 'percent' && amount.asset !== undefined)
      : ['SOL', 'USDC', 'USD', 'token'].includes(amount.unit)
  return fits
    ? { verb, amount: { ...amount, prep: '' }, price: String(m.price), ...(token ? { token } : {}) }
    : undefined
}

export const spokenRules: Rule[] = [
  rule(
    'idiom',
    `(my / the / a)* (sell / selling / ask / asking / exit / sale / offer) price (for / on / of) $amount ${PRICED} $price (each / apiece / a piece / per token / per coin)?`,
    pricedAs('sell'),
    6,
  ),
  rule(
    'idiom',
    `(my / the / a)* (buy / buying / bid / entry / purchase) price (for / on) $amount (of / in / worth of)* OWN* $token? ${PRICED} $price`,
    pricedAs('buy'),
    6,
  ),
  // 'Down at $2' is where it will be; the side tells the direction.
  rule(
    'price',
    "(, / once / when / if / it is / it's / way / all the / only / back / right / further / just)* (down / lower / lower down / down there / up / higher / higher up / up there) (at / near / around / by) $price",
    at('at'),
    3,
  ),
  rule(
    'vague_price',
    "(at / for / to / when it is / when it's)* (a / the / some / an / any)* (lower / better / cheaper / higher / good / nice / fair / decent / right / great / nicer / reasonable / low / high / even lower / even better / much lower / much better) (price / rate / level / entry / entry price) (than now / than today / later / somewhere / than that)*",
    () => ({}),
    0,
  ),
  // The amount is asked for.
  ...rules(
    'some_off',
    [
      `${ADDRESSED} (take / taking / pull / pulling / get / move / cash) (some / a bit / a little / part / a part / a few / a chunk / a portion / a piece / a slice / most / a good bit / a little bit)* (of)? OWN* $token HELD* off (of)? (the / my)? table`,
    ],
    (m) => ({ token: m.token }),
    4,
  ),
  rule(
    'cut_at',
    '(and / , / or / then / but / with / a / please / also)* (cut / cuts / cutting / cut it / cut them / cut the trade / cut the position / cut out / cut bait / chop it / kill the trade) (at / on / @ / if at)* (a / an / minus / -)* $pct (loss / down / lower / under / below / in the red)?',
    (m) => ({ percent: String(m.pct) }),
    2,
  ),
  // If nothing says for what, waiting is no order.
  {
    ...rule(
      'waits',
      "(i / i'd / we / want / would / like / am / i'm / happy / willing / prepared / please / just / to / can / will / let's / let / me / us / and / ,)* (wait / waiting / sit tight / be patient) (a while / for a while / a bit / for a bit / a little / for a little / a little while / for now / some time / a moment / a little bit / a bit longer / patiently / until then)* (and / then / , / before / to)*",
      () => ({}),
      2,
    ),
    opens: true,
  },
  {
    ...rule(
      'aside',
      "(a / an / my / for / as / quick / little / small / simple / another / this is / it's)* (day / swing / intraday / overnight / momentum / breakout / scalp / scalping / short term / long term / position) (trade / trading / trader / idea / play / setup / bet) (on #token / : / - / for me / please / today)*",
      () => ({}),
      4,
    ),
    opens: true,
    closes: true,
  },
  rule(
    'count',
    '(for / in all / only / just / total / make it / do it / ,)* $int time (only / in total / total / in all / altogether)*',
    (m) => (Number(m.int) > 1 ? { n: m.int } : undefined),
    0,
  ),
  // 'Leave it at 40 goes'
  rule(
    'count',
    '(and / then / but / , / please)* (leave it at / leave it there after / make it / stop at / end at / limit it to / keep it to / cap it at / no more than / that makes / do it / up to / stop after / finish after / quit after / halt after) $int (ORDERS / goes / rounds / rounds of this / turns)',
    (m) => (Number(m.int) > 1 ? { n: m.int } : undefined),
    3,
  ),
  // 'Once it's worth 2.75 or more'
  ...(
    [
      ['(more / higher / above / over / better / up)', 'above'],
      ['(less / lower / below / under / cheaper / down)', 'below'],
    ] as const
  ).map(([words, limit]) =>
    rule(
      'price',
      `${IF} ${SUBJECT} (IS / HAVE_SHORT)* (worth / valued at / priced at / at / quoted at / going for / trading at / costing / costs) $price (each / apiece / a piece)? (, )? (or / and) ${words}`,
      at(limit, condition),
      8,
    ),
  ),
  // 'Out at plus 30 or minus 10 percent'
  ...rules(
    'both_exits',
    [
      `${OUT_AT} (plus / + / up) ($pct:take / $num:take) (or / and / , / either / at / on)* (minus / - / down) $pct:stop`,
      `${OUT_AT} (minus / - / down) ($pct:stop / $num:stop) (or / and / , / either / at / on)* (plus / + / up) $pct:take`,
    ],
    (m) => ({ stop: String(m.stop), take: String(m.take) }),
    8,
  ),
]
