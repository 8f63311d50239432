/** The meaning of the service's refusals. */
import type { NoQuoteReason } from '@purser/contract/market/no-quote-texts.ts'
import { assetSymbol } from '@purser/contract/tokens/tokens.ts'
import * as z from 'zod/mini'
import type { QuoteRequest } from '../../../../ports/market.ts'

const Refusal = z.object({
  error: z.optional(z.nullable(z.string())),
  message: z.optional(z.nullable(z.string())),
  errorCode: z.optional(z.nullable(z.string())),
})

type Meaning = 'no_route' | 'too_little_for_a_unit'
/** Error codes of the service; its first form has none, only this text. */
const MEANINGS: Record<string, Meaning> = {
  'No routes found': 'no_route',
  TOKEN_NOT_TRADABLE: 'no_route',
  COULD_NOT_FIND_ANY_ROUTE: 'no_route',
  NO_ROUTES_FOUND: 'no_route',
  ROUTE_PLAN_DOES_NOT_CONSUME_ALL_THE_AMOUNT: 'no_route',
  CANNOT_COMPUTE_OTHER_AMOUNT_THRESHOLD: 'too_little_for_a_unit',
}
const MOST_WORDS = 200
const CONTROLS = /[\p{C}\p{Zl}\p{Zp}]+/gu

/** A stranger's text, for people: one line without anything invisible. */
export const cleaned = (words: string): string =>
  [...words.replaceAll(CONTROLS, ' ').replaceAll(/\s+/g, ' ').trim()].slice(0, MOST_WORDS).join('')

/** The reason in an answer with status 4xx about the request. */
export function toNoQuoteReason(body: string, { inputMint, outputMint }: QuoteRequest): NoQuoteReason {
  const names = { symbol: assetSymbol(inputMint), of: assetSymbol(outputMint) }
  const { error, message, errorCode } = readRefusal(body)
  const code = Object.hasOwn(MEANINGS, errorCode ?? error ?? '')
    ? MEANINGS[errorCode ?? error ?? '']
    : undefined
  if (code !== undefined) return { code, ...names }
  const words = cleaned(error ?? message ?? errorCode ?? body)
  return { code: 'service_refuses', words: words === '' ? 'it gave no reason' : words }
}

function readRefusal(body: string): z.infer<typeof Refusal> {
  try {
    const read = z.safeParse(Refusal, JSON.parse(body))
    return read.success ? read.data : {}
  } catch {
    return {}
  }
}
