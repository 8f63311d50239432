/** Names that a reader takes for a well-known token's. */
import { KNOWN_TOKENS, MAINNET_TOKENS, WRAPPED_SOL_MINTS } from '@purser/contract/tokens/tokens.ts'

/** Includes wrapped SOL, which no token may pass for under either name. */
export const KNOWN = new Map(
  [
    ...KNOWN_TOKENS,
    ...WRAPPED_SOL_MINTS.map((mint) => ({ symbol: 'WSOL', name: 'Wrapped SOL', mint, decimals: 9 })),
  ].map((token) => [token.mint, token]),
)

/** For each Latin letter: similar characters of other scripts, of phonetic small capitals, and with a stroke. */
const ALIKE: Record<string, string> = {
  A: 'АΑꓮᎪᴀᗩ',
  B: 'ВΒꓐᏴʙᗷɃƁ8',
  C: 'СϹϲꓚᏟᴄᑕ',
  D: 'ԀԁꓓᎠᴅᗪĐƊ',
  E: 'ЕΕꓰᎬᴇƐ',
  F: 'ꓝꜰϜ',
  G: 'ԌꓖᏀɢ',
  H: 'НΗҢꓧᎻʜᕼĦ',
  I: 'ІӀӏΙꓲᎥɪꞮ1',
  J: 'ЈͿꓙᎫᴊᒍ',
  K: 'КΚҚҜҞꓗᏦᴋƘ',
  L: 'ԼꓡᏞʟᒪŁ',
  M: 'МΜꓟᎷᴍᗰ',
  N: 'Νꓠɴ',
  O: 'ОΟՕꓳᴏØ0',
  P: 'РΡꓑᏢᴘᑭ',
  Q: 'Ԛ',
  R: 'ꓣᎡʀƦᖇ',
  S: 'ЅՏꓢᏚꜱᕕ5',
  T: 'ТΤꓔᎢᴛŦ',
  U: 'Սꓴᴜᑌ',
  V: 'ѴꓦᏙᴠᐯ',
  W: 'ԜꓪᎳᏔᴡ',
  X: 'ХΧҲꓫ',
  Y: 'УҮΥꓬᎩʏ',
  Z: 'ΖꓜᏃᴢ',
}
const SAME = new Map(
  Object.entries(ALIKE).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
)
/** Letters in circles, in squares and of flags, each from A on: no normalisation decomposes them. */
const FRAMED = [0x1f150, 0x1f170, 0x1f1e6]
for (const first of FRAMED)
  for (let i = 0; i < 26; i++) SAME.set(String.fromCodePoint(first + i), String.fromCharCode(65 + i))
const toLatin = (text: string): string => [...text].map((letter) => SAME.get(letter) ?? letter).join('')

/** Symbols that are read as a letter within a word. */
const SIGNS: Record<string, string> = {
  $: 'S',
  '!': 'I',
  '€': 'E',
  '₿': 'B',
  '¢': 'C',
  '₵': 'C',
  '⊂': 'C',
  '∪': 'U',
}
const withSigns = (text: string): string => [...text].map((sign) => SIGNS[sign] ?? sign).join('')

/** The text as a reader sees it: without invisible characters, spaces, marks, look-alike forms and case. */
export function toSkeleton(text: string): string {
  // Before and after: normalisation turns some into letters that look like no other.
  const bare = toLatin(
    toLatin(text)
      .normalize('NFKD')
      .replaceAll(/\p{DI}/gu, ''),
  ).toUpperCase()
  const letters = bare.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A name without any letter, such as an emoji, is identified by its characters.
  return toLatin(letters === '' ? bare : letters)
}
/** A figure 1 is read as an l, and between small letters a capital I is. */
const withL = (text: string) =>
  (/\p{Ll}/u.test(text) ? text.replaceAll(/[I\u0406\u04c0\u04cf]/g, 'l') : text).replaceAll('1', 'l')
/** All readings of the text. */
const readings = (text: string): string[] =>
  [text, withSigns(text)].flatMap((one) => [toSkeleton(one), toSkeleton(withL(one))])

const TAKEN = new Set(
  ['SOL', 'SOLANA', ...[...KNOWN.values()].flatMap(({ symbol, name }) => [symbol, name])].map(toSkeleton),
)
/** Whether it passes for a well-known token. */
export const isTaken = (text: string): boolean => readings(text).some((one) => TAKEN.has(one))

/** The well-known mints of a live market. */
export const LIVE = new Set(MAINNET_TOKENS.map(({ mint }) => mint))
const LIVE_NAMES = new Set(
  MAINNET_TOKENS.flatMap(({ symbol, name }) => [toSkeleton(symbol), toSkeleton(name)]),
)
/** The same for a live market. */
export const passesFor = (text: string): boolean =>
  isTaken(text) || readings(text).some((one) => LIVE_NAMES.has(one))
