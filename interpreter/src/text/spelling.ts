/**
 * Words with a letter or two wrong: 'trailng stop', 'evry hour', 'stragety'. Only if exactly one known word is meant.
 */

import { isEnglish } from './english.ts'
import { put } from './lists.ts'

/** Shorter ones are too close to many others: of three letters only 'byu' and 'buuy' are corrected. */
const SHORTEST = 4
/** From here on two slips still point to one word, if both ends are right. */
const LONG = 8

/** The word itself and all forms of it without one of its letters. */
function shortened(word: string): string[] {
  return [word, ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))]
}

/** 'buuy' for 'buy', 'seel' for 'sell': a letter twice that should be once, or the wrong one of two twice. */
const isDoubled = (typed: string, known: string): boolean => {
  const once = (word: string) => word.replace(/(.)\1/g, '$1')
  return typed !== known && once(typed) === once(known)
}

/**
 * The slip between the two: 0.5 a letter was doubled wrongly, 1 two letters changed places, 2 one is missing, 3 one too
 * many, 4 another one; 0 more than one slip.
 */
export function slip(typed: string, known: string): number {
  if (Math.abs(typed.length - known.length) > 1) return 0
  if (isDoubled(typed, known)) return 0.5
  let i = 0
  while (i < typed.length && i < known.length && typed[i] === known[i]) i++
  const [a, b] = [typed.slice(i), known.slice(i)]
  if (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2) && a.length > 1) return 1
  if (a === b.slice(1)) return 2
  if (a.slice(1) === b) return 3
  return a.slice(1) === b.slice(1) ? 4 : 0
}

/** Tells whether one becomes the other by two slips: the first difference is mended, and one is left. */
function isTwoSlips(typed: string, known: string): boolean {
  let i = 0
  while (i < typed.length && typed[i] === known[i]) i++
  const [a, b] = [typed.slice(i), known.slice(i)]
  return [
    [a.slice(1), b],
    [a, b.slice(1)],
    [a.slice(1), b.slice(1)],
    [a.slice(2), a[0] === b[1] && a[1] === b[0] ? b.slice(2) : ' '],
  ].some(([rest = '', wanted = '']) => rest !== wanted && slip(`-${rest}`, `-${wanted}`) > 0)
}

type Index = { index: Map<string, string[]>; byFirst: Map<string, string[]> }
function indexOf(known: Iterable<string>): Index {
  const index = new Map<string, string[]>()
  const byFirst = new Map<string, string[]>()
  for (const word of new Set(known)) {
    if (word.length < SHORTEST - 1) continue
    for (const key of new Set(shortened(word))) put(index, key, word)
    if (word.length >= LONG) put(byFirst, word[0] ?? '', word)
  }
  return { index, byFirst }
}

/** `known`: the words of the language, requested at the first unknown word. undefined if none or several are near. */
export function createSpelling(known: () => Iterable<string>, { slips = 1 }: { slips?: 1 | 2 } = {}) {
  let made: Index | undefined
  const cache = new Map<string, string | undefined>()
  function meant(word: string): string | undefined {
    const { index, byFirst } = (made ??= indexOf(known()))
    const near = new Map<string, number>()
    for (const key of shortened(word))
      for (const one of index.get(key) ?? []) {
        const kind = slip(word, one)
        const isLikely =
          kind === 0.5 || kind === 1 || (kind === 2 && word.length >= 3) || word.length > SHORTEST
        // The first letter is rarely wrong, but it may change places with the second.
        if (kind > 0 && isLikely && (one[0] === word[0] || kind === 1)) near.set(one, kind)
      }
    if (slips === 2 && near.size === 0 && word.length >= LONG)
      for (const one of byFirst.get(word[0] ?? '') ?? [])
        if (one.at(-1) === word.at(-1) && isTwoSlips(word, one)) near.set(one, LONG)
    const best = Math.min(...near.values())
    const closest = [...near].filter(([, kind]) => kind === best).map(([one]) => one)
    // The language has some words in a wrong spelling as well.
    const right = closest.filter(isEnglish)
    const [only, ...others] = right.length > 0 ? right : closest
    // 'sells' and 'sell' are one meaning.
    const one = others.every((other) => other.startsWith(only ?? '') || (only ?? '').startsWith(other))
    return only !== undefined && one ? only : undefined
  }
  return (word: string): string | undefined => {
    if (word.length < SHORTEST - 1) return undefined
    if (!cache.has(word) && cache.size < 10_000) cache.set(word, meant(word))
    return cache.get(word)
  }
}
