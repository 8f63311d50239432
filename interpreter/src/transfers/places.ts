/** The wallets and groups of a user by their names, and addresses, as a message names them. */
import { ADDRESS_PATTERN } from '@purser/contract/values.ts'
import { unquote, type Word } from './words.ts'

export type Member = { id: number; name: string; address: string; groupIds: number[] }
export type NamedGroup = { id: number; name: string }
export type Place =
  | { is: 'wallet'; wallet: Member }
  /** All of a group, of those without one, or of the user. */
  | { is: 'wallets'; label: string; wallets: Member[] }
  /** An address of nobody's here. */
  | { is: 'outside'; address: string }
export type PlaceReading =
  | { place: Place; count: number }
  | { unclear: 'none' | 'wallet-or-group' | 'several'; name: string; count: number }
export type Names = ReturnType<typeof indexNames>

const normal = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
const wordCount = (name: string) => name.split(' ').length

export function indexNames(wallets: readonly Member[], groups: readonly NamedGroup[]) {
  const byName = new Map<string, { wallets: Member[]; groups: NamedGroup[] }>()
  let longest = 1
  const entry = (name: string) => {
    const key = normal(name)
    longest = Math.max(longest, wordCount(key))
    const found = byName.get(key) ?? { wallets: [], groups: [] }
    byName.set(key, found)
    return found
  }
  for (const wallet of wallets) entry(wallet.name).wallets.push(wallet)
  for (const group of groups) entry(group.name).groups.push(group)
  return { wallets, byName, longest, byAddress: new Map(wallets.map((one) => [one.address, one])) }
}

const ADDRESS = new RegExp(`^${ADDRESS_PATTERN}$`)
const DETERMINERS = new Set(['the', 'my', 'our', 'a', 'of'])
const EVERY = new Set(['all', 'every', 'each'])
const WALLETS = new Set(['wallet', 'wallets', "wallet's"])
const GROUP = new Set(['group', "group's"])
const WITHIN = new Set(['of', 'in', 'from'])

/** 'Traders group', 'Main wallet', 'all Traders wallets'. */
const toPlaceKind = (word: string | undefined): 'wallet' | 'group' | undefined =>
  word === 'wallet'
    ? 'wallet'
    : word === 'wallets' || word === 'group' || word === "group's"
      ? 'group'
      : undefined

export const isKind = (word: string | undefined): boolean => toPlaceKind(word) !== undefined

/** The longest name that begins at this word. */
function nameAt(text: string, words: readonly Word[], at: number, names: Names) {
  const first = words[at]
  for (let n = Math.min(names.longest, words.length - at); first && n > 0; n--) {
    const last = words[at + n - 1]
    if (!last) continue
    const written = text.slice(first.from, last.to)
    for (const form of [written, unquote(written)]) {
      const found = names.byName.get(normal(form))
      if (found) return { ...found, count: n, name: form }
    }
  }
  return undefined
}

/** 'all of the wallets in my group' are some; more are no place. */
const WORDS_BEFORE = 8

/** The place that a message names from word `at` on, after 'from' or 'to'. */
export function placeAt(text: string, words: readonly Word[], at: number, names: Names): PlaceReading {
  const is = (i: number, set: ReadonlySet<string>) => set.has(words[i]?.text ?? '')
  let i = at
  let every = false
  let only: 'wallet' | 'group' | undefined
  // A name may itself begin with such a word.
  for (const last = at + WORDS_BEFORE; i <= last; ) {
    const named = nameAt(text, words, i, names)
    if (named) {
      const after = i + named.count
      const kind = only ?? toPlaceKind(words[after]?.text)
      const trailing = only !== undefined || kind === undefined ? 0 : is(after + 1, WALLETS) ? 2 : 1
      return chosen(named, kind, after + trailing - at)
    }
    if (is(i, DETERMINERS)) i++
    else if (is(i, EVERY)) {
      every = true
      i++
    } else if (words[i]?.text === 'ungrouped' && is(i + 1, WALLETS)) {
      const wallets = names.wallets.filter((one) => one.groupIds.length === 0)
      return { place: { is: 'wallets', label: 'the ungrouped wallets', wallets }, count: i + 2 - at }
    } else if (is(i, GROUP) && !is(i - 1, GROUP)) {
      only = 'group'
      i++
    } else if (is(i, WALLETS) && only === undefined) {
      const all = words[i]?.text === 'wallets' && (every || i > at)
      if (is(i + 1, WITHIN)) {
        only = 'group'
        i += 2
      } else if (all && !nameAt(text, words, i + 1, names))
        return {
          place: { is: 'wallets', label: 'your wallets', wallets: [...names.wallets] },
          count: i + 1 - at,
        }
      else {
        only = 'wallet'
        i++
      }
    } else break
  }
  const word = words[i]
  if (word && ADDRESS.test(word.raw)) {
    const wallet = names.byAddress.get(word.raw)
    const place: Place = wallet ? { is: 'wallet', wallet } : { is: 'outside', address: word.raw }
    return { place, count: i + 1 - at }
  }
  return { unclear: 'none', name: word?.raw ?? '', count: Math.max(i - at, 0) + (word ? 1 : 0) }

  function chosen(
    named: { wallets: Member[]; groups: NamedGroup[]; name: string },
    kind: 'wallet' | 'group' | undefined,
    count: number,
  ): PlaceReading {
    const wallets = kind === 'group' ? [] : named.wallets
    const groups = kind === 'wallet' ? [] : named.groups
    const unclear = (why: 'none' | 'wallet-or-group' | 'several'): PlaceReading => ({
      unclear: why,
      name: named.name,
      count,
    })
    if (wallets.length > 0 && groups.length > 0) return unclear('wallet-or-group')
    if (wallets.length + groups.length > 1) return unclear('several')
    const [wallet] = wallets
    if (wallet) return { place: { is: 'wallet', wallet }, count }
    const [group] = groups
    if (!group) return unclear('none')
    const members = names.wallets.filter((one) => one.groupIds.includes(group.id))
    return { place: { is: 'wallets', label: `the group ${group.name}`, wallets: members }, count }
  }
}
