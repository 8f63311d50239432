/** The prices at which a strategy is valued: an ended one at its end prices, so that its profit stays. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { withTimeout } from '../../../kernel/concurrency/with-timeout.ts'
import type { PriceUsd } from '../../../ports/market.ts'
import { isLive, type StrategyRow } from '../rows.ts'
import type { EndPrices, Side } from './price-types.ts'

type Mints = { quote: string; token: string }
/** The current price of a mint; null without one. */
type PriceNow = (mint: string) => Promise<PriceUsd | null>

/** An ending strategy waits no longer for a market that does not answer. */
const WITHIN_MS = 1_000

/** All three or none: a profit at prices of different moments would fit neither of them. */
export async function endPricesNow(
  clock: Pick<Clock, 'sleep'>,
  { quote, token }: Mints,
  now: PriceNow,
): Promise<EndPrices | null> {
  const asked = await withTimeout(clock, WITHIN_MS, () =>
    Promise.all([now(quote), now(token), now(SOL_MINT)]),
  )
  const [inQuote, inToken, inSol] = asked || []
  if (!inQuote || !inToken || !inSol) return null
  return { quote: inQuote.toString(), token: inToken.toString(), sol: inSol.toString() }
}

type Ended = Pick<StrategyRow, 'status' | 'endPrices'>
/** Whether the end prices apply: it has ended, and they were known then. */
export const isAtEnd = ({ status, endPrices }: Ended): boolean => endPrices !== null && !isLive(status)

/** The end prices if they apply; else the current ones. */
export function createPriceReaders(
  { status, endPrices }: Ended,
  { quote, token }: Mints,
  now: PriceNow,
): Record<Side, () => Promise<PriceUsd | null>> {
  const at = (side: Side, mint: string) => async () =>
    endPrices && !isLive(status) ? BigInt(endPrices[side]) : now(mint)
  return { quote: at('quote', quote), token: at('token', token), sol: at('sol', SOL_MINT) }
}
