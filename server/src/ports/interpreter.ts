/** Turns what a person wrote into a plan, a question back, or the topic of an answer. It never sees a signer and starts nothing. */
import type { ParseFailure } from '@purser/contract/parse-failures.ts'
import type { Plan } from '@purser/contract/plan.ts'

export type NamedToken = { symbol: string; mint: string; decimals: number; name?: string }

export type InterpreterRequest = {
  /** Already free of secret keys. */
  instruction: string
  /** The token address of the settings, if one is set. */
  tokenAddress: string | null
  /** Tokens that may be named by symbol in this account. */
  tokens: NamedToken[]
  /** The last plan shown for this agent: what 'make it every two hours' changes. */
  previousPlan: Plan | null
}

/** One field of a plan that a follow-up changed; null: it was not there. */
export type FieldChange = { field: string; from: unknown; to: unknown }

/** A price that the instruction gives against today's ('10 % below'): becomes a price when the plan is made. */
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

/** An exit that the instruction gives as a price ('stop at $2'): its percent follows once the price of the entry is known. */
export type PlacedExit = { field: 'stop_loss_percent' | 'take_profit_percent'; price: number | string }

/** What an answer is about; the answer itself is made from real data by the agents domain. */
export type Topic =
  | { about: 'price'; mints: string[] }
  | { about: 'strategy' }
  | { about: 'balances' }
  | { about: 'capabilities' }
  | { about: 'greeting' }
  | { about: 'settings' }
  /** 'What if I buy …': explained as a plan would be, but never offered for execution. */
  | {
      about: 'hypothetical'
      plan: Plan
      assumptions: string[]
      relative?: RelativePrice[]
      exits?: PlacedExit[]
    }
  | { about: 'unknown' }

export type Interpretation =
  /**
   * `relative`, `exits`: these fields hold a stand-in until the price is known. `changes`: it is the previous plan
   * with these.
   */
  | {
      kind: 'plan'
      plan: Plan
      assumptions: string[]
      relative?: RelativePrice[]
      exits?: PlacedExit[]
      changes?: FieldChange[]
    }
  /** Something needed is missing or ambiguous: `question` is what the user is asked ('How much …', 'Which token …'). */
  | { kind: 'ask'; question: string }
  | { kind: 'question'; topic: Topic }
  /** Understood, but nothing that can be done here; `sentence` says so and what can. */
  | { kind: 'refused'; sentence: string }
  /** The interpreter itself failed; nothing is known of what the instruction means. */
  | { kind: 'failed'; failure: ParseFailure }

/** How an interpreter that takes its time tells where it is, and hears that nobody waits any more. */
export type Progress = { signal: AbortSignal; status(line: string): void }

export type Interpreter = {
  name: string
  /** It may take seconds: the caller answers first and lets the meaning follow. */
  slow: boolean
  /** Never rejects. */
  interpret(request: InterpreterRequest, progress?: Progress): Promise<Interpretation>
  healthy(): Promise<boolean>
}
