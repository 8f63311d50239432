/**
 * Doubts roles that look like a part of a plan and mean something else beside their neighbours. No intent takes these
 * kinds: they are asked about, never passed over.
 */
import type { Amount, Role } from './roles.ts'
import { isBareBefore, isSwapped } from './swapped.ts'
import type { Text } from './text.ts'

const as = (role: Role, kind: string): Role => ({ ...role, kind, value: {} })

export function markDoubted(text: Text, role: Role, roles: readonly Role[]): Role {
  const i = roles.findIndex(
    ({ kind, from, to }) => kind === role.kind && from === role.from && to === role.to,
  )
  const [before, next] = [roles[i - 1], roles[i + 1]]
  const wordBefore = text.words[role.from - 1]?.text ?? ''
  const wordAfter = text.words[role.to]?.text ?? ''
  const value = role.value as Record<string, unknown>
  const follows = before !== undefined && before.to === role.from
  switch (role.kind) {
    // 'Sell my JUP, leave 100': that much of it stays.
    case 'verb':
      return LEAVES.test(role.said) && next?.kind === 'amount' && next.from === role.to
        ? as(role, 'left_over')
        : role
    // 'Sell my WIF +20 %' is a gain, and no share of it; '10 levels at 0.5 SOL' are five SOL, or half a SOL.
    case 'amount':
      if (follows && before.kind === 'announces' && KEEPS.test(before.said) && isHeld(role, text, roles))
        return as(role, 'share_of_what')
      if (role.lead === 'at' && follows && before.kind === 'levels') return as(role, 'of_each_level')
      if (follows && before.kind === 'verb' && GIVES.test(before.said) && isShareIn(role))
        return { ...role, kind: 'into_or_out' }
      if (isAmountOrPrice(role, next, roles)) return { ...role, kind: 'amount_or_price' }
      return role.said.startsWith('+') && (value as Amount).unit === 'percent' ? as(role, 'signed') : role
    // 'Ten times hourly' may be ten orders, and may be ten in each hour.
    case 'rate':
      // 'Buy 2 SOL of JUP in a day' is no pace: all of it, within a day or after one.
      if (IN_ONE.test(role.said) && value.slices !== true) {
        if (roles.some((one) => one !== roles[i] && isOfTime(one))) return as(role, 'begins_in')
        const within = { ...role, kind: 'duration', value: { seconds: value.seconds, style: 'within' } }
        return markDoubted(text, within, roles.with(i, within))
      }
      if (wordBefore === 'in' && /^\S+ (?:hourly|daily|weekly)$/i.test(role.said))
        return as(role, 'times_or_pace')
      if (isManyTimes(role)) return as(role, 'times_or_pace')
      // 'In 24 buys per day': that many in each day.
      return follows && before.kind === 'count' && COUNTED.test(before.said) && PER.test(role.said)
        ? as(role, 'counted_pace')
        : role
    // 'Grid 10x0.5 SOL', 'grid, 10 buys and 10 sells'
    case 'count':
      if (!announces(roles, 'grid')) return role
      return (/x$/i.test(role.said) && next?.kind === 'amount' && next.from === role.to) || isOfSides(roles)
        ? as(role, 'count_of_what')
        : role
    // 'Sell all above 70': no amount of each trade.
    case 'overbought':
    case 'oversold':
      return /\b(?:all|everything)\b/i.test(role.said) ? as(role, 'all_of_it') : role
    // 'RSI 30': its length, or the level.
    case 'rsi_length':
      return /^rsi \d+$/i.test(role.said) &&
        Number(value.n) >= 20 &&
        (Number(value.n) % 5 === 0 || Number(value.n) > 100)
        ? as(role, 'length_or_level')
        : role
    // 'Keep 40 % of my WIF', 'rebalance by 40 %': of the holding of it, or of the wallet?
    case 'target': {
      const ofToken = next?.kind === 'asset' && next.from === role.to && next.mentions.some(isToken)
      const led = /\bof(?: my| the| our)?$/i.test(role.said) || OF_IT.has(next?.lead ?? '')
      return !isOfWallet(text, roles) && ((ofToken && led) || /\bby\b/i.test(role.said))
        ? as(role, 'share_of_what')
        : role
    }
    // '300 WIF for under $600': for all of them, or for each?
    case 'price':
      // 'Limit 1.2 jup 900': which of them is the price?
      if (isBareBefore(role, next, roles[i + 2]) || isSwapped(role, roles)) return as(role, 'price_or_amount')
      // 'I think it will go up to $2', without a mark behind it, is a hope, and no price to enter at.
      if (UP_TO.test(role.said) && HOPED.test(text.written(Math.max(0, role.from - 2), role.to)))
        return as(role, 'hoped_price')
      if (isForAll(role, wordBefore, roles) && next?.kind !== 'each') return as(role, 'for_all_or_each')
      // 'Whenever it drops 5 %': again and again, each time from another price.
      if (
        AGAIN.test(role.said) &&
        'relative' in ((value as { price?: object }).price ?? {}) &&
        !isPaced(roles)
      )
        return as(role, 'repeats')
      // 'At 500k' is the worth of all of them together.
      if (/\d\s?(?:k|m|mm|mil|million|mln|b|bn|billion)\b/i.test(role.said)) return as(role, 'market_cap')
      // '1 % max' is no price.
      return 'relative' in ((value as { price?: object }).price ?? {}) &&
        MOST.test(role.said) &&
        value.move === undefined
        ? as(role, 'percent_of_what')
        : role
    // '2 % daily loss limit 5 USDC': its figure is behind it.
    case 'daily_loss':
      return CAPS.has(wordAfter) && /loss(?:es)?$/i.test(role.said) ? as(role, 'which_loss') : role
    // 'Max loss $10', 'a stop loss of $10' may be a loss in money.
    case 'stop':
      if (isSwapped(role, roles)) return as(role, 'price_or_amount')
      // 'After it hits $3 and falls back 5 %': one after the other.
      if (follows && before.kind === 'price' && BACK.test(role.said)) return as(role, 'one_after_other')
      return 'price' in value && (LOST.test(role.said) || isSum(role, roles)) ? sumOf(role) : role
    case 'take':
      if (isSwapped(role, roles)) return as(role, 'price_or_amount')
      if ('price' in value && isSum(role, roles)) return sumOf(role)
      return /\bof (?:my|the|any|all) (?:profits?|gains?|winnings)\b/i.test(role.said)
        ? as(role, 'share_of_gain')
        : role
    // 'At $3 or after 2 days' sells then in any case; an order that only waits lapses.
    case 'time_limit': {
      const isExit = roles.some(({ kind }) => EXITS.has(kind))
      const sells = /^(?:\W|and |but )*(?:or|otherwise|else)\b|\bhold/i.test(role.said)
      return sells && !isExit && roles.some(({ kind }) => kind === 'price') ? as(role, 'then_anyway') : role
    }
    // 'Every hour today' ends with the day; 'once I confirm' waits.
    case 'now':
      // 'Now and at $1.20', 'now and in an hour': a second order.
      if (wordAfter === 'and' || next?.said.startsWith('and ')) {
        const isSecond = next !== undefined && next.from - role.to <= 1 && SECOND.has(next.kind)
        if (isSecond && !/\b(?:stop|sell|exit|out|hold|profit|target)\b/i.test(next.said))
          return as(role, 'now_and')
      }
      if (/^today$/i.test(role.said) && follows && before.kind === 'rate') return as(role, 'day_bound')
      return /^once$/i.test(role.said) && PERSONS.has(wordAfter) ? as(role, 'waits_for') : role
    // 'Sell it at the end of each day' does not end all of it.
    case 'on_stop':
      return wordAfter === 'of' && next?.kind === 'rate' && next.from - role.to <= 1
        ? as(role, 'day_bound')
        : role
    // 'Daily, starting in 2 hours' begins then, and does not end.
    case 'duration':
      if (
        /\bfor next (?:week|month)$|^during the day$/i.test(role.said) &&
        roles.some(({ kind }) => kind === 'rate')
      )
        return as(role, 'day_bound')
      // 'Hourly, in 3 hours' begins then or ends then; 'hourly in the next 3 hours' ends.
      if (!/^in (?!the |next )/i.test(role.said)) return role
      if (BEGINS.has(wordBefore)) return as(role, 'begins_in')
      if (roles.some(({ kind }) => DIVIDES.has(kind))) return role
      return before?.kind === 'rate' || before?.kind === 'price' ? as(role, 'begins_in') : role
    default:
      return role
  }
}
const sumOf = (role: Role): Role => ({
  ...role,
  kind: 'sum_or_price',
  value: { ...(role.value as object), exit: role.kind },
})
const AGAIN = /^(?:\W|and |but )*(?:whenever|every time|each time|any ?time)\b/i
const isPaced = (roles: readonly Role[]): boolean =>
  roles.some(({ kind }) => kind === 'rate' || kind === 'oversold' || kind === 'averages')
const UP_TO = /^\W*(?:go(?:es|ing)? )?up to\b/i
/** 'I'd go up to $2' is the most that somebody would pay. */
const HOPED =
  /^(?!(?:to|can|could|may|would|might|should|i|i'd|i'll|we'd|ready|happy)\b)(?:.*\s|\W*)go(?:es|ing)? up to \S+$/i
const CAPS = new Set(['limit', 'cap', 'max', 'maximum'])
/** 'Drop 20 % in WIF' may put it there, or sell it. */
const GIVES = /^(?:to )?(?:drop|dump|unload|toss|chuck|throw|dropping|dumping)$/i
const isShareIn = ({ value, said }: Role): boolean =>
  (value as Amount).unit === 'percent' &&
  (value as Amount).asset?.kind === 'token' &&
  /\b(?:in|into|on|onto)\s+(?:my |the )?\S+$/i.test(said)
/**
 * 'Buy WIF at 0.5 SOL': that much of it, or the price of one WIF. Before 'a time' or 'an hour' it is the amount spent.
 */
function isAmountOrPrice({ lead, value, to }: Role, next: Role | undefined, roles: readonly Role[]): boolean {
  const { unit } = value as Amount
  if ((lead !== 'at' && lead !== '@') || (unit !== 'SOL' && unit !== 'USDC')) return false
  const isEach = next !== undefined && next.from === to && (next.kind === 'each' || next.kind === 'rate')
  const isTheOnly = roles.filter(({ kind }) => kind === 'amount').length === 1
  return isTheOnly && !isEach && !roles.some(({ kind }) => kind === 'each')
}
/** 'A stop loss of $10' may be the amount at risk; near the price of the entry it is a price. */
function isSum({ said, value, kind }: Role, roles: readonly Role[]): boolean {
  if (!SUM.test(said) || (kind === 'take' && !GAIN.test(said))) return false
  const at = Number((value as { price: string }).price)
  return !roles.some((one) => {
    const price =
      one.kind === 'price' ? Number((one.value as { price: { price?: string } }).price.price) : NaN
    return kind === 'stop' ? at < price && at * 3 > price : at > price && at < price * 3
  })
}
const GAIN = /\b(?:profits?|gains?|win|tp)\b/i
const SUM = /\bof\s+(?:\$\s*\d|\S+\s*(?:\$|usd|usdc|dollars?|bucks?))/i
const isToken = ({ kind }: { kind: string }): boolean => kind === 'token'
const OF_IT = new Set(['of', 'from', 'off'])
const KEEPS = /^(?:keep|hold|retain)$/i
/** 'Keep a third of my WIF' */
const isHeld = ({ value }: Role, text: Text, roles: readonly Role[]): boolean => {
  const { unit, asset } = value as Amount
  return unit === 'percent' && asset?.kind === 'token' && !isOfWallet(text, roles)
}
const isOfWallet = (text: Text, roles: readonly Role[]): boolean =>
  roles.some(({ kind }) => SHARES.has(kind)) || WALLET.test(text.source)
const SHARES = new Set(['rate', 'threshold', 'check'])
const WALLET = new RegExp(
  [
    String.raw`\b(?:wallets?|portfolio|account|capital|holdings|funds?|money|total|balance|everything|assets|`,
    String.raw`value|mix|split|share|rebalanc\w*(?= to)|always)\b`,
  ].join(''),
  'i',
)
const DIVIDES = new Set(['slices', 'divided', 'total', 'announces'])
const announces = (roles: readonly Role[], type: string): boolean =>
  roles.some(({ kind, value }) => kind === 'announces' && (value as { type: string }).type === type)
const isOfSides = (roles: readonly Role[]): boolean =>
  ['buys', 'sells'].every((side) => roles.some(({ kind, said }) => kind === 'count' && said.endsWith(side)))
const LEAVES = /^leav(?:e|ing)$/i
/** Kinds that go on, or wait: beside one 'in a day' may be its start. */
const isOfTime = ({ kind, value }: Role): boolean =>
  GOES_ON.has(kind) || (kind === 'announces' && !['twap', 'dca'].includes((value as { type: string }).type))
const GOES_ON = new Set(
  [
    'price range target levels averages oversold overbought threshold rate',
    'stop take trail both_exits guards time_limit expiry duration',
  ].flatMap((line) => line.split(' ')),
)
const IN_ONE = /^(?:in|inside) (?:an?|one)\b/i
const COUNTED = /\b(?:buys|sells|orders|trades|purchases|sales)$/i
const PER = /^(?:per|a|an|each|\/)\b(?!.*\b(?:apart|between)\b)/i
const MOST = /\b(?:max|maximum|at most|at the most|tops)\b/i
const LOST = /\b(?:max(?:imum)?|most|biggest|largest|total) loss\b|\b(?:lose|losing|lost)\b/i
const BACK = /\b(?:and|then)\b.*\b(?:falls?|drops?|pulls?|comes?|slips?|gives?) back\b|\bretrac/i
const EXITS = new Set(['stop', 'take', 'trail', 'both_exits'])
const SECOND = new Set(['price', 'duration', 'time_limit', 'stop', 'take', 'expiry'])
const PERSONS = new Set(['i', 'we', 'you', 'u', 'he', 'she', 'they', 'someone', 'somebody'])
const BEGINS = new Set(['start', 'starts', 'starting', 'begin', 'begins', 'beginning', 'commencing', 'first'])

/** 'Twice an hour', 'four times every day' are paces; nobody says 'ten times hourly' of a pace alone. */
function isManyTimes({ said }: Role): boolean {
  const [, count = ''] = /^(\S+) (?:times|x) (?:hourly|weekly|monthly|(?:every|each) \S+)$/i.exec(said) ?? []
  return count !== '' && !FEW.test(count) && !/\b(?:day|daily)$/i.test(said)
}
const FEW = /^(?:[1-4]|one|two|three|four)$/i

const BOUND = new RegExp(
  [
    String.raw`\b(?:under|below|less than|at most|at the most|max|maximum|up to|no more than|not more than|`,
    String.raw`or less|at least|no less than|not less than|over|above|more than|or more|minimum|min)\b`,
  ].join(''),
  'i',
)
const BUT_FOR = /^(?:but|yet|though) for\b/i
const OTHER = /\b(?:as long|each|apiece|a piece|per (?:token|coin|piece|unit)|a (?:token|coin))\b/i
function isForAll({ lead, said }: Role, wordBefore: string, roles: readonly Role[]): boolean {
  const counted = roles.some(({ kind, value }) => kind === 'amount' && (value as Amount).unit === 'token')
  return (
    counted &&
    (lead === 'for' || wordBefore === 'for' || BUT_FOR.test(said)) &&
    BOUND.test(said) &&
    !OTHER.test(said)
  )
}
