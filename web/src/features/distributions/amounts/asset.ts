/** The asset that moves: SOL, or a token. Amounts are base units inside and decimal text at the edge. */
import { TOKEN_REQUEST_DECIMALS } from '@purser/contract/limits.ts'
import { formatUnits, groupThousands, parseUnitsDown, SOL_DECIMALS } from '@purser/contract/money.ts'
import { unitsOf } from '#ui/formats/amount-text.ts'

export type Asset = {
  symbol: string
  decimals: number
  /** Decimals that may be typed. */
  places: number
}
export const SOL: Asset = { symbol: 'SOL', decimals: SOL_DECIMALS, places: SOL_DECIMALS }
/** Requests are rounded to 6 decimals: more cannot be typed, so that the shown amount is the sent one. */
export const tokenAsset = (token: { symbol: string; decimals: number }): Asset => ({
  symbol: token.symbol,
  decimals: token.decimals,
  places: Math.min(token.decimals, TOKEN_REQUEST_DECIMALS),
})

/** Undefined if the text is no amount, or has more decimals than may be typed. */
export function typedUnits({ decimals, places }: Asset, text: string): bigint | undefined {
  const units = unitsOf(text, places)
  return units === undefined ? undefined : units * 10n ** BigInt(decimals - places)
}
/** Drops the decimals that may not be typed. */
export function typable({ decimals, places }: Asset, units: bigint): bigint {
  const step = 10n ** BigInt(decimals - places)
  return (units / step) * step
}

export const textIn = ({ decimals }: Asset, units: bigint): string => formatUnits(units, decimals)
/** Zero if the text is empty or no amount. */
export const unitsIn = ({ decimals }: Asset, text: string | undefined): bigint =>
  text === undefined ? 0n : (unitsOf(text, decimals) ?? 0n)

/** There may be billions of a token: its thousands are grouped. */
export const inUnit = (text: string, symbol: string): string =>
  `${symbol === SOL.symbol ? text : groupThousands(text)} ${symbol}`

/** More decimals than any mint has. */
const ANY_DECIMALS = 255
/** An amount of an answer, exact, with its unit. */
export const amountText = (amount: number | string, symbol: string): string =>
  inUnit(formatUnits(parseUnitsDown(amount, ANY_DECIMALS), ANY_DECIMALS), symbol)
