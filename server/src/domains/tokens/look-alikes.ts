/** Names that a reader takes for a well-known token's. */
import { KNOWN_TOKENS, MAINNET_TOKENS, WRAPPED_SOL_MINTS } from '@purser/contract/tokens.ts'

/** Of wrapped SOL too, which no token may pass for under either name. */
export const KNOWN = new Map(
  [
    ...KNOWN_TOKENS,
    ...WRAPPED_SOL_MINTS.map((mint) => ({ symbol: 'WSOL', name: 'Wrapped SOL', mint, decimals: 9 })),
  ].map((token) => [token.mint, token]),
)

/** Cyrillic and Greek capitals and figures, each with the Latin letter that looks the same. */
const OTHER = 'АВЕЅІЈКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ0158'
const LATIN = 'ABESIJKMHOPCTYXABEZHIKMNOPTYXOISB'
const SAME = new Map([...OTHER].map((letter, i) => [letter, LATIN.charAt(i)]))

/** As a reader sees it: without what cannot be seen, spaces, marks, look-alike forms and case. */
export function seen(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replaceAll(/\p{DI}/gu, '')
    .toUpperCase()
  const letters = bare.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A name without any letter, such as an emoji, is told from others by what it is of.
  return [...(letters === '' ? bare : letters)].map((letter) => SAME.get(letter) ?? letter).join('')
}
/** Between small letters a capital I is read as an l. */
const withL = (text: string) => (/\p{Ll}/u.test(text) ? text.replaceAll('I', 'l') : text)

const TAKEN = new Set(
  ['SOL', 'SOLANA', ...[...KNOWN.values()].flatMap(({ symbol, name }) => [symbol, name])].map(seen),
)
/** Whether it passes for a well-known token. */
export const isTaken = (text: string): boolean => TAKEN.has(seen(text)) || TAKEN.has(seen(withL(text)))

/** What is well known where the market is live. */
export const LIVE = new Set(MAINNET_TOKENS.map(({ mint }) => mint))
const LIVE_NAMES = new Set(MAINNET_TOKENS.flatMap(({ symbol, name }) => [seen(symbol), seen(name)]))
/** The same there. */
export const passesFor = (text: string): boolean => isTaken(text) || LIVE_NAMES.has(seen(text))
