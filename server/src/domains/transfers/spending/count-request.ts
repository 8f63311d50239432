/** Counts the part of a request that goes towards the limits of its user. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { toLamports, type Worth, WORTH_OF_SOL } from '../../../kernel/solana/worth.ts'
import { countLoss } from './count-loss.ts'
import { countsEverOut, findRule, listLeaving, toShare, tradeCount } from './counted.ts'
import type { Counted, SpendingParts, SpendRequest } from './spending.ts'
import { readWorth } from './worth.ts'

/** See `Spending`. */
export async function countRequest(parts: SpendingParts, spendRequest: SpendRequest): Promise<Counted[]> {
  const { wallets, market } = parts
  const { userId, type, request, movements, spends, ofOrder, closing } = spendRequest
  const leaving = await listLeaving({ type, request, movements }, (addresses) =>
    wallets.lookups.listSettled(userId, addresses, { ever: countsEverOut(type) }),
  )
  const [first] = leaving
  if (first && findRule(type) === 'trade' && tradeCount(request) === 'loss')
    return countLoss(market, spendRequest, first)
  const worths = new Map<string, Worth>()
  for (const mint of new Set(leaving.map(({ movement }) => movement.mint)))
    worths.set(mint, await readWorth(market, mint, spends.find((spend) => spend.mint === mint)?.decimals))
  // Accounts opened for others are theirs, with the rent: beside worthless tokens it would leave uncounted.
  const isSent = findRule(type) === 'outside'
  const beside = spends.reduce((sum, { mint, amount }) => (mint === SOL_MINT ? sum + amount : sum), 0n)
  const extra = isSent ? toShare(beside, movements.filter((m) => !m.error).length) : 0n
  const closes = new Set(closing?.positions)
  return leaving.map(({ movement: { mint, amount }, position }) => {
    const worth = (units: bigint) => toLamports(units, worths.get(mint) ?? WORTH_OF_SOL)
    const won = closes.has(position) ? (closing?.rent ?? 0n) : 0n
    const lamports = worth(amount) + (mint === SOL_MINT ? 0n : extra) + won
    const whole = ofOrder === undefined ? lamports : worth(ofOrder)
    return { position, lamports, whole: whole > lamports ? whole : lamports }
  })
}
