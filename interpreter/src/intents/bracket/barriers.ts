/** The barriers of a position, at a distance in percent or as prices. */
import type { Bag } from '../../clauses/bag.ts'
import type { Level, Role } from '../../clauses/roles.ts'
import { nameOf } from '../../text/names.ts'
import type { Trade } from '../../clauses/roles.ts'
import { planNumber } from '../../text/decimal.ts'
import type { PlacedExit } from '../../port.ts'
import { otherToken } from '../dca/bounds.ts'
import { exitsOf } from '../envelope.ts'
import type { Asked, Fields } from '../outcome.ts'
import { percentOrPrice } from '../questions.ts'
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
    if (asset?.kind === 'token' && nameOf(asset) !== nameOf(trade.base)) return otherToken(nameOf(asset))
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
const figureOf = (level: Level | undefined): number | undefined =>
  level && Number('percent' in level ? level.percent : level.price)
/** 'Entry 0.00002, stop 0.000018': so small they are no percentages. 'At 0.6, stop 0.5' may be half a percent. */
function areAround(said: Said, entry: number | string | undefined, text: string | undefined): boolean {
  const { stop, take } = said
  const [low, high, at] = [figureOf(stop), figureOf(take), Number(entry)]
  if (low === undefined || high === undefined || entry === undefined) return false
  return (
    low < at && at < high && (high < TINY || areAlike(said.stop, said.take, text) || isBesidePrice(said, at))
  )
}
/**
 * 'At 0.4, stop at 0.35, target 0.55': one is a price, and the other as near to the entry and as exact. From 1 on it
 * may be percent as well.
 */
function isBesidePrice({ stop, take }: Said, at: number): boolean {
  if (!stop || !take || 'price' in stop === 'price' in take) return false
  const figures = [stop, take].map((one) => ('percent' in one ? one.percent : one.price))
  const [low = 0, high] = figures.map(decimalsOf)
  const isNear = (one: number): boolean => one < 1 && one <= 2 * at && one * 2 >= at
  return low === high && low >= 2 && figures.every((one) => isNear(Number(one)))
}
/** 'Entry 0.80, stop 0.72, target 1.00': nobody writes percentages like this. */
function areAlike(stop: Level | undefined, take: Level | undefined, entry: string | undefined): boolean {
  const decimals = [stop, take].map((one) =>
    decimalsOf(one ? ('percent' in one ? one.percent : one.price) : ''),
  )
  const own = decimalsOf(entry ?? '')
  return own >= 2 && decimals.every((one) => one === own)
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
const decimalsOf = (figure: string): number => figure.split('.')[1]?.length ?? 0

const TINY = 0.005
const asPrice = (level: Level | undefined): Level | undefined =>
  level && 'percent' in level ? { price: level.percent } : level
const asPrices = (said: Said): Said => {
  const [stop, take] = [asPrice(said.stop), asPrice(said.take)]
  return { ...(stop ? { stop } : {}), ...(take ? { take } : {}) }
}

export function barriersOf(
  bag: Bag,
  trade: Trade,
  entry: number | string | undefined,
): { fields: Fields; exits: PlacedExit[] } | { asked: Asked } {
  const fields: Fields = {}
  const exits: PlacedExit[] = []
  const said = exitsOf(bag, { stop: 'stop_loss_percent', take: 'take_profit_percent' })
  const written = bag.roles.find((role) => bag.fieldOf(role) === 'entry_price_usd') as
    | Role<'price'>
    | undefined
  const entryText = written && 'price' in written.value.price ? written.value.price.price : undefined
  if (said.isBare && !areAround(said, entry, entryText)) return percentOrPrice()
  if (mayBePrice(said.stop, entry, 'stop') || mayBePrice(said.take, entry, 'take')) return percentOrPrice()
  const placed = atPrices(bag, trade)
  if ('asked' in placed) return placed
  if ((said.stop && placed.stop) || (said.take && placed.take)) return missing.which()
  const around = said.isBare ? asPrices(said) : said
  const levels = { stop: placed.stop ?? around.stop, take: placed.take ?? around.take }
  for (const [level, field] of [
    [levels.stop, 'stop_loss_percent'],
    [levels.take, 'take_profit_percent'],
  ] as const) {
    if (!level) continue
    if ('percent' in level) fields[field] = Number(level.percent)
    else if (entry === undefined) {
      exits.push({ field, price: planNumber(level.price) })
      fields[field] = 1
    } else {
      const percent = percentFrom(String(entry), level.price, field)
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
