/**
 * A kind of instruction: its words, its reading, its missing fields and the questions for them, its defaults, its
 * sentence.
 */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Bag } from '../clauses/bag.ts'
import type { Vocabulary } from '../clauses/grammar.ts'
import type { Settings } from '../clauses/trade.ts'
import type { ForModel } from './for-model.ts'
import type { Outcome } from './outcome.ts'
import type { Waits } from './sentence-parts.ts'

export type PlanDraft = Plan extends infer P ? (P extends Plan ? Omit<P, 'goal'> : never) : never

export type Intent = {
  /** The type of its plans. */
  type: string
  /** The name that people use. */
  name: string
  vocabulary: Vocabulary
  /** How surely the text is one of these, 0 to 100; the surest reads it. */
  claim(bag: Bag): number
  read(bag: Bag, settings: Settings): Outcome
  /** Its description for a model, and the questions and defaults for fields that a reply leaves open. */
  model: ForModel
  /** The sentence of its plan, which reads back as the same plan; without limits that every type may have. */
  sentence(plan: never, name: string, waits: Waits): string
}
