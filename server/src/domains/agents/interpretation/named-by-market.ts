/** A name that no known token bears, looked up in the live market. Of several none is ever chosen. */
import { usdText } from '@purser/contract/tokens/mint-texts.ts'
import type { AskedBack, Choice } from '@purser/contract/agents/reading.ts'
import type { FoundToken } from '@purser/contract/tokens/token-search.ts'
import type { NamedToken } from '../../../ports/interpreter.ts'
import type { TokenLookUp } from '../../../ports/token-search.ts'
import { nameReplaced } from './named-tokens.ts'

export type NamedByMarket =
  /** The token under the name that the text uses; `said` goes with the plan. */
  | { token: NamedToken; said: string }
  | { explanation: string; question: AskedBack }
  /** No token bears it. */
  | null

const CHOICES = 5

const describeFacts = ({ liquidity_usd: liquidity, since, warnings }: FoundToken): string =>
  [
    liquidity === null ? 'liquidity unknown' : `${usdText(liquidity)} of liquidity`,
    since === null ? 'age unknown' : `first traded on ${since.slice(0, 'yyyy-mm-dd'.length)}`,
    ...warnings.map(({ text }) => text),
  ].join(', ')
const formatLine = (token: FoundToken): string =>
  `- ${token.symbol} (${token.name}), ${token.verified ? 'verified, ' : ''}${describeFacts(token)}: ${token.mint}`

/** `word`: as `text` has it, or as an earlier text had it that this one answers: then the address alone is the answer. */
export async function namedByMarket(
  lookUp: TokenLookUp,
  { word, text }: { word: string; text: string },
): Promise<NamedByMarket> {
  const tokens = await lookUp.bearing(word)
  if (tokens === null)
    return {
      explanation: `Which token is ${quoted(word)}? The market's token service is not responding, so I could not look up that name. Give the token's address, or try again later.`,
      question: { code: 'token', choices: [] },
    }
  const [only, ...more] = tokens
  if (!only) return null
  // One alone and verified is what the name means; its facts stand beside the plan.
  if (more.length === 0 && only.verified && only.warnings.every(({ code }) => code !== 'imitates'))
    return {
      // Its name is a stranger's, and no word of an instruction.
      token: { symbol: word, mint: only.mint, decimals: only.decimals },
      said: `${word} is ${only.symbol} (${only.name}), ${only.mint}: verified, ${describeFacts(only)}.`,
    }
  const shown = tokens.slice(0, CHOICES)
  const left = tokens.length - shown.length
  const asked =
    more.length === 0
      ? `By ${quoted(word)}, do you mean this token? It is not verified: anyone can give a token that name.`
      : `Which token do you mean by ${quoted(word)}? ${tokens.length} tokens have that name, and a name does not tell who made them:`
  return {
    explanation: [
      asked,
      ...shown.map(formatLine),
      ...(left > 0 ? [`${left} more not shown; to use another one, give its address.`] : []),
    ].join('\n'),
    question: { code: 'token', choices: shown.map((token) => toChoice(token, text, word)) },
  }
}

const quoted = (word: string): string => `"${word}"`

const toChoice = ({ symbol, name, mint, verified }: FoundToken, text: string, word: string): Choice => ({
  label: `${symbol} (${name}), ${mint.slice(0, 4)}...${mint.slice(-4)}, ${verified ? 'verified' : 'not verified'}`,
  reply: nameReplaced(text, word, mint) ?? mint,
})
