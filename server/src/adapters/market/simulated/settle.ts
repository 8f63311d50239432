/** Records the effects of settled swaps on prices. */
import { DAY_MS, HOUR_MS } from '@purser/contract/time.ts'
import type { Db } from '../../../db/client.ts'
import type { Market } from '../../../ports/market.ts'
import { NEGLIGIBLE_AFTER_MS } from './impacts.ts'
import { type ImpactRow, saveImpacts, sweepImpacts } from './impacts.store.ts'
import { isNoQuote, movePpb, valueUsd } from './pricing.ts'
import { readSides, type Sides } from './sides.ts'
import type { SimulatedState } from './state.ts'

/** Impacts are stored longer than they count, for the replay of past runs. */
export const RETENTION_MS = 90 * DAY_MS
const SWEEP_MS = HOUR_MS

type SettledSwap = Parameters<Market['settled']>[0]

export async function settle(
  market: SimulatedState,
  swap: SettledSwap,
  within?: Db,
): ReturnType<Market['settled']> {
  const sides = await readSides(market, swap, within)
  if (isNoQuote(sides)) return () => undefined
  const rows = toRows(swap, sides, new Date(market.marketNow()))
  return within ? settleWithin(market, rows, within) : settleNow(market, rows)
}

function toRows({ operationId, inAmount }: SettledSwap, { input, output }: Sides, at: Date): ImpactRow[] {
  const value = valueUsd(input, inAmount)
  return [
    { operationId, mint: input.mint, ppb: -Number(movePpb(input, value)), at },
    { operationId, mint: output.mint, ppb: Number(movePpb(output, value)), at },
  ]
}

/** Writes the rows in the caller's transaction. They count when the returned function is called, after the commit. */
async function settleWithin(market: SimulatedState, rows: ImpactRow[], within: Db): Promise<() => void> {
  const { saved, remember } = await write(market, rows, within)
  return () => {
    remember()
    if (saved.length > 0) market.impacts.written(saved)
    sweepNowAndThen(market).catch(() => undefined)
  }
}

async function settleNow(market: SimulatedState, rows: ImpactRow[]): Promise<() => void> {
  const written = market.impacts.writing(rows)
  try {
    const { saved, remember } = await write(market, rows)
    remember()
    if (saved.length > 0) market.impacts.written(saved)
  } finally {
    written()
  }
  await sweepNowAndThen(market)
  return () => undefined
}

/** `saved`: empty if the rows existed already. Call `remember` after the commit. */
function write(
  { marketNow, traded, writing }: SimulatedState,
  rows: ImpactRow[],
  within?: Db,
): Promise<{ remember: () => void; saved: ImpactRow[] }> {
  return writing(async (handle) => {
    const dated = rows.map(notAfter(marketNow()))
    const remember = await traded.add(
      handle,
      rows.map(({ mint }) => mint),
    )
    return { remember, saved: (await saveImpacts(handle, dated)) ? dated : [] }
  }, within)
}

/** The speed may have been set back since the row was made. */
const notAfter =
  (now: number) =>
  (row: ImpactRow): ImpactRow =>
    row.at.getTime() > now ? { ...row, at: new Date(now) } : row

async function sweepNowAndThen(market: SimulatedState): Promise<void> {
  const { db, clock } = market
  if (clock.monotonic() - market.sweptAt < SWEEP_MS) return
  market.sweptAt = clock.monotonic()
  const real = clock.now()
  await sweepImpacts(db, {
    before: new Date(real - RETENTION_MS),
    real: new Date(real),
    faded: new Date(market.marketNow() - NEGLIGIBLE_AFTER_MS),
  })
}
