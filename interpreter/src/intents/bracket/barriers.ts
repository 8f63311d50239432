/** The barriers of a position, at a distance in percent or as prices. */
import type { Bag } from '../../clauses/bag.ts'
import type { Level } from '../../clauses/roles.ts'
import { getName } from '../../text/names.ts'
import type { Trade } from '../../clauses/roles.ts'
import { compare, planNumber, times as multiplied } from '../../text/decimal.ts'
import type { PlacedExit } from '../../port.ts'
import { otherToken } from '../dca/bounds.ts'
import { readExits, isBare } from '../envelope.ts'
import type { Asked, Fields } from '../outcome.ts'
import { percentOrPrice } from '../questions.ts'
import { plain } from '../sentence-amounts.ts'
import { missing } from './missing.ts'

/** Returns the distance of `price` from `entry`, in percent with four decimals; undefined on the wrong side of it. */
export function percentFrom(entry: string, price: string, field: PlacedExit['field']): number | undefined {
  const scale = (text: string, digits: number) => {
    const [whole = '0', part = ''] = text.split('.')
    return BigInt(whole + part.slice(0, digits).padEnd(digits, '0'))
  }
  const [e, p] = [scale(entry, 18), scale(price, 18)]
  const far = field === 'stop_loss_percent' ? e - p : p - e
  return far <= 0n || e === 0n ? undefined : Number((far * 1_000_000n) / e) / 10_000
}

/** 'Sell if it falls to $1' for a holding, or 'by 20 %'. */
function atPrices(bag: Bag, trade: Trade): { stop?: Level; take?: Level } | { asked: Asked } {
  const found: { stop?: Level; take?: Level } = {}
  if (trade.side === 'buy') return found
  const all = bag.all('price')
  // 'Sell at $1.20 or if it drops to $0.65': beside a stop it is the target.
  const guarded =
    bag.has('stop', 'trail') || (all.length === 2 && all.some(({ value }) => value.move === 'down'))
  for (const role of all) {
    const { limit, price, move, asset } = role.value
    if (asset?.kind === 'token' && getName(asset) !== getName(trade.base)) return otherToken(getName(asset))
    if (asset && (asset.kind === 'SOL' || asset.kind === 'USDC') && asset.kind !== trade.base.kind)
      return otherToken(asset.kind)
    const falls = 'relative' in price ? price.relative.startsWith('-') : limit === 'below' || move === 'down'
    const rises =
      'relative' in price ? !falls : limit === 'above' || move === 'up' || (limit === 'at' && guarded)
    const field = falls ? 'stop' : rises ? 'take' : undefined
    if (field === undefined || found[field]) return missing.which()
    bag.mark(role, `${field === 'stop' ? 'stop_loss' : 'take_profit'}_percent`)
    found[field] = 'relative' in price ? { percent: price.relative.replace('-', '') } : { price: price.price }
  }
  return found
}

type Said = { stop?: Level; take?: Level }
const figureOf = (level: Level): string => ('percent' in level ? level.percent : level.price)
/** Tells whether `high` is above `low`, and at most that many times as much. */
const isWithin = (times: string, low: string, high: string): boolean =>
  compare(low, high) < 0 && compare(high, multiplied(low, times)) <= 0
/** A smaller figure is no percentage. */
const TINY = '0.005'
const isExact = (figure: string): boolean => figure.includes('.')

/**
 * Reads bare figures as prices where percent would make no sense: 'at 0.76, stop 0.684' is near the entry, 'stop 0.8,
 * target 1.1' near one another, 'sell at 0.95, stop 0.75' near the price of the other. Undefined: it may be percent.
 */
function withPrices(said: Said, entry: string | undefined): Said | undefined {
  const { stop, take } = said
  const isPrice = (level: Level | undefined): level is Level => level !== undefined && 'price' in level
  const isOpen = (level: Level | undefined, isStop: boolean): boolean => {
    if (!level || !isBare(level)) return false
    const figure = figureOf(level)
    if (compare(figure, TINY) < 0) return false
    const [low, high] = isStop ? [figure, entry] : [entry, figure]
    const other = isStop ? take : stop
    if (low !== undefined && high !== undefined) {
      if (isExact(figure) && isWithin('2', low, high)) return false
      return !(isPrice(other) && isExact(figure) && isWithin('3', low, high))
    }
    if (!other || !isExact(figure) || !isExact(figureOf(other))) return true
    const [below, above] = isStop ? [figure, figureOf(other)] : [figureOf(other), figure]
    return isPrice(other) ? !isWithin('3', below, above) : !isBare(other) || !isWithin('1.45', below, above)
  }
  if (isOpen(stop, true) || isOpen(take, false)) return undefined
  const asPrice = (level: Level): Level => (isBare(level) ? { price: figureOf(level) } : level)
  return { ...(stop ? { stop: asPrice(stop) } : {}), ...(take ? { take: asPrice(take) } : {}) }
}
/** 'At 2.1, sl 2': so near to the entry that it may be a price. A 10 of an entry at 1.5 is 10 %. */
export function mayBePrice(
  level: object | undefined,
  entry: number | string | undefined,
  exit: string,
): boolean {
  if (level === undefined || entry === undefined || !('plain' in level)) return false
  const [figure, at] = [Number((level as { percent?: string }).percent), Number(entry)]
  return exit === 'stop' ? figure <= at && figure * 3 >= at : figure >= at && figure <= at * 3
}
/** The question for a figure without a unit; of two, both have to be written anew. */
function openExit({ stop, take }: Said): { asked: Asked } {
  const [only, other] = [stop, take].filter((level) => level !== undefined && !('price' in level))
  if (!only || other) return percentOrPrice()
  return percentOrPrice(only === stop ? 'stop loss' : 'take profit', figureOf(only))
}

export function readBarriers(
  bag: Bag,
  trade: Trade,
  entry: number | string | undefined,
): { fields: Fields; exits: PlacedExit[] } | { asked: Asked } {
  const fields: Fields = {}
  const exits: PlacedExit[] = []
  const said = readExits(bag, { stop: 'stop_loss_percent', take: 'take_profit_percent' })
  const placed = atPrices(bag, trade)
  if ('asked' in placed) return placed
  if ((said.stop && placed.stop) || (said.take && placed.take)) return missing.which()
  const at = entry === undefined ? undefined : plain(entry)
  const levels = withPrices({ ...said, ...placed }, at)
  const isOpen = !levels || mayBePrice(said.stop, entry, 'stop') || mayBePrice(said.take, entry, 'take')
  if (isOpen) return openExit(said)
  for (const [level, field] of [
    [levels.stop, 'stop_loss_percent'],
    [levels.take, 'take_profit_percent'],
  ] as const) {
    if (!level) continue
    if ('percent' in level) fields[field] = Number(level.percent)
    else if (at === undefined) {
      exits.push({ field, price: planNumber(level.price) })
      fields[field] = 1
    } else {
      const percent = percentFrom(at, level.price, field)
      if (percent === undefined) return missing.wrongSide()
      fields[field] = percent
    }
  }
  const trail = bag.take('trail', 'trailing_stop_percent')
  if (trail) fields.trailing_stop_percent = Number(trail.percent)
  const limit = bag.take('time_limit', 'time_limit_seconds')
  // 'max 30 min' on a position is its holding time; the rest is sold then. 'For a week' ends the strategy.
  const longest = bag.all('duration').find(({ value }) => value.style === 'max')
  if (limit && longest) return missing.which()
  if (longest) bag.mark(longest, 'time_limit_seconds')
  const seconds = limit?.seconds ?? longest?.value.seconds
  if (seconds !== undefined) fields.time_limit_seconds = Math.round(seconds)
  return { fields, exits }
}
