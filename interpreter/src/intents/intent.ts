/** A kind of instruction: its words, how it is read, what is missing and how that is asked, its defaults, its sentence. */
import type { Plan } from '@purser/contract/plan.ts'
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
  /** As people call it. */
  name: string
  vocabulary: Vocabulary
  /** How surely the text is one of these, 0 to 100; the surest reads it. */
  claim(bag: Bag): number
  read(bag: Bag, settings: Settings): Outcome
  /** What a model is told of it, and what is asked and filled in where a reply leaves something open. */
  model: ForModel
  /** The sentence of its plan, which reads back as the same plan; without limits that every type may have. */
  sentence(plan: never, name: string, waits: Waits): string
}
