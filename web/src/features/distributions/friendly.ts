/** What people read of a wallet's error. */
import { friendlyError, tokenTexts, unusable } from '@purser/contract/distribution-texts.ts'
import { type Kind, movesTokens } from './kinds.ts'

/** Of tokens the desk knows some before anything is sent, in words that need no others. */
const PLAIN: ReadonlySet<string> = new Set([
  tokenTexts.nothingThere,
  tokenTexts.noFee,
  ...Object.values(unusable),
])

export const friendly = (kind: Kind, error: string, options: { certain?: boolean } = {}): string =>
  movesTokens(kind) && PLAIN.has(error) ? error : friendlyError(error, options)
