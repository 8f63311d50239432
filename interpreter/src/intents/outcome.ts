/** The result of an intent for its roles: a plan, or the question that it still has. */
import type { Choice, QuestionCode } from '@purser/contract/agents/reading.ts'
import type { Interpretation, PlacedExit, RelativePrice } from '../port.ts'

export type Fields = Record<string, unknown>
export type Draft = {
  fields: Fields
  name: string
  assumptions: string[]
  relative?: RelativePrice[]
  exits?: PlacedExit[]
  unsaid?: string[]
}
export type Asked = Extract<Interpretation, { kind: 'ask' | 'refused' }>
export type Outcome = { draft: Draft } | { asked: Asked }

export const ask = (code: QuestionCode, question: string, choices: Choice[] = []): { asked: Asked } => ({
  asked: { kind: 'ask', code, question, choices },
})
export const isAsked = (one: unknown): one is { asked: Asked } => one instanceof Object && 'asked' in one
