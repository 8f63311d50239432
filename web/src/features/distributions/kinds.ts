/** The operations of the distribution pages, by the server's names, and their texts. */
import {
  distributeTexts,
  gatherTexts,
  tokenTexts,
} from '@purser/contract/distributions/distribution-texts.ts'

export const SOL_KINDS = ['distribute', 'gather'] as const
export const TOKEN_KINDS = ['token-distribute', 'token-gather'] as const
const KINDS = [...SOL_KINDS, ...TOKEN_KINDS] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]
/** Each kind has a tab of its own, which is the place of its runs. */
export type Kind = (typeof KINDS)[number]
export const PLACES: readonly Kind[] = KINDS

export const kindOf = (type: string): Kind | undefined => KINDS.find((kind) => kind === type)
export const movesTokens = (kind: Kind): kind is TokenKind =>
  kind === 'token-distribute' || kind === 'token-gather'
/** From one wallet to many; else from many to one. */
export const isSpread = (kind: Kind): boolean => kind === 'distribute' || kind === 'token-distribute'

const texts = {
  distribute: distributeTexts,
  gather: gatherTexts,
  'token-distribute': tokenTexts.distribute,
  'token-gather': tokenTexts.gather,
} as const satisfies Record<Kind, object>
export const textsOf = (kind: Kind) => texts[kind]
export const failedText = (kind: Kind): string => texts[kind].failed
export const unreadableText = (kind: Kind): string =>
  (isSpread(kind) ? distributeTexts : gatherTexts).unreadable
