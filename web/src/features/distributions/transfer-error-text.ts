/** The words for a wallet's error that people read. */
import { tokenTexts, unusable } from '@purser/contract/distributions/distribution-texts.ts'
import { type LineRefusal, transferError } from '@purser/contract/transfers/line-refusals.ts'
import { type Kind, movesTokens } from './kinds.ts'

/** The desk knows some errors of a token transfer before anything is sent; they need no other words. */
const PLAIN: ReadonlySet<string> = new Set([
  tokenTexts.nothingThere,
  tokenTexts.noFee,
  ...Object.values(unusable),
])

type Options = { certain?: boolean; refusal?: LineRefusal | null | undefined }
export const transferErrorText = (
  kind: Kind,
  error: string,
  { refusal, ...options }: Options = {},
): string => (movesTokens(kind) && PLAIN.has(error) ? error : transferError({ error, refusal }, options))
