/** Backtests a plan over the last 30 days, with what the wallets hold now. */
import type { Preview } from '@purser/contract/preview.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { Plan } from '@purser/contract/plan.ts'
import { type Market, PRICE_SCALE } from '../../../ports/market.ts'
import type { Sizing } from '../sizing/sizing.ts'
import { compile } from '../steps/compile.ts'
import { feesOf } from '../steps/guards.ts'
import { createTerms } from '../sizing/terms.ts'
import { createHistories, MINUTE } from './history.ts'
import { reportOf } from './report.ts'
import { run } from './run.ts'

export type Previews = ReturnType<typeof createPreviews>

export function createPreviews({ market, sizing }: { market: Market; sizing: Sizing }) {
  const histories = createHistories(market)
  const terms = createTerms({ sizing, market })

  async function warmUp(plan: Plan, start: number): Promise<number[]> {
    const { candles } = compile(plan)
    if (!candles) return []
    const { seconds, history } = candles
    const to = Math.ceil(start / seconds) * seconds
    const from = to - history * seconds
    const found = await market.candles({ mint: plan.token_address, seconds, from, to })
    return found.map((candle) => candle.close)
  }

  return {
    /** null where the market has no history of the token. */
    async of(plan: Plan, addresses: string[], now: number): Promise<Preview | null> {
      const { input: quote, output: token } = await sizing.sides(plan, 'buy')
      const history = await histories.of(token.mint, now)
      const friction = await market.friction({ inputMint: quote.mint, outputMint: token.mint })
      const quotes = await histories.of(quote.mint, now)
      const sol = await market.priceUsd(SOL_MINT)
      if (!history || !quotes || 'unavailable' in friction || sol === null) return null
      const sum = (list: { amount: bigint }[]) => list.reduce((all, one) => all + one.amount, 0n)
      const input = {
        plan,
        terms: await terms.of(plan, addresses),
        history,
        quoteUsd: quotes.close,
        warmUp: await warmUp(plan, Math.floor(now / 1000 / MINUTE) * MINUTE - history.length * MINUTE),
        conditions: {
          ...friction,
          tokenDecimals: token.decimals,
          quoteDecimals: quote.decimals,
          solUsd: Number(sol) / Number(PRICE_SCALE),
          wallets: addresses.length,
          purse: {
            token: sum(await sizing.spendable(addresses, token, quote)),
            quote: sum(await sizing.spendable(addresses, quote, token, { orders: feesOf(plan, 'buy') })),
          },
        },
      }
      return reportOf(input, run(input))
    },
  }
}
