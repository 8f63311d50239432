/**
 * Words whose meaning only the rest of the text decides. Undecided ones stay, and are asked about as something that no
 * plan holds.
 */
import { compare } from '../text/decimal.ts'
import { splitRole } from './apart.ts'
import { idiomParts } from './idiom-parts.ts'
import { markDoubted } from './doubted.ts'
import type { Amount, Role } from './roles.ts'
import { readResale } from './resold.ts'
import { secondExit } from './second-exit.ts'
import type { Text } from './text.ts'
import { decideRole } from './undecided-rules.ts'

/** An idiom about one token, and beside no exit that it could be part of. */
const isIdiom = ({ kind, mentions }: Role, exits: boolean): boolean =>
  (kind === 'idiom' || (kind === 'idiom_alone' && !exits)) &&
  new Set(mentions.flatMap((one) => (one.kind === 'token' ? [one.mint] : []))).size < 2
const isUntilGone = ({ value, said }: Role): boolean =>
  compare((value as Amount).value, '100') === 0 &&
  /^(?:and |but |then |, ?)*(?:until|till?)\b.*\bgone\b/i.test(said)
const as = (role: Role, kind: string, value: unknown): Role => ({ ...role, kind, value })
const EXITS = new Set(['stop', 'take', 'trail', 'both_exits', 'guards'])
const SELLS = new Set(['sell', 'exit'])
const BUYS = new Set(['buy', 'stack', 'dca', 'put', 'want'])

export function disambiguate(text: Text, found: readonly Role[]): readonly Role[] {
  const read = readResale(text, found)
  const exits = read.some(({ kind }) => EXITS.has(kind) || kind === 'lacks')
  const roles = read.flatMap((role) =>
    isIdiom(role, exits) || role.kind === 'asset_trades' ? idiomParts(text, role) : [role],
  )
  const has = (...kinds: string[]) => roles.some(({ kind }) => kinds.includes(kind))
  const sells =
    has('guards', 'stop', 'take', 'trail', 'both_exits') ||
    roles.some(({ kind, value }) => kind === 'verb' && SELLS.has((value as { verb: string }).verb))
  const spends = roles.flatMap((role) =>
    role.kind === 'amount' ? [String((role.value as Amount).unit)] : [],
  )
  const rebalances = roles.some(({ said }) => /\brebalanc/i.test(said))
  const paces = roles.filter(({ kind }) => kind === 'rate')
  const secondsOf = (pace: Role | undefined) => (pace?.value as { seconds: number } | undefined)?.seconds ?? 0
  const isPacedThenLong =
    paces.length === 2 &&
    paces.every(({ value }) => (value as { slash?: true }).slash === true) &&
    roles.some(({ kind, value }) => kind === 'verb' && (value as { verb: string }).verb === 'dca') &&
    secondsOf(paces[0]) < secondsOf(paces[1])
  const isSide = (side: ReadonlySet<string>) =>
    roles.some(({ kind, value }) => kind === 'verb' && side.has((value as { verb: string }).verb))
  const onlySells = isSide(SELLS) && !isSide(BUYS)
  const isAlone = !has('amount', 'opened', 'verb', 'stop', 'trail', 'both_exits', 'time_limit', 'or_time')
  return roles.flatMap((role, i): readonly Role[] =>
    role.kind === 'time_and_slices'
      ? timeAndSlices(role)
      : role.kind === 'two_prices' && onlySells
        ? twoPrices(text, role)
        : isAlone && role.kind === 'take'
          ? soldAt(text, markDoubted(text, role, roles))
          : splitRole(
              text,
              markDoubted(
                text,
                decideRole(one(secondExit(role, roles, onlySells), roles[i - 1], roles[i + 1]), {
                  has,
                  sells: onlySells,
                  roles,
                }),
                roles,
              ),
            ),
  )

  /**
   * '0.1 SOL every 4h, max 5 SOL' is a budget; '0.1 SOL hourly, max $2' and '$50 weekly, cap $1' a price. '$5 every
   * hour, cap $200' may be either: it stays, and is asked about.
   */
  function capped(role: Role, value: Amount & Record<string, unknown>): Role {
    const spent = roles.find(({ kind }) => kind === 'amount')?.value as Amount | undefined
    const asPrice = () => as(role, 'price', { limit: 'below', price: { price: value.value } })
    if (value.unit !== 'USD')
      return has('rate') && spends.includes(String(value.unit)) ? as(role, 'max_spend', value) : role
    if (!has('rate') || spent?.unit !== 'USD') return asPrice()
    return compare(value.value, spent.value) < 0 ? asPrice() : role
  }

  /** 'I have 500 USDC that should go into JUP' */
  function isSpoken(role: Role): boolean {
    const total = roles.find(({ kind, from }) => kind === 'total' && from === role.to)
    const [next = '', after = ''] = text.words.slice((total ?? role).to).map((word) => word.text)
    const money = ['SOL', 'USDC', 'USD'].includes((role.value as Amount).unit)
    return (
      money &&
      (RELATES.has(next) || (WISHED.has(next) && !CLAUSES.has(after))) &&
      (isSide(BUYS) || has('divided'))
    )
  }

  function timeAndSlices(role: Role): Role[] {
    const { whole, part } = role.value as { whole: number; part: number }
    // '1h30m slices over a day' are of an hour and a half.
    if (has('duration') || !/^\S+[ ,]/.test(role.said))
      return [as(role, 'rate', { seconds: whole + part, slices: true })]
    const at = role.from + wordsOf(text, role, whole)
    return [
      { ...as(role, 'duration', { seconds: whole, style: 'over' }), to: at },
      { ...as(role, 'rate', { seconds: part, slices: true }), from: at },
    ]
  }

  function one(role: Role, before: Role | undefined, next: Role | undefined): Role {
    const value = role.value as Record<string, unknown>
    // 'Accumulate BONK at $100 a week': the amount of each time. 'At $1 every day' may be the price.
    if (role.kind === 'price' && next?.kind === 'rate' && next.from === role.to && !has('amount')) {
      const { limit, price } = value as { limit: string; price: { price?: string } }
      const isSpent = /^(?:at|@)\s*\$\s*[1-9]/i.test(role.said) && /^(?:a|per)\s/i.test(next.said)
      const isSpentEach = /^(?:at|@)\s*\$?\s*[1-9]\d[\d,]*(?:\s*(?:usd|dollars?|bucks?))?$/i.test(role.said)
      if (limit === 'at' && price.price !== undefined && (isSpent || isSpentEach))
        return as(role, 'amount', { value: price.price, unit: 'USD', prep: '' })
    }
    // '… a 2 % trailing stop at $2': no stop of its own, and a trailing one has no price.
    if (
      role.kind === 'stop' &&
      before?.kind === 'trail' &&
      before.to === role.from &&
      /trailing$/i.test(before.said)
    )
      return as(role, 'trail_at', value)
    // 'DCA 0.3 SOL JUP / 12h / 30d': the pace, then how long.
    if (role.kind === 'rate' && value.slash === true && isPacedThenLong)
      return role === paces[0] ? role : as(role, 'duration', { seconds: value.seconds, style: 'for' })
    // 'DCA 25 USDC BONK 12h x20': a time beside a number of orders is their pace.
    if (
      role.kind === 'duration' &&
      value.style === 'bare' &&
      has('count') &&
      paces.length === 0 &&
      roles.filter(({ kind }) => kind === 'duration').length === 1 &&
      roles.some((one) => one.kind === 'verb' && (one.value as { verb: string }).verb === 'dca')
    )
      return as(role, 'rate', { seconds: value.seconds })
    // '8 SOL / 4 hours / every 5 minutes': the slash only separates.
    if (role.kind === 'rate' && value.slash === true && paces.length > 1 && /\d/.test(role.said))
      return as(role, 'duration', { seconds: value.seconds, style: 'bare' })
    // 'I want spend 1 SOL for WIF' means 'I want to spend' it.
    if (role.kind === 'verb' && value.verb === 'want' && next?.from === role.to && SPENDS.test(next.said))
      return as(role, 'want', {})
    // 'Sell 300 of them' is an amount, 'buy 0.1 SOL hourly, 20 of them' a number of orders.
    if (role.kind === 'slices' && value.of === 'them' && !has('amount'))
      return as(role, 'amount', { value: value.n, unit: 'token', asset: { kind: 'it' }, prep: '' })
    // 'Sell 200 pieces when it costs $3', and nothing is divided.
    if (
      role.kind === 'slices' &&
      /^\S+ pieces$/.test(role.said) &&
      !has('amount', 'rate', 'duration', 'announces')
    )
      return as(role, 'amount', { value: value.n, unit: 'token', asset: { kind: 'it' }, prep: '' })
    // '100 WIF for 3.5 dollars each' is a price, beside an amount in tokens.
    if (isEachFor(role, next) && spends.includes('token'))
      return as(role, 'price', { limit: 'at', price: { price: value.value } })
    const isOfPrice = before?.kind === 'price' && before.to === role.from && !has('rate')
    if (role.kind === 'each' && (isEachFor(before, role) || isOfPrice) && spends.includes('token'))
      return as(role, 'aside', {})
    if (role.kind === 'slices' && value.of === 'them' && has('rate')) return as(role, 'count', { n: value.n })
    // 'I hold 500 WIF, sell them when …'. A holding that is no number of the token could be the payment.
    if (role.kind === 'holding' && !has('amount') && sells && (value as unknown as Amount).unit === 'token')
      return as(role, 'amount', { ...value, prep: '' })
    // 'Aim for 25 % BONK, rebalance daily': a share, and no profit.
    if (rebalances && isShare(role)) return as(role, 'target', { percent: value.percent })
    // 'I have $600 in total that I'd like you to put into WIF': about it, and about nothing else.
    if (role.kind === 'holding' && !has('amount') && isSpoken(role))
      return as(role, 'amount', { ...value, prep: 'with' })
    // '… every hour, let it run for ten days': only an order that waits expires.
    if (role.kind === 'expiry' && has('rate') && value.seconds !== null && /\brun\b/i.test(role.said))
      return as(role, 'duration', { seconds: value.seconds, style: 'for' })
    // For repeated spending it is the budget, if it has the same unit.
    if (role.kind === 'stop_spend' && has('rate') && spends.includes(String(value.unit)))
      return as(role, 'max_spend', value)
    // 'Until everything is gone' bounds nothing: it goes on while there is something.
    if (role.kind === 'max_spend' && has('rate') && value.unit === 'percent' && isUntilGone(role))
      return as(role, 'endless', {})
    // 'RSI 15m 25/75'
    const shares = value as { percent: string; other?: string }
    if (
      role.kind === 'target' &&
      shares.other !== undefined &&
      text.words.some((word) => word.text === 'rsi')
    )
      return as(role, 'rsi_levels', lowFirst(shares.percent, shares.other))
    // 'If it is up 80 % overall' is about the position, and no budget.
    if (role.kind === 'total' && before !== undefined && before.to === role.from && isGain(before))
      return as(role, 'aside', {})
    // 'Not all at once, spread it over 12 hours', and if nothing says how: the duration is asked for.
    if (role.kind === 'not_at_once' && (isDivision(next) || roles.every(({ kind }) => PLAIN.has(kind))))
      return as(role, 'divided', { how: 'gradually' })
    // 'Half JUP half SOL, keep it that way': a named share.
    if (role.kind === 'kept_so' && (has('target') || spends.includes('percent')))
      return as(role, 'announces', { type: 'rebalance' })
    if (role.kind === 'capped') return capped(role, value as Amount & Record<string, unknown>)
    // '27 %' to take is a target beside a stop, and may be anything alone.
    if (role.kind === 'maybe_take' && has('stop', 'trail', 'time_limit')) return as(role, 'take', value)
    // '… in slices, one a minute, finishing in 2 hours': no time limit of a position.
    if (
      role.kind === 'time_limit' &&
      value.sells !== true &&
      has('slices', 'divided') &&
      !has('stop', 'take', 'trail', 'both_exits')
    )
      return as(role, 'duration', { seconds: value.seconds, style: 'over' })
    // '… a loss of 9 %, a profit of 27 %, or 8 hours'
    if (role.kind === 'or_time' && roles.some(({ kind }) => EXITS.has(kind)))
      return as(role, 'time_limit', value)
    return role
  }
}

/** 'Sell it at either $1.20 or $3': the lower one stops it, the higher is the target. */
function twoPrices(text: Text, role: Role): Role[] {
  const { first, second } = role.value as { first: string; second: string }
  const or = text.words.findIndex(({ text: word }, i) => i >= role.from && word === 'or')
  const priced = (price: string, other: string, from: number, to: number): Role => {
    const isLow = compare(price, other) < 0
    const value = { limit: isLow ? 'below' : 'above', price: { price }, move: isLow ? 'down' : 'up' }
    return { ...role, kind: 'price', value, from, to, said: text.written(from, to) }
  }
  return [priced(first, second, role.from, or), priced(second, first, or, role.to)]
}

/** The number of words of a role that are the time at its beginning. */
const wordsOf = (text: Text, role: Role, seconds: number): number =>
  (text.read('time', role.from).find(({ value }) => value === seconds)?.to ?? role.from + 1) - role.from

/** 'Aim for 25 % BONK': no profit. */
export const isShare = ({ kind, value, said }: Role): boolean =>
  kind === 'take' && 'percent' in (value as object) && SHARE.test(said)

const isEachFor = (role: Role | undefined, next: Role | undefined): boolean =>
  role?.kind === 'amount' &&
  next?.kind === 'each' &&
  role.to === next.from &&
  ['USD', 'none'].includes((role.value as Amount).unit) &&
  (role.lead === 'for' || role.lead === 'at')
const SHARE = new RegExp(
  [
    String.raw`^(?:\W|and |please |a |the |my |its |with |set |put |make |keep |use |move |change |raise |lower )*`,
    String.raw`(?:aim|target|goal|objective)\b(?!.*\b(?:profit|gain|win)s?\b)`,
  ].join(''),
  'i',
)

/** 'Sell it all when the price is up to $3' is an order that waits: nothing is bought whose target it would be. */
function soldAt(text: Text, role: Role): Role[] {
  const words = text.words.slice(role.from, role.to).map(({ text: word }) => word)
  const [first, all, when] = [
    words.findIndex((word) => SELL_WORDS.has(word)),
    words.findIndex((word) => ALL_WORDS.has(word)),
    words.findIndex((word) => WAITS.has(word)),
  ]
  const value = role.value as { price?: string }
  if (value.price === undefined || first < 0 || all < first || when < all) return [role]
  const part = (kind: string, made: unknown, from: number, to: number): Role => ({
    ...role,
    kind,
    value: made,
    from: role.from + from,
    to: role.from + to,
    said: text.written(role.from + from, role.from + to),
    lead: words[from] ?? '',
  })
  return [
    part('verb', { verb: 'sell' }, 0, first + 1),
    part('amount', { value: '100', unit: 'percent', prep: '' }, first + 1, when),
    part('price', { limit: 'above', price: { price: value.price }, condition: true }, when, words.length),
  ]
}
const SPENDS = /^(?:spend|invest|use)\b/i
const SELL_WORDS = new Set(['sell', 'dump', 'liquidate', 'unload', 'offload'])
const ALL_WORDS = new Set(['all', 'everything', 'lot'])
const WAITS = new Set(['when', 'once', 'if', 'as', 'whenever', 'should'])

const lowFirst = (a: string, b: string) => (compare(a, b) < 0 ? { buy: a, sell: b } : { buy: b, sell: a })
const isGain = ({ kind, value }: Role): boolean =>
  (EXITS.has(kind) && 'percent' in (value as object)) ||
  (kind === 'price' && 'relative' in (value as { price: object }).price)

const isDivision = (next: Role | undefined): boolean => next?.kind === 'divided' || next?.kind === 'slices'
/** An order alone, without a time. */
const PLAIN = new Set(['verb', 'amount', 'asset', 'aside', 'want', 'not_at_once'])
const RELATES = new Set(['that', 'which'])
const WISHED = new Set(["i'd", 'i', "we'd", 'we', 'to', 'should', 'must'])
const CLAUSES = new Set(['am', 'hold', 'have', 'own', 'got'])
