/**
 * Prices in everyday words: the most that somebody would pay, the price that somebody asks, 'at that', and none at all.
 */
import { IF, SUBJECT, at, condition, off, only } from './price-parts.ts'
import { type Rule, rule } from './roles.ts'

export const saidPriceRules: Rule[] = [
  // '… at $1.50, not higher'
  rule(
    'price',
    '(at / for)? $price (, )? (but / and)? not (higher / more / above / above that / a cent more / any higher / over that)',
    at('below', only),
    6,
  ),
  rule(
    'price',
    '(at / for)? $price (, )? (but / and)? not (lower / less / below / below that / a cent less / any lower / under that)',
    at('above', only),
    6,
  ),
  // 'On -8 %' waits for the dip; without 'on' it may be a stop.
  rule(
    'price',
    '(on / upon / after) (a / an)? (- / minus) $pct',
    off('at', '-', { ...condition, move: 'down' }),
    2,
  ),
  rule(
    'price',
    '(by / with / for / to / at / on / in) (a / the)? (price / course) (of / from / by / around / about / at / is / near)? $price',
    at('at'),
    4,
  ),
  rule('price', `${IF} ${SUBJECT} IS* (at / TO)* $price (or / and) better`, at('at', condition), 6),
  rule(
    'price',
    `${IF} (${SUBJECT} / they're / it's / they are / these) IS* (worth / valued at / priced at / at / selling at / trading at)? $price (each / apiece / a piece / per token / per coin / a token / a coin / per unit)`,
    at('at', condition),
    7,
  ),
  rule(
    'price',
    `${IF} (anyone / someone / somebody / anybody / the market / people) (SOFT)* (lets / let / sells / sell / offers / offer / will / gives / give / wants to / is willing to / asks)* (sell / let / offer / give)? (them / it / me / some / this / that)* (go / to me)* (at / for) $price`,
    at('at', { ...condition, move: 'down' }),
    6,
  ),
  // 'When it gets cheaper': the price is asked for.
  {
    ...rule(
      'vague_price',
      `${IF} ${SUBJECT} IS* (SOFT / a bit / much / some / even / enough / gets / get / becomes / looks / turns / drops / falls / dips / goes / comes / rises / the / a / at / to)* (cheaper / cheap / lower / low / down / dips / dip / drops / falls / higher / high / up / expensive / rises / pumps / good price / better price / fair price / right price / nice price / lower price / higher price) (enough / again / a bit / a little)*`,
      () => ({}),
      1,
    ),
    closes: true,
  },
  // 'When the price is good'
  {
    ...rule(
      'vague_price',
      '(when / if / once / as soon as) (the / its / a)? (price / rate / level / time) (is / looks / gets / seems / feels / turns / becomes) (really / very / quite / so)? (good / right / nice / decent / fair / great / better / fine / reasonable / ok / okay) (enough / again / to (you / me))*',
      () => ({}),
      4,
    ),
    closes: true,
  },
  // '1,000 JUP, but for no less than $1.10 each'
  rule('price', '(but / yet / though) (at / for) (BELOW / LT) (BELOW / LT)* $usd', at('below'), 3),
  rule('price', '(but / yet / though) (at / for) (ABOVE / GT) (ABOVE / GT)* $usd', at('above'), 3),
  // 'At that': the last price in the text, and never a price of its own.
  rule('that_price', '(at / for) (that / this / such a) (price / rate / level / limit)', () => ({}), 3),
  { ...rule('that_price', '(at / for) that', () => ({}), 1), closes: true },
  rule(
    'price',
    "(i'm / i am / im / we're / we are / i / we) (would / will / want to / can / happy / willing / prepared / ready / glad / able / fine / ok / okay / am / be / to / with / only)* (pay / paying / spend) (at most / max / up to / no more than)* $price (each / per token / for one / for (#token / it) / per #token / a #token / a token / a piece / apiece / per coin)",
    at('below'),
    8,
  ),
]
