/**
 * The other exit of a sale that is named once: 'sell if it falls to $1 or rises to $3', 'get out when it doubles or
 * loses a quarter', 'don't let it drop more than 10 %, sell it if it does'. Anywhere but after an exit it is asked
 * about.
 */
import { times } from '../text/decimal.ts'
import { BAD, BY, FROM, GOOD, IT, IT_IS, OUT } from './exit-parts.ts'
import { MOVE_DOWN, MOVE_UP, SUBJECT, at, condition } from './price-parts.ts'
import { type Price, type Role, type Rule, rule, rules } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
const OF_VALUE = '(of (its / the) (value / price / worth))?'
const share = (exit: 'stop' | 'take') => (m: Found) => ({ exit, percent: times(String(m.part), '100') })
const fixed = (exit: 'stop' | 'take', percent: string) => () => ({ exit, percent })

export const secondExitRules: Rule[] = [
  rule(
    'price',
    `or ${SUBJECT} ${MOVE_UP} (to / above / over / past) $price`,
    at('above', { ...condition, move: 'up' }),
    4,
  ),
  rule(
    'price',
    `or ${SUBJECT} ${MOVE_DOWN} (to / below / under) $price`,
    at('below', { ...condition, move: 'down' }),
    4,
  ),
  rule(
    'price',
    `or ${SUBJECT} (goes / gets / climbs / moves / trades / is / breaks) (ABOVE / GT) (ABOVE / GT)* $price`,
    at('above', { ...condition, move: 'up' }),
    4,
  ),
  rule(
    'price',
    `or ${SUBJECT} (goes / gets / moves / trades / is / breaks) (BELOW / LT) (BELOW / LT)* $price`,
    at('below', { ...condition, move: 'down' }),
    4,
  ),
  // 'Buy 1 SOL of WIF and sell it again at $3'
  rule(
    'resale',
    '(and / then / , / to / i want to / please)* (sell / resell / selling / reselling) (it / them / that / all of it / everything / the lot) (again / back / on) (later / afterwards)? (at / for / once it hits / when it hits / once it reaches / when it reaches / at a price of / when it gets to) $usd',
    (m) => ({ price: String(m.usd) }),
    8,
  ),
  // 'In at 0.8, out at 0.95, stop 0.75'
  rule('out_at', '(and / then / ,)* (out / get out / take me out) (at / @) $price', at('at'), 1),
  rule('or_exit', `or ${IT_IS} ${BAD} ${BY} $part ${OF_VALUE} ${FROM}`, share('stop'), 5),
  rule('or_exit', `or ${IT_IS} ${GOOD} ${BY} $part ${OF_VALUE} ${FROM}`, share('take'), 5),
  rule('or_exit', `or ${IT_IS} (IT_HALVES)`, fixed('stop', '50'), 6),
  rule('or_exit', `or ${IT_IS} (IT_DOUBLES / doubles / double)`, fixed('take', '100'), 5),
  rule('or_exit', `or ${IT_IS} (IT_TRIPLES)`, fixed('take', '200'), 5),
  ...rules(
    'if_so',
    [
      `(, / and / then / please / just)* ${OUT} ${IT} (if / when / once / should) (it / that / this) (does / happens / did / occurs)`,
      `(, / and / then / please / just)* (if / when / once / should) (it / that / this) (does / happens / did / occurs) (, / then / just / please)* ${OUT} ${IT}`,
    ],
    () => ({}),
    8,
  ),
]

const EXITS = new Set(['stop', 'take', 'trail'])

/** `sells`: the holding is sold. */
export function secondExit(role: Role, roles: readonly Role[], sells: boolean): Role {
  const before = roles[roles.indexOf(role) - 1]
  if (role.kind === 'resale' && !sells && roles.some(isBought)) return { ...role, kind: 'take' }
  // A comma may come between.
  const follows = before !== undefined && role.from - before.to <= 1
  const ends = follows && (EXITS.has(before.kind) || (sells && isWaited(before)))
  if (role.kind === 'or_exit' && ends) {
    const { exit, percent } = role.value as { exit: string; percent: string }
    return { ...role, kind: exit, value: { percent } }
  }
  // The exit itself has named the action.
  if (role.kind === 'if_so' && follows && before.kind === 'stop') return { ...role, kind: 'aside', value: {} }
  // 'Sell it if it goes above $3 or below $1'
  const beyond = BEYOND[(role.value as { limit?: string }).limit ?? '']
  if (
    role.kind === 'price' &&
    beyond &&
    ends &&
    before.kind !== 'price' &&
    /^or (?:at )?(?:below|under|above|over)\b/i.test(role.said)
  ) {
    const { price: level } = role.value as { price: Price }
    return EXIT_OF_OTHER[beyond] === before.kind && 'price' in level
      ? { ...role, kind: beyond, value: { price: level.price } }
      : { ...role, kind: 'or_price', value: {} }
  }
  const { price, move, condition: waits } = role.value as { price?: Price; move?: string; condition?: true }
  const isSecond = role.kind === 'price' && waits === true && OR_MOVES.test(role.said)
  if (!isSecond || price === undefined || !('price' in price)) return role
  if (!follows || !(EXITS.has(before.kind) || before.kind === 'price' || MOVES.has(before.kind)))
    return { ...role, kind: 'or_price', value: {} }
  const kind = move === 'up' ? 'take' : 'stop'
  return EXIT_OF_OTHER[kind] === before.kind ? { ...role, kind, value: { price: price.price } } : role
}
const isBought = ({ kind, value }: Role): boolean =>
  kind === 'verb' && (value as { verb: string }).verb === 'buy'
/** 'Or if it falls to $1' has a condition of its own. */
const OR_MOVES = /^or (?!if\b|when\b|once\b|should\b|as soon\b|whenever\b)/i
const BEYOND: Record<string, string> = { below: 'stop', above: 'take' }
const EXIT_OF_OTHER: Record<string, string> = { take: 'stop', stop: 'take' }
const isWaited = ({ kind, value }: Role): boolean =>
  MOVES.has(kind) || (kind === 'price' && (value as { condition?: true }).condition === true)
const MOVES = new Set(['multiple', 'at_loss'])
