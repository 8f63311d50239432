/** Exact decimal text: a person's figure keeps every digit until it is in the plan. */

const DECIMAL = /^(\d*)(?:\.(\d*))?$/

type Parts = { digits: bigint; scale: number }

function partsOf(text: string): Parts {
  const match = DECIMAL.exec(text)
  const whole = match?.[1] ?? ''
  const fraction = match?.[2] ?? ''
  return { digits: BigInt(whole + fraction || '0'), scale: fraction.length }
}

function show({ digits, scale }: Parts): string {
  const text = digits.toString().padStart(scale + 1, '0')
  const fraction = scale === 0 ? '' : text.slice(-scale).replace(/0+$/, '')
  return text.slice(0, text.length - scale) + (fraction ? `.${fraction}` : '')
}

/** The shortest form: `tidy('.50')` is '0.5'. */
export const tidy = (text: string): string => show(partsOf(text))

export function plus(a: string, b: string): string {
  const [x, y] = [partsOf(a), partsOf(b)]
  const scale = Math.max(x.scale, y.scale)
  const lift = (p: Parts) => p.digits * 10n ** BigInt(scale - p.scale)
  return show({ digits: lift(x) + lift(y), scale })
}

export function times(a: string, b: string): string {
  const [x, y] = [partsOf(a), partsOf(b)]
  return show({ digits: x.digits * y.digits, scale: x.scale + y.scale })
}

/** -1, 0 or 1 as a is below, equal to or above b. */
export function compare(a: string, b: string): number {
  const [x, y] = [partsOf(a), partsOf(b)]
  const left = x.digits * 10n ** BigInt(y.scale)
  const right = y.digits * 10n ** BigInt(x.scale)
  return left < right ? -1 : left > right ? 1 : 0
}

/**
 * Returns the form of a number in a plan: a JSON number up to 15 significant digits, else its text, so that nothing is
 * lost.
 */
export function planNumber(text: string): number | string {
  const clean = tidy(text)
  const significant = clean.replace('.', '').replace(/^0+/, '').length
  return significant > 15 ? clean : Number(clean)
}
