/** The names by which a text may call a token: symbol, name, address. One list, given with each request. */
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import type { NamedToken } from '../port.ts'
import { isEnglish } from './english.ts'
import { slip } from './spelling.ts'

export type Asset =
  | { kind: 'SOL' }
  | { kind: 'USDC' }
  | { kind: 'token'; mint: string; symbol?: string }
  /** 'It', 'this token'. */
  | { kind: 'it' }

export function toAsset(mint: string, symbol?: string): Asset {
  if (mint === SOL_MINT) return { kind: 'SOL' }
  if (mint === USDC_MINT) return { kind: 'USDC' }
  return symbol === undefined ? { kind: 'token', mint } : { kind: 'token', mint, symbol }
}

export type Base = Exclude<Asset, { kind: 'it' }>
export const getName = (asset: Base): string =>
  asset.kind === 'token'
    ? (asset.symbol ?? `${asset.mint.slice(0, 4)}...${asset.mint.slice(-4)}`)
    : asset.kind

export const getMint = (base: Base): string =>
  base.kind === 'token' ? base.mint : base.kind === 'SOL' ? SOL_MINT : USDC_MINT

/** Common names of these, besides symbol and name. */
const NICKNAMES: Record<string, string[]> = {
  SOL: ['sol', 'sols', 'solana', 'wsol', 'solanas'],
  USDC: ['usdc', 'usd coin', 'usdcs'],
  USDT: ['usdt', 'tether', 'tethers'],
  BONK: ['bonk', 'bonks'],
  WIF: ['wif', 'wifs', 'dogwifhat', 'dog wif hat'],
  JUP: ['jup', 'jups', 'jupiter'],
}

/** In a shorter name only letters that changed places, or a doubled one, count as a slip. */
const LONG = 6

export type Names = {
  /** They are by their first word, the longest first. */
  byFirst: Map<string, { words: string[]; asset: Asset }[]>
  symbolOf(mint: string): string | undefined
  isName(word: string): boolean
  /** Returns the asset whose well-known name this is with one slip in it: 'jupitr', 'bnok'. */
  near(word: string): Asset | undefined
}

const made = new WeakMap<readonly NamedToken[], Map<(word: string) => boolean, Names>>()

/**
 * `isOrdinary`: a word with a meaning of its own is no name if other people chose it: they could call a token 'every'.
 */
export function indexTokenNames(tokens: readonly NamedToken[], isOrdinary: (word: string) => boolean): Names {
  const known = made.get(tokens)?.get(isOrdinary)
  if (known) return known
  const byFirst: Names['byFirst'] = new Map()
  const added = new Set<string>()
  const symbols = new Map(tokens.map((one) => [one.mint, one.symbol]))
  const add = (name: string, asset: Asset) => {
    const words = name.split(/\s+/)
    const [first] = words
    if (first === undefined || first === '') return
    const whole = words.join(' ')
    if (added.has(whole)) return
    added.add(whole)
    const same = byFirst.get(first)
    if (same) same.push({ words, asset })
    else byFirst.set(first, [{ words, asset }])
  }
  for (const name of NICKNAMES.SOL ?? []) add(name, { kind: 'SOL' })
  for (const name of NICKNAMES.USDC ?? []) add(name, { kind: 'USDC' })
  const bySymbol = new Set(tokens.map(({ symbol }) => symbol.toLowerCase()))
  for (const { mint, symbol, name = '' } of tokens) {
    const asset = toAsset(mint, symbol)
    const own = symbol.toLowerCase()
    if (/^[\p{L}\p{N}]+$/u.test(own)) add(own, asset)
    for (const nick of NICKNAMES[symbol] ?? []) if (!bySymbol.has(nick) || nick === own) add(nick, asset)
    const words = name.toLowerCase().split(/\s+/)
    const plain = (word: string) =>
      /^\p{L}[\p{L}\p{N}]*$/u.test(word) && !bySymbol.has(word) && !isOrdinary(word)
    if (words.every(plain)) add(words.join(' '), asset)
  }
  for (const same of byFirst.values()) same.sort((a, b) => b.words.length - a.words.length)
  const nicks = new Set(tokens.flatMap(({ symbol }) => NICKNAMES[symbol] ?? []).concat(NICKNAMES.SOL ?? []))
  const names: Names = {
    byFirst,
    symbolOf: (mint) => symbols.get(mint),
    isName: (word) => byFirst.has(word),
    near(word) {
      if (isEnglish(word)) return undefined
      const alike = [...nicks].filter((name) => {
        const kind = slip(word, name)
        return kind > 0 && name[0] === word[0] && (kind <= 1 || name.length >= LONG)
      })
      const [asset, ...others] = new Set(alike.map((name) => byFirst.get(name)?.[0]?.asset))
      return others.length === 0 ? asset : undefined
    },
  }
  const cached = made.get(tokens) ?? new Map<(word: string) => boolean, Names>()
  cached.set(isOrdinary, names)
  made.set(tokens, cached)
  return names
}
