/** Counts the possible loss of a sale. */
import { lamportsAtMost, toLamports, type Worth } from '../../../kernel/solana/worth.ts'
import { inProportion, type Leaving, readMinOut, readProceeds } from './counted.ts'
import type { Counted, SpendingParts, SpendRequest } from './spending.ts'
import { readCandleWorth, readWorth } from './worth.ts'

/** Losses by two sources do not agree if they differ by this part of the worth. */
const APART = 10n

/**
 * Counts the live value of the amount sold, less that of the least that the sale must bring. Nothing if it cannot lose.
 */
export async function countLoss(
  market: SpendingParts['market'],
  { request, spends, ofOrder }: SpendRequest,
  { movement, position }: Leaving,
): Promise<Counted[]> {
  const { mint, amount } = movement
  const brought = readProceeds(request)
  const [given, got] = await Promise.all([
    readWorth(market, mint, spends.find((spend) => spend.mint === mint)?.decimals),
    readWorth(market, brought.mint, brought.decimals),
  ])
  const lossAt = (one: Worth, other: Worth) =>
    toLamports(amount, one) - lamportsAtMost(readMinOut(request), other)
  const byMarket = lossAt(given, got)
  const byCandles = async (renew: boolean): Promise<bigint> => {
    const [one, other] = await Promise.all([
      readCandleWorth(market, mint, given, renew),
      readCandleWorth(market, brought.mint, got, renew),
    ])
    return one && other ? lossAt(one, other) : byMarket
  }
  // The source of a quote also says what it is worth. If candles show a much larger loss, the newest ones decide.
  const isMore = (loss: bigint) => (loss - byMarket) * APART > toLamports(amount, given)
  const apart = isMore(await byCandles(false)) ? await byCandles(true) : byMarket
  const lamports = isMore(apart) ? apart : byMarket
  if (lamports <= 0n) return []
  const whole = inProportion(lamports, { part: amount, whole: ofOrder ?? amount })
  return [{ position, lamports, whole: whole > lamports ? whole : lamports, isLoss: true as const }]
}
