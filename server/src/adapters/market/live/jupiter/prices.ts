/**
 * Prices of mints in USD from the market's service (`GET /price/v3`): read digit by digit, requested for all callers
 * together, and dropped once they are old. Every call includes SOL, whose block shows how old the answer is. Source:
 * https://dev.jup.ag, Price API V3.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isAddress } from '@solana/kit'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { ageMs, type Clock, type Moment, readMoment } from '../../../../kernel/clock.ts'
import { Fault } from '../../../../kernel/fault.ts'
import type { Log } from '../../../../kernel/log.ts'
import { PRICE_DECIMALS, type PriceUsd } from '../../../../ports/market.ts'
import { toFields, parseExactJson } from './exact-json.ts'
import { createFreshness } from './freshness.ts'
import type { Prices, Service } from '../types.ts'

/** How long a price is shared without another call. */
const FRESH_MS = 3_000
/** A price of this age counts as none. */
const OLD_MS = 30_000
/** Mints requested within this time join other calls, so that each does not cost a call of its own. */
const WANTED_MS = 10_000
const MINTS_A_CALL = 50
const WITHIN_MS = 5_000
/** Below a billionth of a USD the twelve decimals of a price would round it by more than 0.05 %. */
const LEAST: PriceUsd = 1_000n
/** A billion USD for one token is no price. */
const MOST: PriceUsd = 10n ** BigInt(9 + PRICE_DECIMALS)

const NUMBER = /^(\d{1,40})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,3}))?$/

/** A JSON number's text as 1e-12 USD, rounded to the nearest; null: no price that can be traded on. */
export function readPrice(text: unknown): PriceUsd | null {
  const [, whole, decimals = '', exponent = '0'] = (typeof text === 'string' && NUMBER.exec(text)) || []
  if (whole === undefined) return null
  const digits = BigInt(whole + decimals)
  const shift = PRICE_DECIMALS + Number(exponent) - decimals.length
  const unit = 10n ** BigInt(Math.abs(shift))
  const price = shift >= 0 ? digits * unit : (digits + unit / 2n) / unit
  return price >= LEAST && price <= MOST ? price : null
}

type Known = { price: PriceUsd | null; at: Moment }
type Answer = Map<string, PriceUsd | null> | null

type PricesParts = { service: Service; clock: Clock; log: Log }
type PricesState = PricesParts & {
  freshness: ReturnType<typeof createFreshness>
  /** Keyed by mint, like the two below. */
  known: Map<string, Known>
  /** When each mint was last requested. */
  wanted: Map<string, number>
  underway: Map<string, Promise<void>>
  /** The mints of the next call, until the end of this turn. */
  gathering: { mints: Set<string>; done: Promise<void> } | null
}

export function createPrices(parts: PricesParts): Prices {
  const freshness = createFreshness(parts)
  const prices: PricesState = {
    ...parts,
    freshness,
    known: new Map(),
    wanted: new Map(),
    underway: new Map(),
    gathering: null,
  }
  return {
    priceUsd: (mint) => priceUsd(prices, mint),
    staleMs: freshness.staleMs,
  }
}

async function priceUsd(prices: PricesState, mint: string): Promise<PriceUsd | null> {
  if (!isAddress(mint)) return null
  if (priceAge(prices, mint) >= FRESH_MS) await refresh(prices, mint)
  else prices.wanted.set(mint, prices.clock.monotonic())
  const found = prices.known.get(mint)
  if (!found || priceAge(prices, mint) >= OLD_MS) throw new Fault('market_away')
  return found.price
}

function priceAge({ known, clock }: PricesState, mint: string): number {
  const found = known.get(mint)
  return found ? ageMs(clock, found.at) : Number.POSITIVE_INFINITY
}

function refresh(prices: PricesState, mint: string): Promise<void> {
  const call = prices.underway.get(mint)
  if (call) return call
  if (prices.gathering === null) {
    const mints = new Set<string>()
    prices.gathering = { mints, done: gather(prices, mints) }
  }
  prices.gathering.mints.add(mint)
  return prices.gathering.done
}

/** Asks about all mints of this turn together. */
async function gather(prices: PricesState, mints: Set<string>): Promise<void> {
  await nextTurn()
  prices.gathering = null
  const now = prices.clock.monotonic()
  forgetOld(prices, now)
  const all = [...mints].filter((mint) => mint !== SOL_MINT)
  const calls: Promise<void>[] = []
  do {
    const others = all.splice(0, MINTS_A_CALL - 1)
    const some = [SOL_MINT, ...others]
    for (const mint of some) prices.wanted.delete(mint)
    if (all.length === 0) others.push(...companions(prices, MINTS_A_CALL - some.length))
    calls.push(startCall(prices, others))
  } while (all.length > 0)
  for (const mint of mints) prices.wanted.set(mint, now)
  await Promise.all(calls)
}

function forgetOld(prices: PricesState, now: number): void {
  const { known, wanted } = prices
  for (const mint of known.keys()) if (priceAge(prices, mint) >= OLD_MS) known.delete(mint)
  for (const [mint, at] of wanted) if (now - at >= WANTED_MS) wanted.delete(mint)
}

/** Mints that were requested lately and will soon be requested again. */
function companions(prices: PricesState, room: number): string[] {
  const { wanted, underway } = prices
  const due = [...wanted.keys()].filter(
    (mint) => !underway.has(mint) && priceAge(prices, mint) >= FRESH_MS / 2,
  )
  return due.slice(0, room)
}

/** One call for these mints and SOL; later requests for the same prices wait for it. */
function startCall(prices: PricesState, others: string[]): Promise<void> {
  const { underway } = prices
  const mints = [SOL_MINT, ...others]
  const call = askAndRemember(prices, others).finally(() => {
    for (const mint of mints) if (underway.get(mint) === call) underway.delete(mint)
  })
  for (const mint of mints) underway.set(mint, call)
  return call
}

async function askAndRemember(prices: PricesState, others: string[]): Promise<void> {
  const { clock, known } = prices
  // Before the call: a price is at least as old as the wait for it.
  const at = readMoment(clock)
  for (const [mint, price] of (await ask(prices, others)) ?? [])
    if ((known.get(mint)?.at.monotonic ?? Number.NEGATIVE_INFINITY) <= at.monotonic)
      known.set(mint, { price, at })
}

/** The prices of these mints and of SOL. null: no usable answer. */
async function ask(prices: PricesState, others: string[]): Promise<Answer> {
  const { service, log, freshness } = prices
  const mints = [SOL_MINT, ...others]
  const answer = await service.get(
    '/price/v3',
    { ids: mints.join(',') },
    { lane: 'price', withinMs: WITHIN_MS },
  )
  if ('outage' in answer) return null
  if (answer.status === 400) return askInParts(prices, others)
  const listed = answer.status === 200 ? parseExactJson(answer.body) : null
  if (typeof listed !== 'object' || listed === null || Array.isArray(listed)) {
    log.warn({ status: answer.status }, 'prices that cannot be read')
    return null
  }
  const found = toFields(listed)
  if (freshness.isStale(toFields(found[SOL_MINT]).blockId)) return null
  return new Map(
    mints.map((mint) => {
      const fields = Object.hasOwn(found, mint) ? toFields(found[mint]) : {}
      return [mint, readPrice(fields.usdPrice)]
    }),
  )
}

/** Splits the call, so that one refused mint does not cost the others their prices. */
async function askInParts(prices: PricesState, others: string[]): Promise<Answer> {
  const [only, another] = others
  if (only === undefined) return null
  if (another === undefined) return new Map([[only, null], ...((await ask(prices, [])) ?? [])])
  const half = Math.ceil(others.length / 2)
  const both = await Promise.all([ask(prices, others.slice(0, half)), ask(prices, others.slice(half))])
  return both.every((one) => one === null) ? null : new Map(both.flatMap((one) => [...(one ?? [])]))
}
