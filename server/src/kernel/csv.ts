/** Text that spreadsheets open: RFC 4180, with a byte-order mark, and no cell that one of them would run. */

const BYTE_ORDER_MARK = '\u{feff}'
/** Ends of lines within a cell are one of those that spreadsheets know; other control characters are nothing to read. */
const CONTROLS = /(?![\t\r\n])[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
const HALF_PAIRS = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
/** What a spreadsheet takes for the beginning of a formula, where a cell begins: also behind what separates cells elsewhere. */
const FORMULA = /(^|[;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])/g
const BLANK_FIRST = /^[\t\r\n]/

/** Spreadsheets run what begins like a formula, also out of plain text: an apostrophe in front makes it words. */
export function safeText(text: string): string {
  const clean = text.replaceAll(CONTROLS, '').replaceAll(HALF_PAIRS, '')
  const words = clean.replaceAll(FORMULA, (_, before: string, blank: string) =>
    before === '' ? `'${blank}` : `${before}${blank}'`,
  )
  return BLANK_FIRST.test(words) ? `'${words}` : words
}

/** Quoted where it must be; a semicolon and a tab separate cells where a country has it so. */
const quote = (field: string) => (/[",;\t\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

const textOf = (rows: string[][]): string =>
  rows.map((row) => `${row.map((cell) => quote(safeText(cell))).join(',')}\r\n`).join('')

export const toCsvBytes = (rows: string[][]): Uint8Array =>
  new TextEncoder().encode(BYTE_ORDER_MARK + textOf(rows))

/** The same in portions, as they come. */
export async function* csvChunks(portions: AsyncIterable<string[][]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let begun = false
  for await (const rows of portions) {
    yield encoder.encode((begun ? '' : BYTE_ORDER_MARK) + textOf(rows))
    begun = true
  }
}
