/**
 * Why one transfer of many is refused before anything of it is signed, by code. The chain's own errors have no code:
 * document 3's table words them (friendlyError).
 */
import * as z from 'zod/mini'
import { friendlyError, gatherTexts, tokenTexts, unusable } from '../distributions/distribution-texts.ts'

type Sentences = {
  /** `least`: SOL that an account must hold to exist. */
  below_rent: (context: { least: string }) => string
  nothing_beyond_keep: string
  no_tokens: string
  no_fee: string
  frozen: string
  starts_frozen: string
  not_theirs: string
}
export const lineRefusalTexts: Sentences = {
  below_rent: ({ least }) =>
    `Below the rent minimum: the wallet holds no SOL, so it must receive at least ${least} SOL`,
  nothing_beyond_keep: gatherTexts.nothingThere,
  no_tokens: tokenTexts.nothingThere,
  no_fee: tokenTexts.noFee,
  ...unusable,
}

export const LINE_REFUSALS = [
  'below_rent',
  'nothing_beyond_keep',
  'no_tokens',
  'no_fee',
  'frozen',
  'starts_frozen',
  'not_theirs',
] as const satisfies (keyof Sentences)[]
export const LineRefusal = z.enum(LINE_REFUSALS)
export type LineRefusal = z.infer<typeof LineRefusal>
/**
 * The refusal of a transfer with an `error`: set if that is the sentence of this code, and not the chain's own text.
 */
export const refusal = z.optional(z.nullable(LineRefusal))

/**
 * The text that people read for a transfer's error: our own sentence as it is, the chain's text as document 3 words it.
 */
export const transferError = (
  { error, refusal: code }: { error: string; refusal?: LineRefusal | null | undefined },
  options: { certain?: boolean } = {},
): string => (code ? error : friendlyError(error, options))
