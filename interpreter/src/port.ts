/** Parses an instruction into a plan, a question back, or the topic of an answer. It has no signer and starts nothing. */
import type { ParseFailure } from '@purser/contract/agents/parse-failures.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Choice, PlanEdit, QuestionCode, ReadingPart } from '@purser/contract/agents/reading.ts'

export type NamedToken = { symbol: string; mint: string; decimals: number; name?: string }

export type InterpreterRequest = {
  /** The instruction with secret keys redacted. */
  instruction: string
  /** The token address of the settings, if one is set. */
  tokenAddress: string | null
  /** Tokens that can be named by symbol. */
  tokens: NamedToken[]
  /** The last plan shown for this agent, which a follow-up such as 'make it every two hours' changes. */
  previousPlan: Plan | null
  /** Fields of `previousPlan` that were filled by default, from its interpretation. */
  unsaid?: readonly string[]
  /** The last instruction of this agent that ended in a question, which this one may answer. */
  pending?: Pending | null
}
export type Pending = { instruction: string; code: QuestionCode }
/** Fields of the plan shown last that were set one by one. */
export type EditRequest = { edits: PlanEdit[]; tokens: NamedToken[]; previousPlan: Plan | null }

/** A field that a follow-up changed; null: absent. */
export type FieldChange = { field: string; from: unknown; to: unknown }

/** A price relative to the present one ('10 % below'), resolved when the plan is made. */
export type RelativePrice = {
  field:
    | 'limit_price_usd'
    | 'entry_price_usd'
    | 'lower_price_usd'
    | 'upper_price_usd'
    | 'min_price_usd'
    | 'max_price_usd'
  percent: number
}

/** An exit given as a price ('stop at $2'); its percentage is calculated from the entry price. */
export type PlacedExit = { field: 'stop_loss_percent' | 'take_profit_percent'; price: number | string }

/** The topic of an answer, which the agents domain makes from real data. */
export type Topic =
  | { about: 'price'; mints: string[] }
  | { about: 'strategy' }
  | { about: 'balances' }
  | { about: 'capabilities' }
  | { about: 'greeting' }
  | { about: 'settings' }
  | { about: 'profit' }
  | { about: 'next_order' }
  /** The reason why an order was skipped. */
  | { about: 'skipped' }
  /** 'What would 0.1 SOL daily have made last month': the plan over that span, not offered for execution. */
  | {
      about: 'history'
      plan: Plan
      seconds: number
      assumptions: string[]
      /** Relative to the price at the beginning of that time. */
      relative?: RelativePrice[]
      exits?: PlacedExit[]
    }
  /** 'What if I buy …': explained like a plan, but not offered for execution. */
  | {
      about: 'hypothetical'
      plan: Plan
      assumptions: string[]
      relative?: RelativePrice[]
      exits?: PlacedExit[]
    }
  | { about: 'unknown' }

/** A plan that may wait for the price before all its fields are known. */
export type Unpriced = { plan: Plan; relative?: RelativePrice[]; exits?: PlacedExit[] }

export type Interpretation =
  /**
   * `relative`, `exits`: these fields have placeholders until the price is known. `changes`: it is the previous plan with
   * these changes.
   */
  | {
      kind: 'plan'
      plan: Plan
      assumptions: string[]
      relative?: RelativePrice[]
      exits?: PlacedExit[]
      changes?: FieldChange[]
      /** Fields that nothing determined, and that follow others when these change. */
      unsaid?: string[]
      reading?: ReadingPart[]
    }
  /**
   * Something required is missing or ambiguous: `question` asks the user for it ('How much …', 'Which token …').
   * `unknownName`: the text in the place of a token that is none of the given ones.
   */
  | {
      kind: 'ask'
      question: string
      code?: QuestionCode
      choices?: Choice[]
      merged?: string
      unknownName?: string
      reading?: ReadingPart[]
    }
  | { kind: 'question'; topic: Topic }
  /** Understood but not supported; `sentence` says what is. */
  | { kind: 'refused'; sentence: string; reading?: ReadingPart[] }
  /** The interpreter failed. */
  | { kind: 'failed'; failure: ParseFailure }

/** Progress of a slow interpreter, and its cancellation. */
export type Progress = { signal: AbortSignal; status(line: string): void }

export type Interpreter = {
  name: string
  /** It may take seconds: the caller answers first and defers the parse. */
  slow: boolean
  /** Never rejects. */
  interpret(request: InterpreterRequest, progress?: Progress): Promise<Interpretation>
  /** The plan shown last with these changes, at once. Never throws. */
  edited(request: EditRequest): Interpretation
  /** The plan with this name of its token in its sentence. */
  named(unpriced: Unpriced, name: string): Plan
  healthy(): Promise<boolean>
}
