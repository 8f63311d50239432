/** CSV for spreadsheets: RFC 4180 with a byte-order mark, formula injection prevented. */

const BYTE_ORDER_MARK = '\u{feff}'
/** All control characters but tab and line ends. */
const CONTROLS = /(?![\t\r\n])[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
/** The start of a formula at the start of a cell, also after characters that separate cells in other locales. */
const FORMULA = /(^|[;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])/g
const BLANK_FIRST = /^[\t\r\n]/

/** Escapes formulas with an apostrophe. */
export function safeText(text: string): string {
  const clean = text.replaceAll(CONTROLS, '').replaceAll(LONE_SURROGATES, '')
  const words = clean.replaceAll(FORMULA, (_, before: string, blank: string) =>
    before === '' ? `'${blank}` : `${before}${blank}'`,
  )
  return BLANK_FIRST.test(words) ? `'${words}` : words
}

/** Semicolons and tabs separate cells in some locales. */
const quote = (field: string) => (/[",;\t\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

const formatCsv = (rows: string[][]): string =>
  rows.map((row) => `${row.map((cell) => quote(safeText(cell))).join(',')}\r\n`).join('')

export const toCsvBytes = (rows: string[][]): Uint8Array =>
  new TextEncoder().encode(BYTE_ORDER_MARK + formatCsv(rows))

/** The same rows as a stream. */
export async function* csvChunks(portions: AsyncIterable<string[][]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let begun = false
  for await (const rows of portions) {
    yield encoder.encode((begun ? '' : BYTE_ORDER_MARK) + formatCsv(rows))
    begun = true
  }
}
