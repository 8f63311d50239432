/** The shorthand of traders: '1 sol jup, entry .68', 'mkt -7%', 'half out now', 'max px .80'. */
import type { Asset } from '../text/names.ts'
import { at, condition, off } from './price-parts.ts'
import { type Amount, type Rule, rule, rules } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
/** 8 is 8 %; 0.5 is as likely a price, which is asked about. */
const bare = (m: Found) => {
  const percent = String(m.fig)
  return /^\d+$/.test(percent) && Number(percent) >= 2 ? { percent } : { percent, bare: true }
}

/** An amount that can be spent, and no number of tokens. */
const money = (more: object) => (m: Found) => {
  const amount = m.amount as Amount
  return ['SOL', 'USDC', 'USD'].includes(amount.unit) ? { ...amount, ...more } : undefined
}

export const terseRules: Rule[] = [
  // 'Half out now'. 'Out' alone names nothing: it could be a farewell.
  rule(
    'outed',
    '$amount out (now / mkt / at market / at mkt / rn / asap)?',
    (m) => {
      const amount = m.amount as Amount
      return amount.unit === 'percent' || amount.unit === 'token' ? { ...amount, verb: 'exit' } : undefined
    },
    3,
  ),
  // 'Add 0.5 SOL of BONK to my portfolio'.
  rule(
    'topped',
    '(add / put) $amount of #token (to / into / in) (my / our / the) (WALLET / HELD) HELD*',
    money({ prep: 'with' }),
    4,
  ),
  // 'Add 0.4 SOL to my WIF position'.
  rule(
    'topped',
    '(add / top up / put / throw) $amount (to / onto / into / on) (my / our / the) #token HELD HELD*',
    money({ prep: 'with' }),
    4,
  ),
  rule(
    'topped',
    '(add / top up with / throw in) (another / an extra / an additional / a further / one more / extra / some more) $amount (to / onto / into / on) (my / our / the)? #token HELD*',
    money({ prep: 'with' }),
    4,
  ),
  rule(
    'amount',
    '(i / we) (can / could / may / will)? (only / just / easily / comfortably)? (afford / spare / put aside / set aside / manage / free up / part with) (to spend / to invest / about)? $amount',
    money({ prep: 'with' }),
    4,
  ),
  // 'Sell enough WIF to get 2 SOL'.
  rule(
    'enough',
    '(enough / as much / so much / as many / sufficient) (of)? OWN* $token (as needed / as it takes / as is needed)? to (get / receive / make / raise / end up with / have / obtain / bring in / yield / get me / get back / fetch) (back)? $amount',
    (m) => {
      const amount = m.amount as Amount
      return ['SOL', 'USDC', 'USD'].includes(amount.unit) ? { ...amount, token: m.token } : undefined
    },
    5,
  ),
  // 'Skim 5 % off my BONK bag'.
  rule(
    'skimmed',
    '(to)? (skim / shave / trim / peel / carve / slice / clip / whittle / lop / chip) (off / away / about)? $pct (off / from / out of / off of / away from) (of)? OWN* $token HELD*',
    (m) => ({ value: m.pct, unit: 'percent', asset: m.token, prep: '' }),
    4,
  ),
  // 'Sell 40 % off my WIF': a share of the holding, and no price.
  rule(
    'amount',
    '$pct off (of)? (my / our) $token HELD*',
    (m) => ({ value: m.pct, unit: 'percent', asset: m.token, prep: '' }),
    0,
  ),
  // 'From my SOL, use a quarter to buy BONK'
  rule(
    'amount',
    '(from / of / out of / with) (my / our / the) $token HELD* (, / please / just)* (use / spend / take / put / invest / using / spending / taking) $amount:share',
    (m) => {
      const share = m.share as Amount
      const isMoney = ['SOL', 'USDC'].includes((m.token as Asset).kind)
      return share.unit === 'percent' && share.asset === undefined && isMoney
        ? { ...share, asset: m.token, prep: 'with' }
        : undefined
    },
    5,
  ),
  // 'Pay 0.3 SOL for BONK': 'pay my rent' buys nothing.
  rule(
    'paid',
    '(to)? pay OWN* $amount for (some / a few / more)? OWN* $token HELD*',
    (m) => ({ ...(m.amount as Amount), prep: 'with', bought: m.token }),
    4,
  ),
  // 'Have 90 of my JUP sold'.
  ...rules(
    'had',
    ['(to)? have $amount (sold / dumped / liquidated)'],
    (m) => ({ ...(m.amount as Amount), verb: 'sell' }),
    3,
  ),
  ...rules(
    'had',
    ['(to)? have $amount (bought / purchased)'],
    (m) => ({ ...(m.amount as Amount), verb: 'buy' }),
    3,
  ),
  {
    ...rule(
      'aside',
      "(i'm / im / i am / we're) (out / done) (of here / with it / with this / of this)?",
      () => ({}),
      3,
    ),
    opens: true,
    closes: true,
  },
  rule('verb', '(mkt / market) out', () => ({ verb: 'exit' }), 1),
  rule('each', 'per', () => ({}), -2),
  // 'Entry .68', never 'entry 35' of an oscillator.
  rule(
    'price',
    '(entry / entry px / entry price / entry at / in at / fill at) (of|at|:|=|@)* $price',
    at('at'),
    1,
  ),
  rule('price', '(mkt / market / spot / mid) (- / minus) $pct', off('at', '-'), 6),
  rule('price', '(mkt / market / spot / mid) (+ / plus) $pct', off('at', ''), 6),
  rule('price', '+ $pct (vs / versus / against / from / over) TODAY', off('at', ''), 6),
  ...rules(
    'price',
    ['(max / cap) (px / price) (of|at|:|=|@)* $price', '(max / cap) (of|at|:|=|@)* $tiny:price'],
    at('below'),
    6,
  ),
  ...rules(
    'price',
    ['(min / floor) (px / price) (of|at|:|=|@)* $price', '(min / floor) (of|at|:|=|@)* $tiny:price'],
    at('above'),
    6,
  ),
  rule(
    'price',
    'IF SUBJECT? (price / is / #token)* IS* up (to / at) $price',
    at('above', { ...condition, move: 'up' }),
    9,
  ),
  rule('stop', '(, / and / /)? (- / minus) $fig (sl / stop / stop loss / stoploss)', bare, 6),
  rule('take', '(, / and / /)? (+ / plus) $fig (tp / take profit / target / profit)', bare, 6),
  rule('had', '(to)? have $amount (go / going / put / placed / invested / moved)', money({ verb: 'buy' }), 3),
  // 'I have 3 SOL to spend on WIF'.
  rule(
    'amount',
    "(i have / i've got / i have got / we have / i got / have) $amount (to spend / to invest / to use / to put / to play with) (on / in / into)?",
    (m) => {
      const amount = m.amount as Amount
      return ['SOL', 'USDC', 'USD'].includes(amount.unit) ? { ...amount, prep: 'with' } : undefined
    },
    6,
  ),
  {
    ...rule(
      'asset',
      "(i have / i've got / i have got / we have / i own / i hold) (some / my)? $token",
      (m) => ((m.token as Asset).kind === 'token' ? { asset: m.token, prep: '' } : undefined),
      2,
    ),
    opens: true,
    closes: true,
  },
  rule('now', '(at / for / by / to)* (the)? (price / rate / value) of (the)? market', () => ({}), 4),
]
