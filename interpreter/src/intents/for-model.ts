/** The description of a type for a model, and the questions and defaults for fields that its reply leaves open. */
import type { QuestionCode } from '@purser/contract/agents/reading.ts'
import type * as z from 'zod/mini'
import type { Asked, Fields } from './outcome.ts'

/** One required field, or one of several. */
export type Need = { oneOf: string[]; code: QuestionCode; question(fields: Fields, name: string): string }
/** `says`: the sentence about it. */
export type Default = { field: string; value(fields: Fields): unknown; says?(value: unknown): string }

export type ForModel = {
  /** The type in one clause of the prompt. */
  tells: string
  /** It buys or sells, and must say which; otherwise it does both. */
  sided: boolean
  /** They are asked in this order. */
  needs: Need[]
  /** Everything that is missing is asked at once. */
  atOnce?: true
  defaults: Default[]
  /** The sentences about what the plan leaves open. */
  notes?(fields: Fields): string[]
  /** The fields of its reply if the contract has no plan of this name, and the plan that they make. */
  fields?: Record<string, z.core.$ZodType>
  plan?(fields: Fields): Fields
}

export const need = (oneOf: string[], { asked }: { asked: Asked }): Need => ({
  oneOf,
  code: (asked.kind === 'ask' && asked.code) || 'other',
  question: () => (asked.kind === 'ask' ? asked.question : asked.sentence),
})
/** Both of them. */
export const needBoth = (fields: [string, string], asked: { asked: Asked }): Need[] =>
  fields.map((field) => need([field], asked))

type Words = { buys(quote: string, name: string): string; sells?(name: string): string }
/** 'How much SOL …', or of the token that is sold. */
export const needAmount = (field: string, { buys, sells }: Words): Need => ({
  oneOf: [field],
  code: 'amount',
  question: ({ trade_direction: side, quote = 'SOL' }, name) =>
    `How much ${side === 'sell' && sells ? sells(name) : buys(String(quote), name)}?`,
})
export const fallback = (field: string, value: unknown, says?: string): Default => ({
  field,
  value: () => value,
  ...(says === undefined ? {} : { says: () => says }),
})
