import { formatRounded, groupThousands, USD_DECIMALS } from '@purser/contract/money.ts'

/** '$1,234.56', rounded half up to the cent. */
export function usdText(millionths: bigint): string {
  return `$${groupThousands(formatRounded(millionths, USD_DECIMALS, 2))}`
}
