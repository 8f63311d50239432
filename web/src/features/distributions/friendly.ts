/** What people read of a wallet's error. */
import { tokenTexts, unusable } from '@purser/contract/distribution-texts.ts'
import { type LineRefusal, transferError } from '@purser/contract/line-refusals.ts'
import { type Kind, movesTokens } from './kinds.ts'

/** Of a send of tokens the desk knows some before anything is sent, in words that need no others. */
const PLAIN: ReadonlySet<string> = new Set([
  tokenTexts.nothingThere,
  tokenTexts.noFee,
  ...Object.values(unusable),
])

type Options = { certain?: boolean; refusal?: LineRefusal | null | undefined }
export const friendly = (kind: Kind, error: string, { refusal, ...options }: Options = {}): string =>
  movesTokens(kind) && PLAIN.has(error) ? error : transferError({ error, refusal }, options)
