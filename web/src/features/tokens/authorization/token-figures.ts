/** Figures of a token in the format of the cards. They come as decimals, and are cut, never rounded up. */
import {
  formatFixed,
  formatUnits,
  groupThousands,
  parseUnitsDown,
  USD_DECIMALS,
} from '@purser/contract/money.ts'

const THOUSAND = 1_000n * 10n ** BigInt(USD_DECIMALS)
const MILLION = 1_000n * THOUSAND
const PRICE_DECIMALS = 12
const PRICE_DIGITS = 4

/** '$950.00', '$1.50K' above a thousand, '$2.35M' above a million. */
export function marketCapText(value: number | string | null): string {
  if (value === null) return 'Unknown'
  const units = parseUnitsDown(value, USD_DECIMALS)
  if (units > MILLION) return `$${groupThousands(formatFixed(units, USD_DECIMALS + 6, 2))}M`
  if (units > THOUSAND) return `$${formatFixed(units, USD_DECIMALS + 3, 2)}K`
  return `$${formatFixed(units, USD_DECIMALS, 2)}`
}

/** Two decimals, and four significant digits below a dollar. */
export function priceText(value: number | string | null): string {
  if (value === null) return 'Unknown'
  const units = parseUnitsDown(value, PRICE_DECIMALS)
  if (units >= 10n ** BigInt(PRICE_DECIMALS))
    return `$${groupThousands(formatFixed(units, PRICE_DECIMALS, 2))}`
  const drop = 10n ** BigInt(Math.max(0, units.toString().length - PRICE_DIGITS))
  return `$${formatUnits((units / drop) * drop, PRICE_DECIMALS)}`
}

/** The mint in the short form of the cards: first six and last four characters. */
export const mintText = (mint: string): string => `${mint.slice(0, 6)}...${mint.slice(-4)}`
