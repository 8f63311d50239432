/** Puts what a text says of limits and figures into the fields of a plan that is there. */
import type { Interpretation, PlacedExit, RelativePrice } from '../../../ports/interpreter.ts'
import { planNumber } from './decimal.ts'
import type { Fact } from './facts.ts'
import { levelOf, priceOf, riskOf } from './finish.ts'
import type { Reading } from './reading.ts'
import { ask } from './replies.ts'
import { isKey } from './row.ts'
import { plain } from './sentence-amounts.ts'
import { hasExit } from './terms.ts'
import type { Timing } from './timing.ts'

export type Fields = Record<string, unknown>

const NAMES: Record<string, string[]> = {
  stop: ['stop_loss_percent'],
  take: ['take_profit_percent'],
  trail: ['trailing_stop_percent'],
  drawdown: ['max_drawdown_percent'],
  'daily-loss': ['daily_loss_limit'],
  budget: ['max_spend'],
  cooldown: ['cooldown_seconds'],
  'time-limit': ['time_limit_seconds'],
  expiry: ['expires_in_seconds'],
  limit: ['min_price_usd', 'max_price_usd'],
  finish: ['duration_days', 'order_count'],
}

/** 'remove the stop loss', 'no take profit', 'without the price limit': the words that are done with. */
export function removals(facts: Fact[], fields: Fields): Set<Fact> {
  const gone = new Set<Fact>()
  let removing = false
  for (const f of facts) {
    if (isKey(f, 'remove') || f.is === 'not') {
      removing = true
      gone.add(f)
    } else if (removing && f.is === 'key' && NAMES[f.key]) {
      drop(fields, NAMES[f.key]!)
      gone.add(f)
    } else if (removing && f.is === 'price') {
      drop(fields, ['min_price_usd', 'max_price_usd'])
      gone.add(f)
    } else if (removing && f.is === 'key' && f.key === 'levels') gone.add(f)
    else if (f.is !== 'lead' && f.is !== 'asset') removing = false
  }
  return gone
}

function drop(fields: Fields, names: string[]): void {
  for (const name of names) {
    delete fields[name]
    const risk = fields.risk as Fields | undefined
    if (risk && name in risk) {
      const { [name]: _, ...rest } = risk
      if (Object.keys(rest).length > 0) fields.risk = rest
      else delete fields.risk
    }
  }
}

export function patchTerms(
  fields: Fields,
  reading: Reading,
  timing: Timing,
  relative: RelativePrice[],
  exits: PlacedExit[],
): Interpretation | undefined {
  const { terms, grid, rsi, cross, share } = reading
  const exit = hasExit(terms)
  // One order with an exit is a bracket; one at a price keeps that as its entry.
  if (exit && (fields.strategy_type === 'swap' || fields.strategy_type === 'limit')) {
    fields.strategy_type = 'bracket'
    if (fields.limit_price_usd !== undefined) {
      if (fields.trade_direction === 'buy') fields.entry_price_usd = fields.limit_price_usd
      delete fields.limit_price_usd
      delete fields.expires_in_seconds
    }
  }
  const type = fields.strategy_type
  if (type === 'bracket') {
    const entry = fields.entry_price_usd === undefined ? undefined : plain(fields.entry_price_usd as number)
    for (const [level, field] of [
      [terms.stop, 'stop_loss_percent'],
      [terms.take, 'take_profit_percent'],
    ] as const) {
      if (!level) continue
      const percent = levelOf(level, field, entry, exits)
      if (percent === undefined)
        return ask('Which price should the exit have? It is on the wrong side of the entry price.')
      fields[field] = percent
    }
    if (terms.trail !== undefined) fields.trailing_stop_percent = Number(terms.trail)
    if (terms.timeLimit !== undefined) fields.time_limit_seconds = Math.round(terms.timeLimit)
  }
  const risked = riskOf(terms, type === 'bracket')
  if ('reply' in risked) return risked.reply
  if (Object.keys(risked.risk).length > 0)
    fields.risk = { ...(fields.risk as Fields | undefined), ...risked.risk }
  if (terms.onStop) fields.on_stop = terms.onStop
  if (timing.slippage !== undefined) fields.slippage_bps = timing.slippage
  if (terms.trigger) {
    if (type === 'swap') fields.strategy_type = 'limit'
    const field = type === 'bracket' ? 'entry_price_usd' : 'limit_price_usd'
    if (type === 'bracket' || type === 'limit' || type === 'swap')
      fields[field] = priceOf(terms.trigger, field, relative)
  }
  if (grid.low) fields.lower_price_usd = priceOf(grid.low, 'lower_price_usd', relative)
  if (grid.high) fields.upper_price_usd = priceOf(grid.high, 'upper_price_usd', relative)
  put(fields, { grid_levels: grid.levels, spacing: grid.spacing })
  put(fields, {
    timeframe: rsi.timeframe ?? cross.timeframe,
    length: rsi.length,
    buy_below: rsi.buyBelow,
    sell_above: rsi.sellAbove,
    kind: cross.kind,
  })
  if (cross.lengths.length === 2)
    put(fields, { fast_length: cross.lengths[0], slow_length: cross.lengths[1] })
  put(fields, {
    target_percent: share.target === undefined ? undefined : Number(share.target),
    threshold_percent: share.threshold === undefined ? undefined : Number(share.threshold),
    quote: share.quote,
  })
  return patchTiming(fields, reading, timing)
}

const put = (fields: Fields, values: Fields) => {
  for (const [field, value] of Object.entries(values)) if (value !== undefined) fields[field] = value
}

function patchTiming(fields: Fields, { terms }: Reading, timing: Timing): Interpretation | undefined {
  const { interval, durationSeconds: seconds, count } = timing
  switch (fields.strategy_type) {
    case 'swap':
      if (interval === undefined) break
      fields.strategy_type = 'dca'
      fields.amount_per_order = fields.amount
      delete fields.amount
      fields.interval_seconds = interval
      put(fields, { order_count: count, duration_days: seconds === undefined ? undefined : seconds / 86_400 })
      return undefined
    case 'dca':
      put(fields, { interval_seconds: interval, order_count: count })
      if (timing.low !== undefined) fields.min_price_usd = planNumber(timing.low)
      if (timing.high !== undefined) fields.max_price_usd = planNumber(timing.high)
      break
    case 'twap': {
      const n = terms.slices ?? count
      put(fields, { order_interval_seconds: terms.sliceSeconds ?? interval })
      if (seconds !== undefined) fields.total_duration_seconds = Math.round(seconds)
      if (n !== undefined && n >= 1)
        fields.order_interval_seconds = Math.max(1, Math.floor(Number(fields.total_duration_seconds) / n))
      return undefined
    }
    case 'limit':
      if (terms.expires !== undefined || seconds !== undefined)
        fields.expires_in_seconds = Math.round(terms.expires ?? seconds ?? 1)
      return interval === undefined ? undefined : ask('What should I change? A limit order is placed once.')
    case 'rebalance':
      put(fields, { interval_seconds: interval })
      break
    default:
      if (interval !== undefined)
        return ask('What should I change? This type of strategy has no interval of orders.')
  }
  if (timing.endless) {
    delete fields.duration_days
    delete fields.order_count
  }
  if (seconds !== undefined) fields.duration_days = seconds / 86_400
  return undefined
}
