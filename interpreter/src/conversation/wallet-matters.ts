/** Matters of wallets in a chat: a group to create, wallets to generate, list or export, and which of them to trade with. */
import { plainText } from '../text/words.ts'

export type WalletMatter = {
  matter: 'create_group' | 'generate' | 'list' | 'export' | 'use_wallet' | 'use_group'
  name?: string
  count?: number
}

const POLITE = String.raw`(?:(?:please|pls|can you|could you|would you|i want to|i'd like to|i need to|let's|hey|ok|now|and|also|then|first)[\s,]+)*`
const MAKE = '(?:generate|create|make|add|set up|start|open)'
/** At the beginning alone: 'buy 1 SOL of WIF with my new group' is an instruction. */
const GROUP = new RegExp(
  String.raw`^\W*${POLITE}(?:${MAKE}|new)\s+(?:(?:me|a|an|another|new|one|wallets?|my)\s+)*groups?\b` +
    String.raw`(?:\s+(?:of|for)\s+(?:my\s+)?wallets)?(?:\s*(?:called|named|with the name|for|as|:))?\s*(.*?)\W*$`,
  'i',
)
const POLITE_END = /(?:[\s,]+(?:please|pls|thanks|thx|for me))+$/i
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const COUNT = String.raw`(-?\d+(?:\.\d+)?|${NUMBERS.join('|')}|a couple(?: of)?|a dozen)`
const GENERATE = new RegExp(
  String.raw`\b(?:${MAKE}|give me|get me|i need|i want|need|want|new)\s+(?:(?:me|up|us)\s+)*(?:${COUNT}\s+)?(?:(?:a|an|another|one|new|more|fresh|extra|other|additional|solana)\s+)*wallets?\b`,
  'i',
)
const LIST = /\b(?:show|view|list|see)\s+(?:(?:me|all|of|my|the|our)\s+)*wallets?\b(?!\s+balances?)/i
const EXPORT = /\b(?:export|download)\s+(?:(?:all|of|my|the)\s+)*wallets?\b|\bexcel\b|\bspreadsheet\b/i
const TRADES =
  /\b(?:buy|sell|swap|dca|twap|grid|limit|trade|rebalance|invest|put|keep|hold|spread|long|short)\b/i
/** The words around a named wallet that say nothing but that it is to be used. */
const USE = new RegExp(
  String.raw`^(?:(?:please|pls|ok|okay|oh|no|wait|actually|and|but|then|so|can|could|you|lets|let's|i|want|to|instead|rather|now|the|my|` +
    String.raw`use|using|take|switch|change|swap|go|move|make|set|it|that|this|trade|trades|trading|do|run|pay|spend|buy|for|from|with|on|out|of|` +
    String.raw`wallet|wallets|group|should|come|in|be|one|please|thanks|plan|order|orders|using)\b[\s,.!:-]*)*$`,
  'i',
)
/** It may name a wallet or a group to trade with. */
export const asksToUse = (text: string): boolean => ASKS_TO_USE.test(text)
const ASKS_TO_USE = /\b(?:use|using|switch|change|take|with|from|on|move|swap to|go with)\b/i

/** `wallets` and `groups`: their names. */
export function readWalletMatter(
  written: string,
  { wallets, groups }: { wallets: readonly string[]; groups: readonly string[] },
): WalletMatter | undefined {
  const text = plainText(written).replace(/\s+/g, ' ').trim()
  const group = GROUP.exec(text)
  if (group) {
    const name = (group[1] ?? '').replace(POLITE_END, '').replace(/^["']|["']$/g, '')
    if (name === '') return { matter: 'create_group' }
    return TRADES.test(name) ? undefined : { matter: 'create_group', name }
  }
  const isTrade = TRADES.test(text)
  const generate = isTrade ? null : GENERATE.exec(text)
  if (generate) {
    const said = (generate[1] ?? 'one').toLowerCase()
    const count = /^-?\d/.test(said)
      ? Number(said)
      : said.startsWith('a couple')
        ? 2
        : said === 'a dozen'
          ? 12
          : NUMBERS.indexOf(said)
    return { matter: 'generate', count }
  }
  const use = readUse(text, wallets, groups)
  if (use) return use
  if (!isTrade && LIST.test(text)) return { matter: 'list' }
  return !isTrade && EXPORT.test(text) ? { matter: 'export' } : undefined
}

/** 'Use wallet 2 instead', 'from the group Snipers': one name, and nothing else that says something. */
function readUse(
  text: string,
  wallets: readonly string[],
  groups: readonly string[],
): WalletMatter | undefined {
  if (!ASKS_TO_USE.test(text)) return undefined
  const plain = text.replace(
    new RegExp(String.raw`\b(wallet|agent) (${NUMBERS.join('|')})\b`, 'gi'),
    (_, noun: string, word: string) => `${noun} ${NUMBERS.indexOf(word.toLowerCase())}`,
  )
  const named = [
    ...wallets.map((name) => ({ matter: 'use_wallet' as const, name })),
    ...groups.map((name) => ({ matter: 'use_group' as const, name })),
  ].toSorted((a, b) => b.name.length - a.name.length)
  for (const { matter, name } of named) {
    const at = plain.toLowerCase().indexOf(name.toLowerCase())
    if (at < 0 || /[\p{L}\p{N}]/u.test(plain.charAt(at + name.length))) continue
    return USE.test(`${plain.slice(0, at)} ${plain.slice(at + name.length)}`.trim())
      ? { matter, name }
      : undefined
  }
  return undefined
}
