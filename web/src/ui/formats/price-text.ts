/** Prices in USD as text. Floats: for display, never for money. */

/** The price step of the axis: five significant digits. */
export const stepOf = (price: number): number =>
  price > 0 ? 10 ** Math.min(-2, Math.floor(Math.log10(price)) - 4) : 0.01

/** '$1,234.56', '$0.000021407': five significant digits, at least two decimals. */
export function priceText(price: number): string {
  const places = Math.round(-Math.log10(stepOf(Math.abs(price))))
  return `$${price.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: Math.min(20, places) })}`
}
