/** Prices that no order may pass, and ranges. */
import { IF, SUBJECT, at, condition, only, range, cents, PAIR } from './price-parts.ts'
import { type Rule, rule } from './roles.ts'

export const boundRules: Rule[] = [
  // Bounds of every order
  ...(['below', 'above'] as const).flatMap((limit) => {
    const WORDS = limit === 'below' ? '(BELOW / LT) (BELOW / LT)*' : '(ABOVE / GT) (ABOVE / GT)*'
    return [
      rule(
        'price',
        `(but / and / , )? (only / just / always / strictly) (buy / sell / trade / order / execute / if / when / while / ever / buying / selling)* ${SUBJECT} IS* ${WORDS} $price`,
        at(limit, only),
        7,
      ),
      rule(
        'price',
        `${IF} ${SUBJECT} IS* (remains / stays / holds / keeps / is) ${WORDS} $price`,
        at(limit, { ...condition, ...only }),
        7,
      ),
      rule(
        'price',
        `(while / as long as / so long as / for as long as / only as long as / only while / whilst / provided) ${SUBJECT} IS* ${WORDS} $price`,
        at(limit, { ...condition, ...only }),
        8,
      ),
    ]
  }),
  rule(
    'price',
    '(max / maximum / highest / top / no higher than) (buy / entry)? (px / prc / price) (LINK)* $price',
    at('below', only),
    7,
  ),
  rule(
    'price',
    '(min / minimum / lowest / no lower than) (sell / exit)? (px / prc / price) (LINK)* $price',
    at('above', only),
    7,
  ),
  rule(
    'price',
    `(but / yet / and / with)* (do not / don't / dont / never / not / no / without / avoid / refuse to / won't / refrain from) (purchases / buys / new / further / buy / buying / order / orders / pay / paying / paid / purchase / purchasing / go / going / spend / spending / trade / trading / any / ever / it / if / when / while / at / get / getting / for / the price is / execute / in / more / a price / prices / fill)* ${SUBJECT} IS* (ABOVE / more than / over) ABOVE* $usd`,
    at('below', only),
    9,
  ),
  rule(
    'price',
    `(but / yet / and / with)* (do not / don't / dont / never / not / no / without / avoid / refuse to / won't / refrain from) (purchases / buys / new / further / buy / buying / order / orders / pay / paying / paid / purchase / purchasing / go / going / spend / spending / trade / trading / any / ever / it / if / when / while / at / get / getting / for / the price is / execute / in / more / a price / prices / fill)* ${SUBJECT} IS* (ABOVE_BARE / GT) (ABOVE / GT)* $price`,
    at('below', only),
    9,
  ),
  rule(
    'price',
    `(but / yet / and / with)* (do not / don't / dont / never / not / no / without / avoid / refuse to / won't / refrain from) (sales / sells / new / further / sell / selling / order / orders / accept / go / trade / trading / any / ever / it / if / when / while / at / get / getting / for / take / the price is / let it go / execute / less / a price / prices)* ${SUBJECT} IS* (BELOW / less than / under) BELOW* $usd`,
    at('above', only),
    9,
  ),
  rule(
    'price',
    `(but / yet / and / with)* (do not / don't / dont / never / not / no / without / avoid / refuse to / won't / refrain from) (sales / sells / new / further / sell / selling / order / orders / accept / go / trade / trading / any / ever / it / if / when / while / at / get / getting / for / take / the price is / let it go / execute / less / a price / prices)* ${SUBJECT} IS* (BELOW_BARE / LT) (BELOW / LT)* $price`,
    at('above', only),
    9,
  ),
  rule(
    'price',
    `(but / and)? (skip / pause / skipping / pausing / hold off / unless / except) (it / orders / an order / that / the order / order / order any / any order / the / a / buy / buying / the buy / any buy / purchase / the purchase / selling / the sale / week / the week / that week / day / the day / that day / one / that one / if / when / whenever / while / any / in case)* ${SUBJECT} IS* (ABOVE / GT) (ABOVE / GT)* $price`,
    at('below', only),
    9,
  ),
  rule(
    'price',
    `(but / and)? (skip / pause / skipping / pausing / hold off / unless / except) (it / orders / an order / that / the order / order / order any / any order / the / a / buy / buying / the buy / any buy / purchase / the purchase / selling / the sale / week / the week / that week / day / the day / that day / one / that one / if / when / whenever / while / any / in case)* ${SUBJECT} IS* (BELOW / LT) (BELOW / LT)* $price`,
    at('above', only),
    9,
  ),
  ...(
    [
      ['(ABOVE / GT) (ABOVE / GT)*', 'below'],
      ['(BELOW / LT) (BELOW / LT)*', 'above'],
    ] as const
  ).map(([words, limit]) =>
    rule(
      'price',
      `(but / and)? (an order / orders / the order / any order / it / a buy / buys) (should be / must be / is to be / is / are / shall be / to be / gets / be) (skipped / left out / passed over / omitted) (if / when / whenever / while / as long as) ${SUBJECT} IS* ${words} $price`,
      at(limit, only),
      9,
    ),
  ),
  ...(
    [
      ['(ABOVE / GT) (ABOVE / GT)*', 'above'],
      ['(BELOW / LT) (BELOW / LT)*', 'below'],
    ] as const
  ).map(([words, limit]) =>
    rule(
      'price',
      `(but / and / though)? (only / just) (on / in)? (days / weeks / hours / times / moments) (when / that / on which / where / while) ${SUBJECT} IS* ${words} $price`,
      at(limit, only),
      9,
    ),
  ),
  rule(
    'price',
    '(pay / paying / pays) (me / you / for it)? (no more than / at most / max / maximum / up to / not more than / less than) $price (per / a / each / for)? (token / coin / one / $token:named)?',
    at('below', only),
    8,
  ),
  rule(
    'price',
    '(max / maximum / highest / top) (price / buy price / entry / purchase price) (to pay)? (of|is|:|=|at)* $price',
    at('below', only),
    8,
  ),
  rule(
    'price',
    '(min / minimum / lowest) (price / sell price / sale price) (of|is|:|=|at)* $price',
    at('above', only),
    8,
  ),
  rule('price', '(floor / price floor / floor price) (of|is|:|=|at|price)* $price', at('above', only), 6),
  rule(
    'price',
    '(ceiling / price ceiling / ceiling price / price cap / cap price) (of|is|:|=|at|price)* $price',
    at('below', only),
    6,
  ),

  rule(
    'range',
    '(lower|low|bottom|min|minimum|lowest|floor|lowr) (bound / price / end / limit / level / ' +
      'edge / line / boundary)? (of|is|:|=|at)* $price:a (and / , )? ' +
      '(upper|high|top|max|maximum|highest|ceiling|uper) (bound / price / end / limit / level / ' +
      'edge / line / boundary)? (of|is|:|=|at)* $price:b',
    range(),
    9,
  ),
  rule(
    'range',
    '(upper|high|top|max|maximum|highest|ceiling) (bound / price / end / limit / level / edge / ' +
      'line / boundary)? (of|is|:|=|at)* $price:a (and / , )? ' +
      '(lower|low|bottom|min|minimum|lowest|floor) (bound / price / end / limit / level / edge / ' +
      'line / boundary)? (of|is|:|=|at)* $price:b',
    range(),
    9,
  ),
  rule(
    'range',
    '$price:a (at / as|is)* the? (bottom / low / lower end / low end / floor / minimum) (and / ' +
      'to / , )* $price:b (at / as|is)* the? (top / high / upper end / high end / ceiling / ' +
      'maximum)',
    range(),
    9,
  ),
  rule(
    'range',
    `(BETWEEN (of|the|a|:|is|prices|=)*) $price:a ${PAIR} $price:b (range / price range / band / corridor / zone)?`,
    range(),
    4,
  ),
  rule(
    'range',
    `$price:a (to / - / through / up to / upto / .. / until) $price:b (range / price range / band / corridor / zone)`,
    range(),
    4,
  ),
  rule(
    'range',
    `(BETWEEN (of|the|a|:|is|prices|=)*)? $num:a (to / - / and / until / up to) $num:b CENTS`,
    cents,
    7,
  ),
  rule(
    'range',
    `(BETWEEN / prices / price)* (price)? $price:a (to / until / till / and / up to / -) (price) $price:b`,
    range(),
    5,
  ),
  rule(
    'range',
    `(range / price range / band / zone) (is / : / = / goes / runs)* (from / between)? $price:a ${PAIR} $price:b`,
    range(),
    5,
  ),
  rule('range', `$price:a . . $price:b`, range(), 4),
  rule('range', `$price:a . $price:b`, range(), 3),
  rule('range', `$usd:a (to / - / through / up to / upto / until / and) $price:b`, range(), 3),
  rule('range', `$price:a (to / - / through / up to / upto / until / and) $usd:b`, range(), 3),
  rule('range', '$price:a (to / -) $price:b', range(), 0),
  rule(
    'range',
    '$price:a (up to / upto / until / till / thru / .. / ... / → / all the way to) $price:b',
    range(),
    2,
  ),
  rule(
    'range',
    `(but / and)? (only / just / always) (buy / sell / trade / if / when / while)* ${SUBJECT} IS* BETWEEN $price:a ${PAIR} $price:b`,
    range(only),
    7,
  ),
  rule('range', `${IF} ${SUBJECT} IS* BETWEEN $price:a ${PAIR} $price:b`, range(condition), 7),
  rule(
    'range',
    `(price|bounds|limits|price bounds|price limits) (is|of|:|=|are)* $price:a ${PAIR} $price:b`,
    range(only),
    5,
  ),
]
