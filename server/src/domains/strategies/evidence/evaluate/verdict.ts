/** From figures to a verdict. Source: specification 8, section 2. */
import type { Verdict } from '@purser/contract/strategies/evidence.ts'

export const LEAST_TRADES = 30
export const LEAST_CANDLES = 200
/** Shares. */
export const MOST_UNKNOWN = 0.2
const FOLDS_POSITIVE = 0.7

export type Figures = {
  dsr: number | null
  random: number | null
  /** The share of folds with a gain; null where there are none. */
  folds: number | null
  /** It still gains at twice the costs. */
  survivesCosts: boolean
}

export function judge({
  dsr,
  random,
  folds,
  survivesCosts,
}: Figures): Exclude<Verdict, 'not_tested' | 'too_few'> {
  if (dsr !== null && random !== null && survivesCosts) {
    const holdsForward = folds === null || folds >= FOLDS_POSITIVE
    if (dsr >= 0.95 && random <= 0.01 && holdsForward) return 'strong'
    if (dsr >= 0.9 && random <= 0.05) return 'some'
  }
  return random !== null && random <= 0.1 ? 'weak' : 'none'
}
