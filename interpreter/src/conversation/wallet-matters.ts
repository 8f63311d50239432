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
/** The words before and after the name of a wallet or a group that is to be used. 'Out of wallet 2' has others. */
const USE_LEAD =
  String.raw`^\W*(?:(?:please|pls|ok|okay|oh|no|wait|hm+|actually|and|but|then|so|now|rather|let's|lets|can you|could you|i want to|i'd like to)\b[\s,.!:-]*)*` +
  String.raw`(?:(?:use|using|go with|take|try)|(?:switch|change|swap|move|set|put)(?: (?:it|that|this))?(?: over)? (?:to|on|onto)|(?:trade|do|run|pay|buy|make|spend)(?: (?:it|that|this))? (?:with|from|on)|with|from|on)`
const USE_END = String.raw`(?:\s+(?:wallet|group))?(?:[\s,]+(?:instead|please|pls|thanks|thx|for (?:it|this one|that one|this|that|the plan|me)|then|rather|now))*\W*$`
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

/** 'Use wallet 2 instead', 'from the group Snipers'. A name that is a figure or a word needs 'wallet' or 'group'. */
function readUse(
  text: string,
  wallets: readonly string[],
  groups: readonly string[],
): WalletMatter | undefined {
  if (!ASKS_TO_USE.test(text) || text.includes('?')) return undefined
  const plain = text.replace(
    new RegExp(String.raw`\b(wallet) (${NUMBERS.join('|')})\b`, 'gi'),
    (_, noun: string, word: string) => `${noun} ${NUMBERS.indexOf(word.toLowerCase())}`,
  )
  const fits = (name: string, noun: string): boolean => {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const isPlain =
      /\s|wallet|group/i.test(name) || new RegExp(String.raw`\b(?:wallet|group)\b`, 'i').test(plain)
    return (
      isPlain &&
      new RegExp(String.raw`${USE_LEAD}\s+(?:(?:the|my)\s+)?(?:${noun}\s+)?${escaped}${USE_END}`, 'i').test(
        plain,
      )
    )
  }
  const wallet = wallets.find((name) => fits(name, 'wallet'))
  if (wallet !== undefined) return { matter: 'use_wallet', name: wallet }
  const group = groups.find((name) => fits(name, 'group'))
  return group === undefined ? undefined : { matter: 'use_group', name: group }
}
