/** The change of a wallet's value over a day: its present worth less its worth then, in millionths of a USD. */
import { type Holding, type HoldingState, isHolding } from './holding.ts'
import { usdText } from './usd.ts'

/** 'loading' and 'failed' until it is known; `at` is null if nothing was recorded then. */
export type DayAgo = 'loading' | 'failed' | { at: string | null; usd: ReadonlyMap<number, bigint> }

export type Change = { now: bigint; before: bigint }

/** Undefined if unknown. */
export function changeOf(walletId: number, holding: HoldingState, dayAgo: DayAgo): Change | undefined {
  if (typeof dayAgo === 'string' || !isHolding(holding) || holding.usd === null) return undefined
  const before = dayAgo.usd.get(walletId)
  return before === undefined ? undefined : { now: holding.usd, before }
}

/** The reason why the value of a holding is unknown. */
export const noValue = ({ stale, loading }: Holding) =>
  stale ? 'Prices are known once the server answers again' : loading ? 'Loading...' : 'A price is missing'

/** The reason why a change is unknown. */
export function unknownChange(walletId: number, holding: HoldingState, dayAgo: DayAgo): string {
  if (dayAgo === 'failed') return 'The values of 24 hours ago could not be loaded'
  if (dayAgo === 'loading' || holding === undefined) return 'Loading...'
  if (!isHolding(holding)) return 'The balance of this wallet is not known'
  if (holding.usd === null) return noValue(holding)
  if (dayAgo.at === null) return 'Known once values have been recorded for 24 hours'
  return dayAgo.usd.has(walletId) ? '' : 'This wallet was not recorded 24 hours ago'
}

const HUNDREDTHS = 10_000n

/** '+$1.20'; on hover the worth then and the percentage. */
export function changeText({ now, before }: Change): { text: string; exact: string } {
  const change = now - before
  const size = change < 0n ? -change : change
  const text = change === 0n ? '$0.00' : `${change < 0n ? '-' : '+'}${usdText(size)}`
  const hundredths = before === 0n ? undefined : (size * HUNDREDTHS) / before
  const part =
    hundredths === undefined
      ? ''
      : `, ${change < 0n ? '-' : '+'}${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}%`
  return {
    text,
    exact: `${usdText(before)} 24 hours ago, ${usdText(now)} now${part}. What came in and went out counts too.`,
  }
}
