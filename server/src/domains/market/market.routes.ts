import * as api from '@purser/contract/market.ts'
import type { Router } from '../../kernel/route.ts'
import type { Candles } from './candles.ts'

export function marketRoutes(router: Router, candles: Candles): void {
  router.serve(api.listCandles, async ({ params, query: { timeframe, before, limit } }) => {
    const mint = params.mint ?? ''
    return { mint, timeframe, candles: await candles.list({ mint, timeframe, before, limit }) }
  })
}
