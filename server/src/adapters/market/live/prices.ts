/**
 * Prices of mints in USD, of the market's service (`GET /price/v3`): read digit by digit, asked for all callers together,
 * and none once they are old. Every call asks for SOL as well, whose block says how old the answer is. Source:
 * https://dev.jup.ag, Price API V3.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isAddress } from '@solana/kit'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { ageMs, type Clock, type Moment, momentOf } from '../../../kernel/clock.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Log } from '../../../kernel/log.ts'
import { PRICE_DECIMALS, type PriceUsd } from '../../../ports/market.ts'
import { fieldsOf, parseExactJson } from './exact-json.ts'
import { createFreshness } from './freshness.ts'
import type { Prices, Service } from './types.ts'

/** How long a price is shared without asking again. */
const FRESH_MS = 3_000
/** From here on a price is none. */
const OLD_MS = 30_000
/** Mints that were asked about within this time come along with others, so that each does not cost a call of its own. */
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

export function createPrices({ service, clock, log }: { service: Service; clock: Clock; log: Log }): Prices {
  const known = new Map<string, Known>()
  /** When each was last asked about. */
  const wanted = new Map<string, number>()
  const underway = new Map<string, Promise<void>>()
  const freshness = createFreshness({ clock, log })
  let gathering: { mints: Set<string>; asked: Promise<void> } | null = null

  const ageOf = (mint: string) => {
    const found = known.get(mint)
    return found ? ageMs(clock, found.at) : Number.POSITIVE_INFINITY
  }

  function forgetOld(now: number): void {
    for (const mint of known.keys()) if (ageOf(mint) >= OLD_MS) known.delete(mint)
    for (const [mint, at] of wanted) if (now - at >= WANTED_MS) wanted.delete(mint)
  }

  /** Of these mints beside SOL, and of SOL. null: no answer that says anything about them. */
  async function ask(others: string[]): Promise<Map<string, PriceUsd | null> | null> {
    const mints = [SOL_MINT, ...others]
    const answer = await service.get(
      '/price/v3',
      { ids: mints.join(',') },
      { lane: 'price', withinMs: WITHIN_MS },
    )
    if ('outage' in answer) return null
    if (answer.status === 400) return askInParts(others)
    const told = answer.status === 200 ? parseExactJson(answer.body) : null
    if (typeof told !== 'object' || told === null || Array.isArray(told)) {
      log.warn({ status: answer.status }, 'prices that cannot be read')
      return null
    }
    const prices = fieldsOf(told)
    if (freshness.isStale(fieldsOf(prices[SOL_MINT]).blockId)) return null
    return new Map(
      mints.map((mint) => {
        const said = Object.hasOwn(prices, mint) ? fieldsOf(prices[mint]) : {}
        return [mint, readPrice(said.usdPrice)]
      }),
    )
  }

  /** One that is refused does not cost the others their prices. */
  async function askInParts(others: string[]): Promise<Map<string, PriceUsd | null> | null> {
    const [only, another] = others
    if (only === undefined) return null
    if (another === undefined) return new Map([[only, null], ...((await ask([])) ?? [])])
    const half = Math.ceil(others.length / 2)
    const both = await Promise.all([ask(others.slice(0, half)), ask(others.slice(half))])
    return both.every((one) => one === null) ? null : new Map(both.flatMap((one) => [...(one ?? [])]))
  }

  async function askAndKeep(others: string[]): Promise<void> {
    // Before the call: a price is at least as old as the wait for it.
    const at = momentOf(clock)
    for (const [mint, price] of (await ask(others)) ?? [])
      if ((known.get(mint)?.at.monotonic ?? Number.NEGATIVE_INFINITY) <= at.monotonic)
        known.set(mint, { price, at })
  }

  /** Those asked about lately that will have to be asked about soon. */
  function companions(room: number): string[] {
    const due = [...wanted.keys()].filter((mint) => !underway.has(mint) && ageOf(mint) >= FRESH_MS / 2)
    return due.slice(0, room)
  }

  async function gather(mints: Set<string>): Promise<void> {
    await nextTurn()
    gathering = null
    const now = clock.monotonic()
    forgetOld(now)
    const all = [...mints].filter((mint) => mint !== SOL_MINT)
    const calls: Promise<void>[] = []
    do {
      const others = all.splice(0, MINTS_A_CALL - 1)
      const some = [SOL_MINT, ...others]
      for (const mint of some) wanted.delete(mint)
      if (all.length === 0) others.push(...companions(MINTS_A_CALL - some.length))
      const asked = [SOL_MINT, ...others]
      const call = askAndKeep(others).finally(() => {
        for (const mint of asked) if (underway.get(mint) === call) underway.delete(mint)
      })
      for (const mint of asked) underway.set(mint, call)
      calls.push(call)
    } while (all.length > 0)
    for (const mint of mints) wanted.set(mint, now)
    await Promise.all(calls)
  }

  function refresh(mint: string): Promise<void> {
    const call = underway.get(mint)
    if (call) return call
    if (gathering === null) {
      const mints = new Set<string>()
      gathering = { mints, asked: gather(mints) }
    }
    gathering.mints.add(mint)
    return gathering.asked
  }

  return {
    async priceUsd(mint) {
      if (!isAddress(mint)) return null
      if (ageOf(mint) >= FRESH_MS) await refresh(mint)
      else wanted.set(mint, clock.monotonic())
      const found = known.get(mint)
      if (!found || ageOf(mint) >= OLD_MS) throw new Fault('market_away')
      return found.price
    },

    staleMs: freshness.staleMs,
  }
}
