import type { ReadingPart } from '@purser/contract/agents/reading.ts'
import { redactKeys } from '../../wallets/index.ts'
import { asSent } from './as-sent.ts'
import { wordIn } from './mint-check.ts'

/** The text without secret keys and without the user's word for a mint. */
export type ReadText = {
  text: string
  /** The mint that the user's word is about. */
  accepted: string | null
  /** Places what was read in the text as it was sent. */
  locate(parts?: ReadingPart[]): ReadingPart[]
}

export function readText(whole: string): ReadText {
  const { said, accepted } = wordIn(whole)
  const text = redactKeys(said.trim())
  return {
    text,
    accepted,
    locate: (parts = []) => [
      ...asSent(said, text, parts),
      ...(accepted === null ? [] : [{ from: said.length, to: whole.length, kind: 'filler' as const }]),
    ],
  }
}
