/** Which tokens an instruction may name besides the known ones. One that two tokens bear is asked about, never guessed. */
import type { NamedToken } from '@purser/contract/created-tokens.ts'
import type { Plan } from '@purser/contract/plan.ts'

/** A text's own handles of a token: whole words, in any case. */
const holds = (text: string, words: string): boolean => {
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').test(text)
}
const handlesOf = ({ symbol, name }: NamedToken) => [...new Set([symbol.toLowerCase(), name.toLowerCase()])]

export type Nameable =
  | { tokens: NamedToken[] }
  /** The text names it, and it may be any of these. */
  | { ambiguous: { handle: string; tokens: NamedToken[] } }

/** Which of them the text may name. An address in the text or in the settings tells two of one name apart. */
export function nameable(
  all: NamedToken[],
  { text, tokenAddress }: { text: string; tokenAddress: string | null },
): Nameable {
  const byHandle = new Map<string, NamedToken[]>()
  for (const token of all)
    for (const handle of handlesOf(token)) byHandle.set(handle, [...(byHandle.get(handle) ?? []), token])
  const left = new Set(all)
  for (const [handle, tokens] of byHandle) {
    if (tokens.length === 1) continue
    const meant =
      tokens.find(({ mint }) => text.includes(mint)) ?? tokens.find(({ mint }) => mint === tokenAddress)
    if (!meant && holds(text, handle)) return { ambiguous: { handle, tokens } }
    for (const token of tokens) if (token !== meant) left.delete(token)
  }
  return { tokens: all.filter((token) => left.has(token)) }
}

const ownerOf = ({ owner }: NamedToken) =>
  owner === null ? 'which you created' : `which ${owner} lets you use`

export const whichIsMeant = ({ handle, tokens }: { handle: string; tokens: NamedToken[] }): string =>
  [
    `Which token do you mean by ${handle.toUpperCase()}? There are ${tokens.length}. Give the address of yours in place of the name:`,
    ...tokens.map((token) => `- ${token.symbol} (${token.name}), ${ownerOf(token)}: ${token.mint}`),
  ].join('\n')

/** Said with the plan: a name alone does not tell whose token it is. */
export function namedInPlan(tokens: NamedToken[], { token_address: mint }: Plan): string[] {
  const token = tokens.find((one) => one.mint === mint)
  return token ? [`${token.symbol} is ${token.name}, ${mint}, ${ownerOf(token)}.`] : []
}
