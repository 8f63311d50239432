import * as api from '@purser/contract/market/market.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { Candles } from './candles.ts'
import type { FollowedClock } from './market-clock.service.ts'

export function marketRoutes(router: Router, candles: Candles, clock: FollowedClock): void {
  router.serve(api.listCandles, async ({ params, query: { timeframe, before, limit } }) => {
    const mint = params.mint ?? ''
    return { mint, timeframe, ...(await candles.list({ mint, timeframe, before, limit })) }
  })
  router.serve(api.getMarketClock, () => clock.read())
  router.serve(api.setMarketClock, ({ body: { speed }, caller: { userId }, client, device }) =>
    clock.set(speed, { userId, client, device }),
  )
}
