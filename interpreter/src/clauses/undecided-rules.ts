/**
 * Words whose meaning only the rest of the text decides: '7 % off its high' is a trailing stop of a sale and no plan of
 * a buy, 'at 2x' a target or a leverage. Undecided ones stay, and are asked about.
 */
import { ownReadings } from '../limits/index.ts'
import { plus, times } from '../text/decimal.ts'
import { IF, SUBJECT } from './price-parts.ts'
import { isBareCount, isOfOneSide } from './restriction-rules.ts'
import { type Amount, type Role, type Rule, rule, rules } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
/** The limit for a gap between the trades of a signal. */
const gapLimit = ownReadings.find(({ readsGap }) => readsGap)
const BY =
  '(by / more than / over / at least / about / around / a / an / the / full / another / of / is / reaches / hits / exceeds / gets to / goes over / goes above / goes past / greater than / larger than / bigger than / above / at)*'
const FALLS =
  '(DOWN / comes / pulls back / pull back / gives back / gives up / give back / retraces / retreats / slips / backs off / draws down / is / goes / trades)'
/** 1.5x is 50 % more; below 1 it is no multiple. */
const gainOf = (fig: unknown): string | undefined => {
  const gain = Number(fig) - 1
  return gain > 0
    ? plus(times(String(Math.floor(gain)), '100'), String(Math.round((gain % 1) * 100)))
    : undefined
}
const multipleOf = (m: Found): { percent: string } | undefined => {
  const percent = gainOf(m.fig)
  return percent === undefined ? undefined : { percent }
}
const MONEY = new Set(['SOL', 'USDC', 'USD'])
const relative = (percent: string) => ({
  limit: 'at',
  price: { relative: percent },
  move: percent.startsWith('-') ? 'down' : 'up',
  condition: true,
})

export const undecidedRules: Rule[] = [
  // 'Spread 9 SOL of BONK purchases': the counted noun tells the side.
  ...(
    [
      ['(purchases / buys / buying)', 'buy'],
      ['(sales / sells / selling)', 'sell'],
    ] as const
  ).map(([words, verb]) =>
    rule('asset_trades', `(of / in)? OWN* $token ${words}`, (m) => ({ verb, token: m.token }), 1),
  ),
  ...rules(
    'trail_if',
    [
      `${IF} ${SUBJECT} ${FALLS} ${BY} $pct (DOWN / lower / down)? (OFF_PEAK)`,
      `${IF} (the / a / its / my / any)* (drawdown / drop / fall / pullback / decline / retracement / retrace / dip / pull back) (from / off) (its / the / my / a / recent / all time)* (peak / high / top / highs / highest / best / maximum / highest price / high point) ${BY} $pct`,
    ],
    (m) => ({ percent: m.pct }),
    9,
  ),
  ...rules(
    'multiple',
    [
      `${IF} ${SUBJECT} (IT_DOUBLES / i've doubled my money / i double my money / i have doubled my money / my money doubles / my money has doubled)`,
      '(at / on / for) (a / the)? (double / doubling / doubler / two bagger)',
    ],
    () => ({ percent: '100' }),
    6,
  ),
  rule('multiple', `${IF} ${SUBJECT} (IT_TRIPLES)`, () => ({ percent: '200' }), 6),
  rule('multiple', `${IF} ${SUBJECT} (IT_HALVES)`, () => ({ percent: '-50' }), 6),
  ...rules(
    'multiple',
    [
      `${IF} ${SUBJECT} (is / does / makes / hits / reaches / up / at / goes / a / an / did / has / gone / done / 's / gets / it's / i'm)* $fig (x / xs / x's / x 'd / xed / bagger)`,
    ],
    (m) => multipleOf(m),
    6,
  ),
  rule('multiple', "(at / on / for) (a / the)? $fig (x / xs / x's / bagger)", (m) => multipleOf(m), 3),
  // 'If it loses a tenth of its value'
  rule(
    'multiple',
    `${IF} ${SUBJECT} (DOWN) ${BY} $part (of (its / the) (value / price / worth) / in value)?`,
    (m) => ({ percent: `-${times(String(m.part), '100')}` }),
    5,
  ),
  rule(
    'at_loss',
    '(at / on / with / for) (a / an)? (loss of $pct / $pct (loss / in loss / in the red))',
    (m) => ({ percent: m.pct }),
    4,
  ),
  // 'Sell 80 %, keep the rest': the rest is kept in any case.
  {
    ...rule(
      'rest_kept',
      '(and / , / but / then / i / i will / to / just / please)* (keep / keeping / hold / holding / hodl / leave / save / hang on to / let ride / hold on to / retain) (the / my)? (rest / remainder / remaining / other half / remaining half / others / balance / what is left / what remains) (as is / as it is / as a moonbag / as a moon bag / for later / for now / there / running / riding / of it / in my wallet / untouched)*',
      () => ({}),
      6,
    ),
    closes: true,
  },
  // For a plan with a duration it is the action at its end.
  {
    ...rule(
      'sells_rest',
      "(and / then / , / please)* (SELL_VERB) (off)? (what's left / whats left / whatever's left / whatever is left / what is left / the rest / the remainder / what remains / whatever remains / the leftovers / all that's left)",
      () => ({}),
      6,
    ),
    closes: true,
  },
  // 'In 0.1 SOL bites': each of them, if they come at a pace.
  rule(
    'bites',
    '(in / with / by / using / as)? $amount (bites / chunks / clips / portions / pieces / increments / batches / slices / nibbles / buys / orders / lots / tranches) (of)?',
    (m) => (MONEY.has((m.amount as Amount).unit) ? { ...(m.amount as Amount), prep: 'with' } : undefined),
    4,
  ),
  // 'For 3 days then stop', '30 orders and finish': its end is named already.
  {
    ...rule(
      'then_ends',
      "(and / then / , / . / - / please / just / after that / afterwards / you can / should / it / is / to)* (stop / finish / end / quit / halt / done / be done / call it a day / call it quits / cease / conclude / finished / wrap up / stop it / end it / it's done) (it / there / then / please / for good / automatically)*",
      () => ({}),
      2,
    ),
    closes: true,
  },
  // A pause between signals, or the pace of orders.
  ...rules(
    'gap',
    [
      '(and / , / with)* (wait / waiting / pause / rest / sit out / take a break of / leave / at least / take) (at least / for)* $time (in between / between / after) (trades / each trade / every trade / a trade / entries / orders / two trades / signals / each / each one / buys / trade)',
    ],
    (m) => ({ seconds: Number(m.time) }),
    7,
  ),
  // 'Nine buys, one an hour'
  rule(
    'one_rate',
    '(, / and / doing / at / with)* (one / 1) (a / an / per / each / every) $unit',
    (m) => ({ seconds: Number(m.unit) }),
    4,
  ),
  rule(
    'one_rate',
    '(, / and / doing / at / with)* (one / 1) (per / each / every) $time',
    (m) => ({ seconds: Number(m.time) }),
    4,
  ),
  // 'Until I have put in 1200': in the unit of the order.
  rule(
    'spent_bare',
    "(until / till / til / stop when / stop once / once) (i / we / you / it / i've / ive / we've / you've)? (have / has / had / 've)? (spent / used / invested / put in / spending / gone through / sunk) (a total of / a / the / total)* $num (in total / total / altogether / overall)?",
    (m) => ({ value: String(m.num) }),
    5,
  ),
]

type Rest = {
  has(...kinds: string[]): boolean
  /** It sells, and does not buy. */
  sells: boolean
  roles: readonly Role[]
}
const as = (role: Role, kind: string, value: unknown): Role => ({ ...role, kind, value })

export function decideRole(role: Role, { has, sells, roles }: Rest): Role {
  const value = role.value as { percent: string; seconds: number; value: string }
  const amounts = roles.filter(({ kind }) => kind === 'amount').map((one) => one.value as Amount)
  switch (role.kind) {
    // 'Hold on to my BONK for 2 days at most'; 'hang on to it' alone forbids.
    case 'keeps':
      return has('time_limit', 'take', 'stop', 'trail') && !buys(roles) ? as(role, 'asset', role.value) : role
    case 'before_that':
      return has('time_limit', 'expiry') ? as(role, 'aside', {}) : role
    // 'Long JUP 10x': a leverage, which is not offered, and no ten orders.
    case 'count':
      return isLeverage(role, roles) ? as(role, 'leverage', {}) : role
    case 'price':
      return isBareCount(role) ? as(role, 'counted', {}) : role
    // 'For 50 dollars, just buy': it names the side if nothing else does.
    case 'one_side':
      return isOfOneSide(role, roles) && !has('verb') ? as(role, 'verb', sideIn(role)) : role
    case 'trail_if':
      return sells ? as(role, 'trail', { percent: value.percent }) : role
    case 'at_loss':
      return sells ? as(role, 'stop', { percent: value.percent }) : role
    case 'multiple':
      return sells ? as(role, 'price', relative(value.percent)) : role
    case 'rest_kept':
      return sells && amounts.some(({ unit, value: share }) => unit !== 'percent' || Number(share) < 100)
        ? as(role, 'aside', {})
        : role
    case 'then_ends':
      return has('count', 'duration', 'max_spend', 'slices', 'counted_rate', 'take', 'drawdown')
        ? as(role, 'aside', {})
        : role
    // 'Cut at 3 %' for a buy is a stop; for a holding it may be a share to sell.
    case 'cut_at':
      return !sells && has('amount', 'opened') ? as(role, 'stop', { percent: value.percent }) : role
    // 'Wait a while and sell at 30 % more': the price ends the wait.
    case 'waits':
      return has('price', 'range') ? as(role, 'aside', {}) : role
    case 'sells_rest':
      return has('rate', 'range', 'divided', 'target') && has('duration', 'drawdown', 'max_spend', 'count')
        ? as(role, 'on_stop', { what: 'sell' })
        : role
    // 'Use USDC, 100 of it'
    case 'amount':
      // 'Sell my WIF at 3 %' is no share of it: a price, a gain or a loss, which is asked about.
      if (sells && role.lead === 'at' && (role.value as Amount).unit === 'percent' && !has(...SHARED))
        return as(role, 'at_percent', {})
      return ofMoney(role, roles) ?? unsaidPrice(role, roles, amounts, has)
    // 'Stop loss at 15 percent, take profit at forty': forty of what?
    case 'take':
    case 'stop':
      return isUnitless(role) && roles.some((one) => EXIT.has(one.kind) && 'percent' in (one.value as object))
        ? as(role, role.kind, { percent: (role.value as { price: string }).price, bare: true })
        : role
    // 'Every 20 minutes all day': a duration, beside a pace.
    case 'duration':
      return has('rate') && /\ball day\b|\b(?:the whole|throughout the|during the) day\b/i.test(role.said)
        ? as(role, 'duration', { seconds: value.seconds, style: 'for' })
        : role
    case 'gap':
      if (gapLimit && (has('averages', 'oversold') || announcesChart(roles)))
        return as(role, gapLimit.kind, { seconds: value.seconds })
      return has('rate') ? role : as(role, 'rate', { seconds: value.seconds })
    case 'one_rate':
      return has('slices', 'divided', 'count') && !has('rate')
        ? as(role, 'rate', { seconds: value.seconds, orders: true })
        : role
    case 'spent_bare': {
      const [spent, ...others] = amounts
      return spent && others.length === 0 && MONEY.has(spent.unit)
        ? as(role, 'max_spend', { value: value.value, unit: spent.unit })
        : role
    }
    default:
      return role
  }
}
/** 'Use USDC, 100 of it' counts the asset named before, if that is money and nothing else is named. */
function ofMoney(role: Role, roles: readonly Role[]): Role | undefined {
  const { value, unit, asset } = role.value as Amount
  if (unit !== 'token' || asset?.kind !== 'it' || !/\bof (?:it|them|that)$/i.test(role.said)) return undefined
  const named = roles
    .filter(({ kind }) => kind === 'asset')
    .map((one) => (one.value as { asset: { kind: string } }).asset)
  const [money, ...others] = named
  if (!named.some(isMoney)) return undefined
  // 'Buy JUP with SOL, 100 of it': of which one?
  return money && isMoney(money) && others.length === 0
    ? as(role, 'amount', { value, unit: money.kind, prep: '' })
    : as(role, 'of_which', {})
}
/** 'Lmt buy WIF 1.5 1 SOL': the figure without a unit. */
function unsaidPrice(role: Role, roles: readonly Role[], amounts: readonly Amount[], has: Rest['has']): Role {
  const { value, unit } = role.value as Amount
  return unit === 'none' && isPriceBeside(roles, amounts) && !has('price')
    ? as(role, 'price', { limit: 'at', price: { price: value } })
    : role
}
const buys = (roles: readonly Role[]): boolean =>
  roles.some(({ kind, value }) => kind === 'verb' && (value as { verb: string }).verb === 'buy')
const isLeverage = ({ said, lead }: Role, roles: readonly Role[]): boolean =>
  /\d ?x\b/i.test(said) &&
  (lead === 'with' ||
    lead === 'at' ||
    /x (?:long|short)/i.test(said) ||
    roles.some((one) => one.kind === 'verb' && /\b(?:long|short)/i.test(one.said)))
const sideIn = ({ said }: Role) => ({ verb: /\b(?:sell|short)\b/i.test(said) ? 'sell' : 'buy' })
const SHARED = ['announces', 'target', 'take', 'stop', 'trail', 'both_exits', 'lacks', 'guards']
const EXIT = new Set(['stop', 'take', 'trail'])
const UNIT = /\$|\d[.,]\d|(?:^|\s)[.,]\d|\b(?:usd|usdc|dollars?|bucks?|cents?)\b/i
const isUnitless = ({ value, said }: Role): boolean => 'price' in (value as object) && !UNIT.test(said)
const isMoney = ({ kind }: { kind: string }): boolean => kind === 'SOL' || kind === 'USDC'
const isPriceBeside = (roles: readonly Role[], amounts: readonly Amount[]): boolean =>
  amounts.length === 2 &&
  amounts.filter(({ unit }) => unit === 'none').length === 1 &&
  roles.some(({ kind, value }) => kind === 'announces' && (value as { type: string }).type === 'limit')
const announcesChart = (roles: readonly Role[]): boolean =>
  roles.some(
    ({ kind, value }) =>
      kind === 'announces' && ['rsi', 'ma_cross', 'grid'].includes((value as { type: string }).type),
  )
