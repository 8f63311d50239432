/** The fields that every plan may have: slippage, limits of risk, an end, the action when it is stopped. */
import type { Bag } from '../clauses/bag.ts'
import type { Level } from '../clauses/roles.ts'
import type { Trade } from '../clauses/roles.ts'
import { getMint, getName } from '../text/names.ts'
import { ownReadings } from '../limits/index.ts'
import { toPlanAmount } from '../limits/limit.ts'
import { type Asked, ask, type Draft, type Fields } from './outcome.ts'
import { percentOrPrice } from './questions.ts'

const DAY = 86_400
export const planAmount = toPlanAmount

/** 'Stop 0.5' could be a price as well as a percentage. */
export const isBare = (level: object | undefined): boolean => level !== undefined && 'bare' in level

/** 'both exits' as two. */
export function readExits(
  bag: Bag,
  fields: { stop: string; take: string },
): { stop?: Level; take?: Level; isBare: boolean } {
  const both = bag.take('both_exits', fields.stop) as { stop: string; take: string } | undefined
  const bare = isBare(both) ? { bare: true } : {}
  const stop = bag.take('stop', fields.stop) ?? (both && { percent: both.stop, ...bare })
  const take = bag.take('take', fields.take) ?? (both && { percent: both.take, ...bare })
  return {
    ...(stop ? { stop } : {}),
    ...(take ? { take } : {}),
    isBare: isBare(stop) || isBare(take),
  }
}

/** Tells whether a stop, target or trail is named without its distance; `held`: the barriers that were read. */
export function lacksDistance(bag: Bag, held: Fields = {}): boolean {
  const fieldOf = { stop: 'stop_loss_percent', take: 'take_profit_percent', trail: 'trailing_stop_percent' }
  const kinds = { stop: ['stop', 'trail', 'both_exits'], take: ['take', 'both_exits'], trail: ['trail'] }
  const open = bag
    .all('lacks')
    .filter(({ value: { exit } }) => !bag.has(...kinds[exit]) && held[fieldOf[exit]] === undefined)
  for (const role of bag.all('lacks')) bag.mark(role, 'risk')
  return open.length > 0
}

/** The limits of risk of a plan that ends with them. */
function riskOf(bag: Bag, ownExits: boolean): { risk: Fields } | { asked: Asked } {
  const risk: Fields = {}
  if (!ownExits) {
    const { stop, take, isBare } = readExits(bag, {
      stop: 'risk.stop_loss_percent',
      take: 'risk.take_profit_percent',
    })
    if (isBare) return percentOrPrice()
    for (const [level, field] of [
      [stop, 'stop_loss_percent'],
      [take, 'take_profit_percent'],
    ] as const) {
      if (!level) continue
      if ('price' in level)
        return ask(
          'percent',
          'How many percent should the limit be? This type of strategy ends at a percentage, not at a price.',
        )
      risk[field] = Number(level.percent)
    }
    if (bag.has('trail'))
      return ask(
        'percent',
        'How many percent of a fixed stop loss should I set? A trailing stop belongs to a single position ("buy 2 SOL with a 10% trailing stop"), not to this type of strategy.',
      )
  }
  for (const { field, kind, toField } of ownReadings) {
    const found = bag.take(kind, `risk.${field}`)
    if (found === undefined) continue
    const answer = toField(found as never)
    if ('asked' in answer) return answer
    risk[field] = answer.value
  }
  return { risk }
}

export type Own = {
  fields: Fields
  assumptions?: string[]
  relative?: Draft['relative']
  exits?: Draft['exits']
  unsaid?: string[]
  /** Stop loss and take profit are its own fields. */
  ownExits?: boolean
  /** It runs on and may end after a time. */
  runs?: boolean
}

/** Completes a plan around the fields that a type made of its own roles. */
export function buildDraft(bag: Bag, trade: Trade, own: Own): { draft: Draft } | { asked: Asked } {
  if (lacksDistance(bag)) return ask('percent', 'How many percent should the stop be away?')
  if (bag.has('bare_slippage'))
    return ask('percent', 'How much slippage should be allowed? Write it in percent, such as "slippage 1%".')
  const slippage = bag.take('slippage', 'slippage_bps')
  const onStop = bag.take('on_stop', 'on_stop')
  const risked = riskOf(bag, own.ownExits === true)
  if ('asked' in risked) return risked
  const fields: Fields = {
    version: 1,
    token_address: getMint(trade.base),
    quote: trade.quote,
    slippage_bps: slippage ? Number(slippage.bps) : 100,
    on_stop: onStop?.what ?? 'keep',
    ...own.fields,
    ...(Object.keys(risked.risk).length > 0 ? { risk: risked.risk } : {}),
  }
  if (own.runs) {
    const longest = bag.all('time_limit').find(({ value }) => value.sells !== true)
    if (longest && bag.has('duration'))
      return ask('duration', 'How long should it run? The text gives two times.')
    if (longest) bag.mark(longest, 'duration_days')
    const lasts = bag.take('duration', 'duration_days') ?? longest?.value
    const endless = bag.take('endless', 'duration_days')
    if (lasts && endless)
      return ask('duration', 'How long should it run? The text gives an end, and says that there is none.')
    if (lasts) fields.duration_days = lasts.seconds / DAY
  }
  return {
    draft: {
      fields,
      name: getName(trade.base),
      assumptions: [
        ...new Set([
          ...trade.assumptions,
          ...(slippage ? [] : ['Slippage of at most 1%.']),
          ...(own.assumptions ?? []),
        ]),
      ],
      ...(own.relative?.length ? { relative: own.relative } : {}),
      ...(own.exits?.length ? { exits: own.exits } : {}),
      ...(own.unsaid?.length ? { unsaid: own.unsaid } : {}),
    },
  }
}
