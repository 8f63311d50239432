/** Prices in USD as text. Floats: for display, never for money. */

/** Significant digits of a price. */
const DIGITS = 5
/** Below it the zeros after the point are counted in a subscript, as traders know it: '$0.0₄21407'. */
const TINY = 0.001
const MOST_PLACES = 20
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'

/** Decimals of the axis at this price, so that it has five significant digits; at least two. */
export const pricePlaces = (price: number): number =>
  price > 0 ? Math.min(MOST_PLACES, Math.max(2, DIGITS - 1 - Math.floor(Math.log10(price)))) : 2

const subscript = (count: number): string =>
  String(count).replaceAll(/\d/g, (digit) => SUBSCRIPTS.charAt(Number(digit)))

/**
 * '$1,234.56', '$1.5000', '$0.0₄21407': five significant digits and at least two decimals.
 * @param places fixed decimals, where prices stand below each other.
 */
export function priceText(price: number, places?: number): string {
  const size = Math.abs(price)
  const digits = places ?? pricePlaces(Number(size.toPrecision(DIGITS)))
  const text = size.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const [, zeros = '', tail = ''] = /^0\.(0{3,})(\d+)$/.exec(text) ?? []
  const amount = size > 0 && size < TINY && tail !== '' ? `0.0${subscript(zeros.length)}${tail}` : text
  return `${price < 0 ? '-' : ''}$${amount}`
}

const TINY_PRICE = /0\.0([₀-₉]{1,2})(\d+)/g
/** Text in which the zeros of copied prices are written out: '0.0₄21407' is '0.000021407'. */
export const plainPrices = (text: string): string =>
  text.replaceAll(TINY_PRICE, (_, count: string, digits: string) => {
    const zeros = Number([...count].map((sign) => SUBSCRIPTS.indexOf(sign)).join(''))
    return `0.${'0'.repeat(zeros)}${digits}`
  })
