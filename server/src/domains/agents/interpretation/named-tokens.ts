/** Which tokens an instruction may name besides the known ones. One that two tokens bear is asked about, never guessed. */
import type { NamedToken } from '@purser/contract/tokens/created-tokens.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Choice } from '@purser/contract/agents/reading.ts'

/** Whole words in any case, also right after a figure: '5mytk'. */
const toPattern = (words: string): RegExp => {
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const start = String.raw`(?<=(?:^|[^\p{L}\p{N}])(?:\d+[kmb]?)?)`
  return new RegExp(`${start}${escaped}(?![\\p{L}\\p{N}])`, 'giu')
}
const holds = (text: string, words: string): boolean => toPattern(words).test(text)
const getHandles = ({ symbol, name }: NamedToken) => [...new Set([symbol.toLowerCase(), name.toLowerCase()])]

export type Nameable =
  | { tokens: NamedToken[] }
  /** The text names it, and it may be any of these. */
  | { ambiguous: { handle: string; tokens: NamedToken[] } }

type NamingRequest = {
  text: string
  tokenAddress: string | null
  /** Whether a name could be read as one: other people choose them, and must not silence what a text means otherwise. */
  isSayable(name: string): boolean
}

/** Which of them the text may name. An address in the text or in the settings tells two of one name apart. */
export function nameable(all: NamedToken[], { text, tokenAddress, isSayable }: NamingRequest): Nameable {
  const byHandle = new Map<string, NamedToken[]>()
  for (const token of all)
    for (const handle of getHandles(token)) byHandle.set(handle, [...(byHandle.get(handle) ?? []), token])
  /** Names that may not be used for each token. */
  const not = new Map<NamedToken, Set<string>>()
  for (const [handle, tokens] of byHandle) {
    if (tokens.length === 1) continue
    const meant =
      tokens.find(({ mint }) => text.includes(mint)) ?? tokens.find(({ mint }) => mint === tokenAddress)
    if (!meant && holds(text, handle) && isSayable(handle)) return { ambiguous: { handle, tokens } }
    for (const token of tokens) if (token !== meant) not.set(token, (not.get(token) ?? new Set()).add(handle))
  }
  return {
    tokens: all.flatMap((token) => {
      const shared = not.get(token)
      if (!shared) return [token]
      const { symbol, name } = token
      if (!shared.has(symbol.toLowerCase())) return [{ ...token, name: symbol }]
      return !shared.has(name.toLowerCase()) && holds(text, name) ? [token] : []
    }),
  }
}

const describeOwner = ({ owner }: NamedToken) => (owner === null ? 'which you created' : `shared by ${owner}`)

export const whichIsMeant = ({ handle, tokens }: { handle: string; tokens: NamedToken[] }): string =>
  [
    `Which token do you mean by ${handle.toUpperCase()}? There are ${tokens.length}. Use its address instead of the name:`,
    ...tokens.map((token) => `- ${token.symbol} (${token.name}), ${describeOwner(token)}: ${token.mint}`),
  ].join('\n')

/** The text with an address in place of the name, also where that has a dollar sign; null: it is not there. */
export const nameReplaced = (text: string, handle: string, mint: string): string | null =>
  holds(text, handle)
    ? text
        .replace(toPattern(handle), ` ${mint} `)
        .replaceAll(`$ ${mint}`, ` ${mint}`)
        .replaceAll(/ {2,}/g, ' ')
        .trim()
    : null

/** Each of them: the text with its address in place of the name. */
export const toChoices = (
  text: string,
  { handle, tokens }: { handle: string; tokens: NamedToken[] },
): Choice[] =>
  tokens.slice(0, CHOICES).map(({ symbol, name, mint }) => ({
    label: `${symbol} (${name}), ${mint.slice(0, 4)}...${mint.slice(-4)}`,
    reply: text.replace(toPattern(handle), ` ${mint} `),
  }))
const CHOICES = 3

/** Said with the plan: a name alone does not tell whose token it is. */
export function namedInPlan(tokens: NamedToken[], { token_address: mint }: Plan): string[] {
  const token = tokens.find((one) => one.mint === mint)
  return token ? [`${token.symbol} is ${token.name}, ${mint}, ${describeOwner(token)}.`] : []
}
