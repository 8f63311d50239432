/**
 * A total and a rate are different things (specification 5): an amount followed by its rate, or by 'each', is for each
 * order, even before 'over'; one followed by 'over', 'in pieces', 'in total' is divided. A mix-up turns 12 SOL into
 * 576.
 */
import type { Bag } from './bag.ts'
import type { Role } from './roles.ts'
import { isSetApart } from './set-apart.ts'

export type Pace = 'divided' | 'each' | 'unclear' | 'unsaid'

const isOver = (role: Role | undefined): boolean =>
  role?.kind === 'duration' && (role as Role<'duration'>).value.style === 'over'
/** 'In 5 hours' spreads, too, if orders are placed now and then. */
const isSpread = (role: Role | undefined): boolean =>
  isOver(role) || (role?.kind === 'duration' && (role as Role<'duration'>).value.style === 'within')
const isTaken = ({ kind, value }: Role): boolean =>
  kind === 'duration' && (value as { takes?: true }).takes === true
/**
 * '40 SOL, finish in two days, hourly', '40 SOL, two days, hourly': the end of the whole, or the duration of the
 * repetitions.
 */
const isEnding = (role: Role | undefined): boolean =>
  (role?.kind === 'time_limit' && /\b(?:finish|complet|done|ready|through)/i.test(role.said)) ||
  (role?.kind === 'duration' && (role as Role<'duration'>).value.style === 'bare')
const isOrders = ({ value }: Role): boolean => (value as { orders?: true }).orders === true
/** Tells whether the pace is separate from the amount: after a comma, with 'once', or about orders. */
const isApart = (bag: Bag, amount: Role, rate: Role): boolean =>
  isOrders(rate) ||
  /^(?:,|once\b)/i.test(rate.said) ||
  bag.text.words.slice(amount.to, rate.from).some(({ kind }) => kind === 'mark')
const isWhole = (role: Role): boolean => {
  const { value, unit } = role.value as { value: string; unit: string }
  return unit === 'percent' && value === '100'
}
/** '100k BONK per hour': a rate right after its amount, and not about orders or slices. */
function hasOwnRate(bag: Bag, amount: Role): boolean {
  const next = bag.next(amount)
  if (next?.kind !== 'rate') return false
  const { orders, slices } = (next as Role<'rate'>).value
  return orders !== true && slices !== true && bag.before(amount)?.kind !== 'total'
}
/** 'Twelve clips' counts; 'in twelve clips' divides. */
const isCount = (bag: Bag): boolean =>
  bag.roles.every(
    (role) =>
      (role.kind !== 'slices' || /^(?:\d|\p{L}+ (?:clips|buys|orders))/u.test(role.said)) &&
      role.kind !== 'divided',
  ) && bag.has('slices')
const divides = (role: Role | undefined): boolean =>
  role !== undefined &&
  (role.kind === 'slices' ||
    role.kind === 'total' ||
    (role.kind === 'divided' && (role as Role<'divided'>).value.how !== 'gradually') ||
    (role.kind === 'rate' && (role as Role<'rate'>).value.slices === true))

/** 'I have 500 USDC for WIF, buy some every day': the whole sum, or that much each day? */
export function readPace(bag: Bag): Pace {
  const pace = saidPace(bag)
  const amount = bag.roles.find(({ kind }) => kind === 'amount')
  const rate = bag.roles.find(({ kind }) => kind === 'rate')
  if (pace === 'divided' && bag.announces('twap') && amount && isRateOf(bag, amount)) return 'unclear'
  if (amount && isAnswer(amount) && bag.roles.some(isOver) && !bag.has('each')) return 'divided'
  if (pace !== 'each' || bag.has('each') || !amount || !rate) return pace
  if (isSetApart(bag, amount)) return 'unclear'
  if (bag.has('duration', 'count') && !isClearlyEach(bag, amount, rate)) return 'unclear'
  if (rate.from < amount.to) return pace
  const between = bag.roles.slice(bag.roles.indexOf(amount) + 1, bag.roles.indexOf(rate))
  const isParted =
    between.some(({ kind }) => kind === 'verb' || kind === 'divided') ||
    bag.text.words.slice(amount.to, rate.from).some(({ kind }) => kind === 'mark')
  // 'Take 6 SOL and buy WIF with it every hour'
  const withIt = between.some(
    ({ kind, said }) => kind === 'asset' && /^(?:with|from) (?:it|that)$/i.test(said),
  )
  const isUsedFor = isUsed(bag, amount) && between.some(({ kind }) => kind === 'verb')
  return (OWNED.test(amount.said) && isParted) || isUsedFor || withIt ? 'unclear' : pace
}
/**
 * If orders end, after a number or a time, an amount may always be for all of them: '10 SOL of BONK, 5 orders, every
 * hour', 'every hour for a day, 2 SOL', '70 dollars for a week, daily'. It is for each if the text says so, or if
 * amount and rate are side by side.
 */
function isClearlyEach(bag: Bag, amount: Role, rate: Role): boolean {
  const [at, paced] = [bag.roles.indexOf(amount), bag.roles.indexOf(rate)]
  const last = bag.roles[at - 1]
  // '6x 0.25 SOL', 'weekly buys of 100 USDC'
  const isCounted = last?.kind === 'count' && last.to === amount.from && TIMES.test(last.said)
  const isBuyOf = last === rate && /^(?:\p{L}+ )?of\b/u.test(amount.said)
  if (isOfEach(bag) || isCounted || isBuyOf || isAnswer(amount)) return true
  // 'In 10 orders, 300 USDC, every day'; '0.1 SOL every hour in 5 purchases' is for each.
  const counts = bag.roles.filter(({ kind }) => kind === 'count')
  const isBefore = (role: Role): boolean => bag.roles.indexOf(role) < Math.max(at, paced)
  if (counts.some((role) => IN_ORDERS.test(role.said) && isBefore(role))) return false
  if (isRepeated(bag)) return true
  const counted = counts.filter((role) => bag.roles.indexOf(role) < at)
  // 'Buy JUP 10 times, 2 SOL, every hour'
  if (counted.some((role) => OF_ORDERS.test(role.said)) || (counted.length > 0 && isSetOff(bag, amount)))
    return false
  // 'With daily buys', 'in daily buys'
  const isOfOrders = [rate.said, bag.text.written(rate.from, rate.to + 1)].some((said) =>
    OF_ORDERS.test(said),
  )
  // 'By buying every day'; the answer to a question for the pace has no amount beside it.
  if (isOrders(rate) || isOfOrders || BUYING.test(rate.said)) return false
  if (isAnswer(rate) && !counts.some(({ said }) => TIMES.test(said))) return false
  const between = bag.roles.slice(Math.min(at, paced) + 1, Math.max(at, paced))
  if (at < paced)
    return !between.some((role) => isBound(role) || isParting(role, amount) || isBegun(bag, role, amount))
  const opening = bag.roles.slice(0, paced)
  // 'Every day for two weeks buy 0.2 SOL': its verb makes it the action of each time, if there is no other verb.
  const isLed = !opening.some(isVerb) && (DONE.test(amount.said) || between.some(isVerb))
  // 'For a month, buy every day 10 USDC'
  const isBoundBefore = opening.some(isEnd) && !isVerb(opening.at(-1))
  return isLed || (!isBoundBefore && !between.some(isBound))
}
/** It is between commas, so that nothing tells what it belongs to. */
const isSetOff = ({ text }: Bag, { from, to }: Role): boolean =>
  [from - 1, to].every((at) => text.words[at]?.kind === 'mark')
const isVerb = (role: Role | undefined): boolean => role?.kind === 'verb'
/** The end of orders. '0.05 SOL, 6 times, an hour apart' only repeats. */
const isEnd = ({ kind }: Role): boolean => kind === 'duration' || kind === 'count'
const isBound = (role: Role): boolean => isEnd(role) && !TIMES.test(role.said)
/** 'A 300 USDC position, buying daily', 'with 300 USDC, buy JUP daily': the whole sum, perhaps. */
const isParting = ({ kind, said }: Role, { lead, value }: Role): boolean =>
  kind === 'verb' &&
  (BUYING.test(said) || (lead === 'with' && (value as { unit: string }).unit !== 'percent'))
/** It answers a question whether it is for each order: the other answer is all of a spread amount. */
const isAnswer = ({ value, said }: Role): boolean =>
  (value as { answers?: true }).answers === true && !OWNED.test(said)
/** '10 SOL of WIF, buy every 5 minutes': the action begins only after the amount, and none came before. */
const isBegun = ({ text, roles }: Bag, role: Role, { from, to }: Role): boolean =>
  isVerb(role) &&
  text.words.slice(to, role.from).some(({ kind }) => kind === 'mark') &&
  !roles.some((one) => isVerb(one) && one.from < from)
const BUYING = /\b(?:buying|selling)\b/i
const DONE = /^(?:use|take|spend|put|invest)\b/i
/** The name of the order means an amount per order. */
const isRepeated = (bag: Bag): boolean => bag.announces('dca') || bag.says('dca', 'dca_out')
const OF_ORDERS = /\b(?:orders|buys|sells|purchases|sales|trades|buyings|parts|pieces|portions)$/i
const OWNED = /^(?:i|we|my|our|there)\b.*\b(?:have|got|has|ve|budget|funds?)\b|^(?:i|we)['’]ve\b/i
/** 'Use 6 SOL to buy WIF every hour': the whole sum, perhaps. A share of a holding is taken each time. */
function isUsed({ text }: Bag, { from, said, value }: Role): boolean {
  const led = `${text.words[from - 1]?.text ?? ''} ${said}`
  return USES.test(led) && (value as { unit: string }).unit !== 'percent'
}
const USES = /\b(?:use|using|take|taking|spend|put|invest)\b/i
/** '1 SOL 24 times over a day', '12 orders over a day, 6 SOL': in all, or for each? */
export const isTimesOver = (bag: Bag): boolean =>
  bag.roles.some(
    (role) =>
      role.kind === 'count' &&
      ((TIMES.test(role.said) && bag.roles.some(isOver)) ||
        (isLeading(bag, role) && bag.roles.some(isSpread))),
  ) &&
  !isOfEach(bag) &&
  !bag.has('rate', 'total', 'slices', 'divided', 'each')
const TIMES = /\btimes$|\dx$|^x ?\d+$/i
const isLeading = ({ roles }: Bag, count: Role): boolean =>
  OF_ORDERS.test(count.said) &&
  !IN_ORDERS.test(count.said) &&
  roles.some(({ kind, from }) => kind === 'amount' && count.from < from)
/** 'TWAP 30 SOL each hour': a total has no rate of its own. */
function isRateOf(bag: Bag, amount: Role): boolean {
  const next = bag.next(amount)
  return (
    next?.kind === 'rate' &&
    next.from === amount.to &&
    bag.before(amount)?.kind !== 'total' &&
    /^(?:per|a|an|each|\/)\b/i.test(next.said)
  )
}

function saidPace(bag: Bag): Pace {
  const amount = bag.roles.find(({ kind }) => kind === 'amount')
  const splits = bag.roles.some(
    (role) =>
      role.kind === 'slices' ||
      (role.kind === 'divided' && (role as Role<'divided'>).value.how !== 'gradually') ||
      (role.kind === 'rate' && (role as Role<'rate'>).value.slices === true),
  )
  if (isForAll(bag)) return 'unclear'
  const each = bag.has('each') || isOfEach(bag)
  const isTwap = bag.announces('twap')
  // 'Distributed over 8 hours, all 10 minutes an order': a spread amount is not for each.
  const isDivided = amount !== undefined && isOver(bag.next(amount))
  if (each) return isDivided || (splits && isTwap) ? 'unclear' : 'each'
  if (bag.has('rate') && isTotalOfOrders(bag)) return 'unclear'
  if (splits && !isTwap && amount && hasOwnRate(bag, amount)) return isCount(bag) ? 'each' : 'unclear'
  if (amount && isTimesOver(bag)) return 'unclear'
  if (splits || isTwap) return 'divided'
  // 'Within 10 hours in 20 orders'
  const inOrders = bag.roles.some(({ kind, said }) => kind === 'count' && IN_ORDERS.test(said))
  if (inOrders && amount && bag.roles.some(isSpread) && !bag.has('rate')) return 'divided'
  if (!amount) return bag.roles.some(isOver) ? 'divided' : 'unsaid'
  const [before, next] = [bag.before(amount), bag.next(amount)]
  if (next?.kind === 'rate' && before?.kind !== 'total' && isTotal(bag)) return 'unclear'
  // 'Take two days to buy 40 SOL, once every hour': two days for all of it. '40 SOL every hour' would be for each.
  if (next?.kind === 'rate' && bag.roles.some(isTaken))
    return isApart(bag, amount, next) || isWhole(amount) ? 'divided' : 'unclear'
  // 'Over two days buy 40 SOL, an order every hour', 'within two days, …': the whole lasts that long, or the
  // repetitions.
  if (
    next?.kind === 'rate' &&
    bag.roles.some((role) => isSpread(role) && !isOrders(next)) &&
    isApart(bag, amount, next)
  )
    return 'unclear'
  if (next?.kind === 'rate') {
    // 'an order per hour' paces the orders of a spread total; '… every hour' is the amount's own rate.
    const ofOrders = (next as Role<'rate'>).value.orders === true && bag.roles.some(isSpread)
    if (before?.kind === 'total' || ofOrders) return 'divided'
    // 'Two days, 40 SOL, one buy an hour': the rate is about orders, and nothing tells what the time belongs to.
    if (isOrders(next) && bag.roles.some(isEnding) && !isRepeated(bag)) return 'unclear'
    // Nobody sells a whole holding once an hour.
    return isWhole(amount) ? 'unclear' : 'each'
  }
  // 'Buy 40 SOL in two days, once every hour': nobody has two days for each order.
  if (isEnding(next) && bag.has('rate') && !isRepeated(bag) && !paced(bag, amount)) return 'unclear'
  const isIn = isSpread(next) && !bag.announces('dca') && bag.has('rate')
  if (divides(next) || before?.kind === 'total' || isOver(next) || isIn) {
    // 'Every hour buy 0.1 SOL over 3 days' can be read in both ways.
    const paced = bag.roles.slice(0, bag.roles.indexOf(amount)).some(({ kind }) => kind === 'rate')
    return paced && isOver(next) ? 'unclear' : 'divided'
  }
  if (bag.has('rate') && isTotal(bag)) return 'unclear'
  const orders = bag.roles.some((role) => role.kind === 'rate' && (role as Role<'rate'>).value.orders)
  if (orders && bag.roles.some(isSpread)) return 'divided'
  if (bag.has('rate') && isWhole(amount)) return 'unclear'
  if (bag.has('rate'))
    return bag.announces('dca') || !bag.roles.some(isOver) || paced(bag, amount) ? 'each' : 'unclear'
  if (bag.roles.some(isOver)) return bag.announces('dca') ? 'unclear' : 'divided'
  return 'unsaid'
}

/** 'Five orders of 1 SOL', 'ten levels of 0.3 SOL': five SOL in all, and three. */
export const isOfEach = ({ roles }: Bag): boolean =>
  roles.some(
    (role, i) =>
      role.kind === 'amount' &&
      role.lead === 'of' &&
      roles[i - 1]?.to === role.from &&
      COUNTS.has(roles[i - 1]?.kind ?? ''),
  )
const IN_ORDERS =
  /^(?:in|into|over|across|with|using|through|as|by)\b.*\b(?:orders|buys|sells|purchases|sales|trades|goes|steps)$/i
const COUNTS = new Set(['count', 'slices', 'levels'])
/** 'Ten buys for 5 SOL': each, or all of them. */
const isForAll = ({ roles }: Bag): boolean =>
  roles.some(
    (role, i) =>
      role.kind === 'amount' &&
      role.lead === 'for' &&
      roles[i - 1]?.to === role.from &&
      COUNTS.has(roles[i - 1]?.kind ?? '') &&
      /(?:buys|orders|purchases|sells|sales)$/i.test(roles[i - 1]?.said ?? ''),
  )

/** 'Every hour 0.15 SOL, total: 40 times': 0.15 SOL in all, or 40 orders in all. */
const isTotalOfOrders = (bag: Bag): boolean =>
  bag.roles.some((role, i) => {
    const next = bag.roles[i + 1]
    return (
      role.kind === 'total' &&
      next?.kind === 'count' &&
      bag.text.words.slice(role.to, next.from).every(({ kind }) => kind === 'mark')
    )
  })

/** 'In total' beside neither a number of orders nor a time: it belongs to the amount. */
const isTotal = (bag: Bag): boolean =>
  bag.roles.some((role, i) => role.kind === 'total' && !OF_OTHERS.has(bag.roles[i - 1]?.kind ?? ''))
const OF_OTHERS = new Set(['count', 'duration', 'max_spend', 'total'])

/** The rate is before its amount: 'every hour for 3 days buy 0.1 SOL'. */
const paced = (bag: Bag, amount: Role): boolean =>
  bag.roles.findIndex(({ kind }) => kind === 'rate') < bag.roles.indexOf(amount)
