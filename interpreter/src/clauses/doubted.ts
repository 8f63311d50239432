/**
 * What reads like a part of a plan and says another thing beside what stands next to it. Nobody takes these kinds: what was
 * said so is asked about, never passed over.
 */
import type { Amount, Role } from './roles.ts'
import type { Text } from './text.ts'

const as = (role: Role, kind: string): Role => ({ ...role, kind, value: {} })

export function doubted(text: Text, role: Role, roles: readonly Role[]): Role {
  const i = roles.findIndex(
    ({ kind, from, to }) => kind === role.kind && from === role.from && to === role.to,
  )
  const [before, next] = [roles[i - 1], roles[i + 1]]
  const wordBefore = text.words[role.from - 1]?.text ?? ''
  const wordAfter = text.words[role.to]?.text ?? ''
  const value = role.value as Record<string, unknown>
  const follows = before !== undefined && before.to === role.from
  switch (role.kind) {
    // 'Sell my JUP, leave 100': so much of it stays.
    case 'verb':
      return LEAVES.test(role.said) && next?.kind === 'amount' && next.from === role.to
        ? as(role, 'left_over')
        : role
    // 'Sell my WIF +20 %' is a gain, and no share of it; '10 levels at 0.5 SOL' are five SOL, or half a SOL.
    case 'amount':
      if (follows && before.kind === 'announces' && KEEPS.test(before.said) && isHeld(role, text, roles))
        return as(role, 'share_of_what')
      if (role.lead === 'at' && follows && before.kind === 'levels') return as(role, 'of_each_level')
      return role.said.startsWith('+') && (value as Amount).unit === 'percent' ? as(role, 'signed') : role
    // 'Ten times hourly' may be ten orders, and may be ten in each hour.
    case 'rate':
      if (wordBefore === 'in' && /^\S+ (?:hourly|daily|weekly)$/i.test(role.said))
        return as(role, 'times_or_pace')
      if (isManyTimes(role)) return as(role, 'times_or_pace')
      // 'In 24 buys per day': as many in each day.
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
      return /^rsi \d+$/i.test(role.said) && Number(value.n) >= 20 && Number(value.n) % 5 === 0
        ? as(role, 'length_or_level')
        : role
    // 'Keep 40 % of my WIF', 'rebalance by 40 %': of what is held of it, or of the wallet?
    case 'target': {
      const ofToken = next?.kind === 'asset' && next.from === role.to && next.mentions.some(isToken)
      const led = /\bof(?: my| the| our)?$/i.test(role.said) || OF_IT.has(next?.lead ?? '')
      return !isOfWallet(text, roles) && ((ofToken && led) || /\bby\b/i.test(role.said))
        ? as(role, 'share_of_what')
        : role
    }
    // '300 WIF for under $600': for all of them, or for each?
    case 'price':
      if (isForAll(role, wordBefore, roles) && next?.kind !== 'each') return as(role, 'for_all_or_each')
      // 'At 500k' is what all of them are worth together.
      if (/\d\s?(?:k|m|mm|mil|million|mln|b|bn|billion)\b/i.test(role.said)) return as(role, 'market_cap')
      // '1 % max' is no price.
      return 'relative' in ((value as { price?: object }).price ?? {}) &&
        MOST.test(role.said) &&
        value.move === undefined
        ? as(role, 'percent_of_what')
        : role
    // 'Max loss $10' is money that is lost, and no price.
    case 'stop':
      // 'After it hits $3 and falls back 5 %': the one after the other.
      if (follows && before.kind === 'price' && BACK.test(role.said)) return as(role, 'one_after_other')
      return 'price' in value && LOST.test(role.said) ? as(role, 'money_lost') : role
    case 'take':
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
const COUNTED = /\b(?:buys|sells|orders|trades|purchases|sales)$/i
const PER = /^(?:per|a|an|each|\/)\b(?!.*\b(?:apart|between)\b)/i
const MOST = /\b(?:max|maximum|at most|at the most|tops)\b/i
const LOST = /\b(?:max(?:imum)?|most|biggest|largest|total) loss\b|\b(?:lose|losing|lost)\b/i
const BACK = /\b(?:and|then)\b.*\b(?:falls?|drops?|pulls?|comes?|slips?|gives?) back\b|\bretrac/i
const EXITS = new Set(['stop', 'take', 'trail', 'both_exits'])
const SECOND = new Set(['price', 'duration', 'time_limit', 'stop', 'take', 'expiry'])
const PERSONS = new Set(['i', 'we', 'you', 'u', 'he', 'she', 'they', 'someone', 'somebody'])
const BEGINS = new Set(['start', 'starts', 'starting', 'begin', 'begins', 'beginning', 'commencing', 'first'])

/** 'Twice an hour', 'four times every day' are paces; nobody says 'ten times hourly' of one alone. */
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
const OTHER = /\b(?:as long|each|apiece|a piece|per (?:token|coin|piece|unit)|a (?:token|coin))\b/i
function isForAll({ lead, said }: Role, wordBefore: string, roles: readonly Role[]): boolean {
  const counted = roles.some(({ kind, value }) => kind === 'amount' && (value as Amount).unit === 'token')
  return counted && (lead === 'for' || wordBefore === 'for') && BOUND.test(said) && !OTHER.test(said)
}
