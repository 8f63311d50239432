/** The change of a wallet's value over a day: its present worth less its worth then, in millionths of a USD. */
import { percentText } from '@purser/contract/market/percent-text.ts'
import { formatUnits, USD_DECIMALS } from '@purser/contract/money.ts'
import { centWords } from '#ui/formats/amount-words.ts'
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

/** Ten-thousandths of a percent in the whole. */
const WHOLE = 1_000_000n

/** '+$1.20'; on hover the worth then and the percentage. */
export function changeText({ now, before }: Change): { text: string; exact: string } {
  const change = now - before
  const size = change < 0n ? -change : change
  const text = centWords(`${change < 0n ? '-' : ''}${formatUnits(size, USD_DECIMALS)}`, true)
  const part = before === 0n ? '' : `, ${percentText(Number((change * WHOLE) / before) / 10_000)}`
  return {
    text,
    exact: `${usdText(before)} 24 hours ago, ${usdText(now)} now${part}. What came in and went out counts too.`,
  }
}
