/** Checks the answers of the candle service: it may lie, and tokens without liquidity have absurd rows. */
import * as z from 'zod/mini'

export type CandleRow = {
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

const Pools = z.object({
  data: z.array(
    z.object({
      attributes: z.object({
        address: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
        reserve_in_usd: z.nullish(z.union([z.string(), z.number()])),
        volume_usd: z.nullish(z.object({ h24: z.nullish(z.union([z.string(), z.number()])) })),
      }),
    }),
  ),
})
const Page = z.object({
  data: z.object({
    attributes: z.object({
      ohlcv_list: z.array(z.tuple([z.int(), z.number(), z.number(), z.number(), z.number(), z.number()])),
    }),
  }),
})

function parsed<T>(schema: z.ZodMiniType<T>, body: string): T | null {
  try {
    return schema.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

const figure = (value: string | number | null | undefined): number => {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}

/** The deepest pool with a trade in the last day; if there is none, the deepest of all. */
export function readPool(body: string): { pool: string | null } | { outage: 'malformed' } {
  const answer = parsed(Pools, body)
  if (!answer) return { outage: 'malformed' }
  const pools = answer.data.map(({ attributes }) => ({
    pool: attributes.address,
    reserve: figure(attributes.reserve_in_usd),
    isTraded: figure(attributes.volume_usd?.h24) > 0,
  }))
  pools.sort((a, b) => Number(b.isTraded) - Number(a.isTraded) || b.reserve - a.reserve)
  return { pool: pools[0]?.pool ?? null }
}

/** Oldest first, each time once. null: the answer does not fit the request. */
export function readPage(body: string, seconds: number): CandleRow[] | null {
  const answer = parsed(Page, body)
  if (!answer) return null
  const rows = new Map<number, CandleRow>()
  for (const [time, open, high, low, close, volume] of answer.data.attributes.ohlcv_list) {
    if (time <= 0 || time % seconds !== 0) return null
    // A price of zero counts as no trade.
    if (!(Math.min(open, high, low, close) > 0)) continue
    rows.set(time, {
      time,
      open,
      high: Math.max(open, high, low, close),
      low: Math.min(open, high, low, close),
      close,
      volume: Math.max(0, volume),
    })
  }
  return [...rows.values()].sort((a, b) => a.time - b.time)
}
