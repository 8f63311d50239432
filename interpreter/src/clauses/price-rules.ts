/** Prices that an order waits for. */
import { IF, SUBJECT, MOVE_DOWN, MOVE_UP, at, off, condition, only } from './price-parts.ts'
import { type Rule, rule } from './roles.ts'

export const priceRules: Rule[] = [
  // 'if it drops to $1.80', 'once JUP is under 0.5', 'when the price hits 3 dollars'
  rule(
    'price',
    `${IF} ${SUBJECT} ${MOVE_DOWN} (TO / REACH)* $price (or lower / or below / or less / or under / or cheaper)?`,
    at('at', { ...condition, move: 'down' }),
    5,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} ${MOVE_UP} (TO / REACH)* $price (or higher / or above / or more / or over)?`,
    at('at', { ...condition, move: 'up' }),
    5,
  ),
  rule(
    'price',
    '(only / just)* (at / for) (a / any)? (price / prices) (of)? (up to / no higher than / not higher than / not above / not over / no more than / not more than / at most / max) $price',
    at('below', only),
    6,
  ),
  rule(
    'price',
    '(only / just)* (at / for) (a / any)? (price / prices) (of)? (no lower than / not lower than / not below / not under / no less than / not less than / at least / from) $price',
    at('above', only),
    6,
  ),
  // These include a 'to': the price is the level it reaches, and not the size of its move.
  rule('price', `${IF} ${SUBJECT} IS* DOWN_TO $usd`, at('at', { ...condition, move: 'down' }), 7),
  rule('price', `${IF} ${SUBJECT} IS* UP_TO $usd`, at('at', { ...condition, move: 'up' }), 7),
  rule('price', `${IF} ${SUBJECT} IS* REACH REACH* TO* $price`, at('at', condition), 4),
  rule(
    'price',
    `${IF} ${SUBJECT} IS* (REACH / at / TO)* $price (on (the / its / a) way down / coming down / on the downside / from above / going down / while falling)`,
    at('at', { ...condition, move: 'down' }),
    6,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} IS* (REACH / at / TO)* $price (on (the / its / a) way up / coming up / on the upside / from below / going up / while rising)`,
    at('at', { ...condition, move: 'up' }),
    6,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} IS* (DOWN / UP)? (to / at)? (BELOW / LT) (BELOW / LT)* $price`,
    at('below', condition),
    5,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} IS* (DOWN / UP)? (to / at)? (ABOVE / GT) (ABOVE / GT)* $price`,
    at('above', condition),
    5,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} IS* (DOWN / UP)? $price (or / and) (less / lower / below / under / cheaper)`,
    at('below', condition),
    6,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} IS* (DOWN / UP)? TO? $price (or / and) (more / higher / above / over)`,
    at('above', condition),
    6,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} IS* (equal / equals / equal to) (or / and / to)* (BELOW / LT) (BELOW / LT)* $price`,
    at('below', condition),
    6,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} IS* (equal / equals / equal to) (or / and / to)* (ABOVE / GT) (ABOVE / GT)* $price`,
    at('above', condition),
    6,
  ),
  rule('price', `${IF} ${SUBJECT} IS* $price`, at('at', condition), 2),
  rule(
    'price',
    `${IF} (you / i / we / it) (can / could / may) (get / buy / have / be had / be bought / grab) (some)? $token:subject (for / at) $price`,
    at('at', { ...condition, move: 'down' }),
    6,
  ),
  rule(
    'price',
    '(i / we) (would / will / want to / can)? pay (at most / max / up to / no more than) $price (each / per token / for one / for (#token / it))?',
    at('below'),
    8,
  ),
  rule(
    'price',
    `(on / upon / after) (a|any|the)? (DOWN / dip / fall / drop / pullback) (of it)? to TO* $price`,
    at('at', { ...condition, move: 'down' }),
    4,
  ),
  rule(
    'price',
    `(on / upon / after) (a|any|the)? (UP / rise / rally) to TO* $price`,
    at('at', { ...condition, move: 'up' }),
    4,
  ),
  // '10 % below', 'when it is 5 % cheaper', 'on a 10 % dip'
  rule('price', `${IF} ${SUBJECT} (- / minus) $pct`, off('at', '-', { ...condition, move: 'down' }), 5),
  rule('price', `${IF} ${SUBJECT} + $pct`, off('at', '', { ...condition, move: 'up' }), 5),
  rule(
    'price',
    `(at / to / TO / a / price / for)* $pct (BELOW / DOWN) ((than / the / of / from / below / under / against / compared to / lower than / vs)* TODAY)?`,
    off('at', '-'),
    3,
  ),
  rule(
    'price',
    `(at / to / TO / a / price / for)* $pct (ABOVE / UP) ((than / the / of / from / above / over / against / compared to / higher than / vs)* TODAY)?`,
    off('at', ''),
    3,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} IS* TO* $pct (BELOW / DOWN) ((than / the / of / from / below / under / against / compared to / lower than / vs)* TODAY)?`,
    off('at', '-', { ...condition, move: 'down' }),
    4,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} IS* TO* $pct (ABOVE / UP) ((than / the / of / from / above / over / against / compared to / higher than / vs)* TODAY)?`,
    off('at', '', { ...condition, move: 'up' }),
    4,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} ${MOVE_DOWN} (by / on / for / another / more than / at least / of / a / the / full / ` +
      'to)* $pct ((from|than|of|below|under)* TODAY)?',
    off('at', '-', { ...condition, move: 'down' }),
    4,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} ${MOVE_UP} (by / on / for / another / more than / at least / of / a / the / full / ` +
      'to)* $pct ((from|than|of|above|over)* TODAY)?',
    off('at', '', { ...condition, move: 'up' }),
    4,
  ),
  rule(
    'price',
    '(on / after / upon / at / for / with / in / into) (a|an|the|any)? $pct (DOWN / dip / drop / ' +
      'fall / discount / pullback / retrace / retracement / decline / correction) ' +
      '((from|of|off|to|on)* TODAY)?',
    off('at', '-', { ...condition, move: 'down' }),
    4,
  ),
  rule(
    'price',
    '(on / after / upon / at / for / with / in / into) (a|an|the|any)? $pct (UP / rise / rally / ' +
      'premium / pump / bounce / increase / gain) ((from|of|over|to|on)* TODAY)?',
    off('at', '', { ...condition, move: 'up' }),
    4,
  ),
  rule(
    'price',
    '(on / after / upon / at / for / with) (a|an|the|any)? (dip / drop / fall / discount / ' +
      'pullback / decline) (of / by) $pct',
    off('at', '-', { ...condition, move: 'down' }),
    4,
  ),
  rule(
    'price',
    '(on / after / upon / at / for / with) (a|an|the|any)? (rise / rally / premium / pump / increase) (of / by) $pct',
    off('at', '', { ...condition, move: 'up' }),
    4,
  ),
  rule(
    'price',
    '(at / for / with / to / LIMIT_WORD)? (a|an|limit|price)* (of|at|=|:)? (- / minus) $pct ' +
      '((from / of / to / below / under / off / versus / vs)* TODAY)?',
    off('at', '-'),
    1,
  ),
  rule(
    'price',
    '(at / to / LIMIT_WORD) (a|an)? + $pct ((from / of / to / above / over / versus / vs)* TODAY)?',
    off('at', ''),
    2,
  ),
  rule(
    'price',
    '$pct (off / under / below / beneath / down from / lower than / cheaper than / less than) (of / the / from)* TODAY',
    off('at', '-'),
    5,
  ),
  rule(
    'price',
    '$pct (over / above / up from / higher than / more than) (of / the / from)* TODAY',
    off('at', ''),
    5,
  ),
  rule('price', '(at|for)? $pct (cheaper / lower / down / less / off)', off('at', '-'), 2),
  rule('price', '(at|for)? $pct (higher / up / more)', off('at', ''), 1),
  // Relative to the present price it is a price to wait for, never a gain on the price paid.
  rule(
    'price',
    `${IF} ${SUBJECT} IS* $pct (more / higher / above / over / up) (than / from / of / over / the)* TODAY`,
    off('at', '', { ...condition, move: 'up', market: true }),
    15,
  ),
  rule(
    'price',
    `${IF} ${SUBJECT} ${MOVE_UP} (by / for / another / a)* $pct (from / above / over / the)* TODAY`,
    off('at', '', { ...condition, move: 'up', market: true }),
    24,
  ),
  // 'at $1.80', 'limit 2.5', '@ 0.00002'
  rule(
    'price',
    '(at / @ / once at / when at / around / near) (a|an|the)? (price / limit / exactly / only / ' +
      'limit price / entry price / rate / level / about / around / target / target price / or ' +
      'below / or under / or better / max / most)* (of|at|:|=)* $price (each / per token / per ' +
      'coin / a piece / a token / a coin / per unit / apiece / or better / exactly / flat / level)?',
    at('at'),
    1,
  ),
  rule(
    'price',
    '(at / @)? LIMIT_WORD (price / order / level / set / is / a / target)* (of|at|to|is|:|=|@)* ' +
      '$price (each / per token / per coin / a token / a coin)?',
    at('at'),
    3,
  ),
  rule(
    'price',
    '(price / px / prc / limit px / buy price / sell price / target price / order price / trigger / trigger price / trigger at / price limit / ' +
      'price target / strike) (of|at|to|is|:|=|@|level)* $price',
    at('at'),
    2,
  ),
  rule(
    'price',
    '(from / starting from / starting at) $price (upwards / upward / onwards / onward / and up / on up / and above / or more)',
    at('above'),
    6,
  ),
  rule(
    'price',
    '(from / starting from / starting at) $price (downwards / downward / and down / on down / and below / or less)',
    at('below'),
    6,
  ),
  rule('price', '(at / for)? $price (per / each / a / for one / for a) (token / coin / unit)', at('at'), 4),
  rule('price', '(at / for) $price (per / each) #token', at('at'), 4),
  rule(
    'price',
    '(at / for)? (a / the)? (price of / price)? $price (, )? (or / and) (less / lower / below / under / cheaper)',
    at('below'),
    3,
  ),
  rule(
    'price',
    '(at / for)? (a / the)? (price of / price)? $price (, )? (or / and) (more / higher / above / over / up)',
    at('above'),
    3,
  ),
  rule(
    'price',
    '(at / for / to / a / price / limit / when / if / only / priced / trading / while / stays / by / is)* (BELOW / LT) (BELOW / LT)* $usd',
    at('below'),
    2,
  ),
  rule(
    'price',
    '(at / for / to / a / price / limit / when / if / only / priced / trading / while / stays / by / is)* (ABOVE / GT) (ABOVE / GT)* $usd',
    at('above'),
    2,
  ),
  rule(
    'price',
    '(at / to / a / price / limit / when / if / only / priced / trading / while / stays / is)* (BELOW_BARE / LT) (BELOW / LT)* $price',
    at('below'),
    1,
  ),
  rule(
    'price',
    '(at / to / a / price / limit / when / if / only / priced / trading / while / stays / is)* (ABOVE_BARE / GT) (ABOVE / GT)* $price',
    at('above'),
    1,
  ),
]
