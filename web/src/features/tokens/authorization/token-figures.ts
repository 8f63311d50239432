/** Figures of a token in the format of the cards; they come as decimals. */
import { formatRounded, groupThousands, parseUnitsDown, USD_DECIMALS } from '@purser/contract/money.ts'

const THOUSAND = 1_000n * 10n ** BigInt(USD_DECIMALS)
const MILLION = 1_000n * THOUSAND

/** '$950.00', '$1.50K' above a thousand, '$2.35M' above a million. */
export function marketCapText(value: number | string | null): string {
  if (value === null) return 'Unknown'
  const units = parseUnitsDown(value, USD_DECIMALS)
  if (units > MILLION) return `$${groupThousands(formatRounded(units, USD_DECIMALS + 6, 2))}M`
  if (units > THOUSAND) return `$${formatRounded(units, USD_DECIMALS + 3, 2)}K`
  return `$${formatRounded(units, USD_DECIMALS, 2)}`
}

/** The mint in the short form of the cards: first six and last four characters. */
export const mintText = (mint: string): string => `${mint.slice(0, 6)}...${mint.slice(-4)}`
