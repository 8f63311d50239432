/** Amounts in figures, and the token beside them. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { ADDRESS_PATTERN } from '@purser/contract/values.ts'
import type { NamedToken } from '../text/named-token.ts'
import type { Word } from './words.ts'

const FIGURE = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?`
const SCALED = new RegExp(`^(${FIGURE})(k|m|b)?$`)
/** '0.5sol', '2kbonk' */
const JOINED = new RegExp(`^(${FIGURE})(([kmb]?)([a-z][a-z0-9]+))$`)
/** More digits than the greatest amount on the chain, or than any token has decimals, are no amount. */
const [WHOLE_MOST, FRACTION_MOST] = [20, 18]
const ZEROS: Record<string, number> = { k: 3, m: 6, b: 9 }
const ALL = new Set(['all', 'everything'])

/** Exact decimal text: '2.5k' is 2500. Undefined where the word is no positive amount, or could mean two ('0,5'). */
export function amountIn(word: string): string | undefined {
  const match = SCALED.exec(word)
  const [, figure = '', scale] = match ?? []
  if (!/\d/.test(figure)) return undefined
  const [whole = '', fraction = ''] = figure.replaceAll(',', '').split('.')
  const zeros = scale === undefined ? 0 : (ZEROS[scale] ?? 0)
  const moved = fraction.padEnd(zeros, '0')
  const left = `${whole}${moved.slice(0, zeros)}`.replace(/^0+(?=\d)/, '') || '0'
  const right = moved.slice(zeros).replace(/0+$/, '')
  if (left.length > WHOLE_MOST || right.length > FRACTION_MOST) return undefined
  return /[1-9]/.test(left + right) ? (right === '' ? left : `${left}.${right}`) : undefined
}

function wantedIn(word: string): Wanted | undefined {
  const exactly = amountIn(word)
  return exactly === undefined ? undefined : { exactly }
}

const MINT = new RegExp(`^${ADDRESS_PATTERN}$`)
type Tokens = readonly NamedToken[]
/**
 * Tokens by symbol and by name in lower case, the first of each. Built once per list, since a user may know a thousand.
 */
const indexes = new WeakMap<Tokens, { byHandle: Map<string, NamedToken>; byMint: Map<string, NamedToken> }>()
function getIndex(tokens: Tokens) {
  const known = indexes.get(tokens)
  if (known) return known
  const byHandle = new Map<string, NamedToken>()
  for (const one of tokens)
    for (const handle of [one.symbol, one.name ?? one.symbol])
      if (!byHandle.has(handle.toLowerCase())) byHandle.set(handle.toLowerCase(), one)
  const made = { byHandle, byMint: new Map(tokens.map((one) => [one.mint, one])) }
  indexes.set(tokens, made)
  return made
}

/** A token by symbol, name or mint. */
function tokenIn({ text, raw }: Word, tokens: Tokens): Moved | undefined {
  const { byHandle, byMint } = getIndex(tokens)
  const named = byHandle.get(text.replace(/^\$/, '')) ?? byMint.get(raw)
  if (named) return { mint: named.mint, symbol: named.symbol, decimals: named.decimals }
  return MINT.test(raw) ? { mint: raw, symbol: `${raw.slice(0, 4)}...${raw.slice(-4)}` } : undefined
}

/** `decimals`: of a token that is known. */
export type Moved = { mint: string; symbol: string; decimals?: number }
/** Decimal text, or all of it. */
export type Wanted = { exactly: string } | 'all'
/** 'unclear': an amount was said, but not in figures of the token. */
type StatedAmount = Wanted | 'unclear'
/** `count`: of its words. */
export type Sum = { token: Moved; said: StatedAmount | undefined; count: number }

const NOUNS = new Set(['token', 'tokens', 'coin', 'coins'])
const OWN = new Set(['my', 'the', 'of', 'its', 'their'])
const ARTICLES = new Set(['a', 'an', 'the', 'percent', '%'])
const WORDS_SKIPPED = 3
/** Beyond a few of these words; not all, so that a text of nothing else takes no longer. */
function past(words: readonly Word[], at: number, set: ReadonlySet<string>): number {
  let i = at
  while (i < at + WORDS_SKIPPED && set.has(words[i]?.text ?? '')) i++
  return i
}
const UNCLEAR =
  /^(?:half|quarter|third|most|few|\$[\d.,]+[kmb]?|[\d.,]+%|[\d.,]+|one|two|three|four|five|ten|a|an)$/

/** '0.5 SOL', '1,000 of BONK', 'all my BONK', '2kBONK', or a token alone. */
export function sumAt(words: readonly Word[], at: number, tokens: readonly NamedToken[]): Sum | undefined {
  const first = words[at]
  if (!first) return undefined
  const joined = joinedIn(first, tokens)
  if (joined) return { ...joined, count: 1 + nounAt(words, at + 1) }
  const wanted = ALL.has(first.text) ? 'all' : wantedIn(first.text)
  const said = wanted ?? (UNCLEAR.test(first.text) ? 'unclear' : undefined)
  // 'Some USDC' leaves the amount open.
  let i = said === undefined && first.text !== 'some' ? at : at + 1
  if (said === 'unclear') i = past(words, i, ARTICLES)
  i = past(words, i, OWN)
  const word = words[i]
  const token = word && tokenIn(word, tokens)
  if (!token) return undefined
  return { token, said, count: i + 1 - at + nounAt(words, i + 1) }
}

/** '5bonk' is BONK and not thousands of millions of ONK; '5msol' may be the token mSOL. */
function joinedIn(
  word: Word,
  tokens: readonly NamedToken[],
): { token: Moved; said: StatedAmount } | undefined {
  const [, figure = '', whole = '', scale = '', rest = ''] = JOINED.exec(word.text) ?? []
  if (!/\d/.test(figure)) return undefined
  const named = (text: string) => tokenIn({ ...word, text, raw: text }, tokens)
  const token = named(whole)
  if (token) return { token, said: wantedIn(figure) ?? 'unclear' }
  const scaled = scale === '' ? undefined : named(rest)
  if (!scaled) return undefined
  return {
    token: scaled,
    said: (scaled.mint === SOL_MINT ? undefined : wantedIn(figure + scale)) ?? 'unclear',
  }
}

const nounAt = (words: readonly Word[], at: number): number => (NOUNS.has(words[at]?.text ?? '') ? 1 : 0)
