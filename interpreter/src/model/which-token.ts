/**
 * Finds the token that a reply means. Only tokens in the text, in the settings or in the plan shown before are ever
 * traded.
 */
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { ADDRESS_PATTERN } from '@purser/contract/values.ts'
import type { Interpretation, InterpreterRequest, NamedToken } from '../port.ts'
import { language } from '../desk-language.ts'
import { ask } from './questions.ts'
import { oneToken } from '../intents/questions.ts'
import { toAsset, type Base, getName } from '../text/names.ts'

export type TokenMeant = { mint: string; name: string; fromSetting: boolean }

const MINT = new RegExp(`(?<![A-Za-z0-9])${ADDRESS_PATTERN}(?![A-Za-z0-9])`, 'g')
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const stands = (word: string, text: string) =>
  text.toLowerCase().includes(word.toLowerCase()) &&
  new RegExp(`(?<![A-Za-z0-9])${escaped(word)}(?![A-Za-z0-9])`, 'i').test(text)
const isMoney = (mint: string) => mint === SOL_MINT || mint === USDC_MINT
const MONEY: Record<string, RegExp> = {
  [SOL_MINT]: /\b(?:w?sols?|solana)\b/i,
  [USDC_MINT]: /\busdc\b|\busd coin\b/i,
}

const whichOf = (tokens: Base[]): Interpretation => oneToken(tokens.map(getName)).asked
/** Tells whether the words of a name cannot be read as anything else: none of them means anything here. */
const isPlain = (name: string, { tokens }: InterpreterRequest): boolean =>
  name
    .toLowerCase()
    .split(/\s+/)
    .every(
      (word) =>
        /^[a-z][a-z0-9]*$/.test(word) &&
        !language.grammar.isOrdinary(word) &&
        !tokens.some(({ symbol }) => symbol.toLowerCase() === word),
    )

const isKnown = (mint: string) => KNOWN_TOKENS.some((token) => token.mint === mint)
/** A name that anybody may have given counts only if its words mean nothing else. */
const isSaid = ({ mint, name = '' }: NamedToken, request: InterpreterRequest): boolean =>
  name !== '' && stands(name, request.instruction) && (isKnown(mint) || isPlain(name, request))

const isNamed = (token: NamedToken, request: InterpreterRequest) =>
  MONEY[token.mint]?.test(request.instruction) ??
  (stands(token.symbol, request.instruction) || isSaid(token, request))

/** Lists every token that the text names, by mint, symbol or name. */
export function mintsIn(request: InterpreterRequest): string[] {
  const { instruction, tokens } = request
  const known = tokens.filter((t) => isNamed(t, request)).map((t) => t.mint)
  return [...new Set([...(instruction.match(MINT) ?? []), ...known])]
}

/** The mint of a symbol, a name or a mint that the model wrote; undefined if it cannot be found. */
export function mintSaid(word: string, request: InterpreterRequest, previous?: string): string | undefined {
  const lower = word.trim().replace(/^\$/, '').toLowerCase()
  const known = request.tokens.find(
    (t) => t.mint === word || t.symbol.toLowerCase() === lower || t.name?.toLowerCase() === lower,
  )
  if (known) return known.mint
  return [...mintsIn(request), request.tokenAddress, previous].find((mint) => mint === word) ?? undefined
}

export function whichToken(
  said: string | undefined,
  request: InterpreterRequest,
  previous?: string,
): TokenMeant | { reply: Interpretation } {
  const named = mintsIn(request)
  const traded = named.filter((mint) => !isMoney(mint))
  const symbolOf = (mint: string) => request.tokens.find((t) => t.mint === mint)?.symbol
  const asset = (mint: string) => toAsset(mint, symbolOf(mint)) as Base
  const of = (mint: string, fromSetting = false): TokenMeant => ({
    mint,
    name: getName(asset(mint)),
    fromSetting,
  })
  if (traded.length > 1) return { reply: whichOf(traded.map(asset)) }
  const meant = said === undefined ? undefined : mintSaid(said, request, previous)
  const [only] = traded
  if (only !== undefined)
    return meant === undefined || meant === only || isMoney(meant)
      ? of(only)
      : { reply: whichOf([asset(only), asset(meant)]) }
  // SOL or USDC are the traded token only if no other can be meant.
  if (meant !== undefined && named.includes(meant)) return of(meant)
  if (previous !== undefined && (meant === undefined || meant === previous)) return of(previous)
  if (request.tokenAddress !== null && (meant === undefined || meant === request.tokenAddress))
    return of(request.tokenAddress, true)
  const asked = ask('Which token should I trade? Name it or give its mint address.', 'token')
  const name = said?.trim().replace(/^\$/, '') ?? ''
  // A model's own text counts only if the user's text has it, and if its words mean nothing else.
  const isOpen = meant === undefined && stands(name, request.instruction) && isPlain(name, request)
  return { reply: isOpen && asked.kind === 'ask' ? { ...asked, unknownName: name } : asked }
}
