import { formatFixed } from '@purser/contract/money.ts'
import { USD_DECIMALS } from './holding.ts'

/** '$1,234.56', rounded down to the cent. */
export function usdText(millionths: bigint): string {
  const [whole = '0', cents = '00'] = formatFixed(millionths, USD_DECIMALS, 2).split('.')
  return `$${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${cents}`
}
