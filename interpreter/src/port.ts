/** Parses an instruction into a plan, a question back, or the topic of an answer. It has no signer and starts nothing. */
import type { ParseFailure } from '@purser/contract/agents/parse-failures.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { UnderstoodAs } from '@purser/contract/agents/conversation.ts'
import type { Choice, PlanEdit, QuestionCode, ReadingPart } from '@purser/contract/agents/reading.ts'

import type { Member, NamedGroup } from './transfers/places.ts'
import type { NamedToken } from './text/named-token.ts'
import type { TransferRead } from './transfers/read.ts'

export type { Member, NamedGroup, Place } from './transfers/places.ts'
export type { TransferRead } from './transfers/read.ts'
export type { NamedToken } from './text/named-token.ts'

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
  /** The question that is open in this conversation. */
  pending?: Pending | null
  /** The user's agents, and the one that is talked to. */
  agents?: readonly RunningAgent[]
  agentId?: number
  /** The user's wallets and groups, if the text may name one. */
  wallets?: readonly Member[]
  groups?: readonly NamedGroup[]
}
/** `symbol`: the token that it trades. */
export type RunningAgent = {
  id: number
  name: string
  status: 'running' | 'paused' | 'stopping' | 'stopped'
  symbol?: string
}
/**
 * An open question. `instruction`: the draft that it is about, in lines: the text, and what was answered since.
 * `isOffer`: nothing is asked; the draft is the nearest plan of what cannot be done. `misses`: the texts in a row since
 * then that were not understood.
 */
export type Pending = {
  instruction: string
  code: QuestionCode
  question?: string
  choices?: Choice[]
  isOffer?: true
  /** The draft is a transfer. */
  isTransfer?: true
  misses?: number
}
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

/** An agent that a question names, if it is not the one talked to. */
export type NamedAgent = { id: number; name: string }

/** The topic of an answer, which the agents domain makes from real data. */
export type Topic =
  | { about: 'price'; mints: string[] }
  | { about: 'strategy'; agent?: NamedAgent }
  | { about: 'balances' }
  | { about: 'capabilities' }
  | { about: 'greeting' }
  | { about: 'settings' }
  | { about: 'profit'; agent?: NamedAgent }
  | { about: 'next_order'; agent?: NamedAgent }
  /** The reason why an order was skipped. */
  | { about: 'skipped'; agent?: NamedAgent }
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
  /** How much could be lost with the plan shown, or with what runs. */
  | { about: 'risk'; agent?: NamedAgent }
  /** The prices of the stop and the target. */
  | { about: 'exits'; agent?: NamedAgent }
  /** The behaviour outside of a grid's range. */
  | { about: 'below_range'; agent?: NamedAgent }
  /** `paid`: only those of the past. */
  | { about: 'fees'; paid?: true; agent?: NamedAgent }
  /** Orders filled and left. */
  | { about: 'orders'; agent?: NamedAgent }
  | { about: 'trades'; agent?: NamedAgent }
  /** The reason of the last order, or of a loss. */
  | { about: 'why'; agent?: NamedAgent }
  /** A token's change within 24 hours; `advice`: whether it is a good buy. */
  | { about: 'trend'; mints: string[] }
  | { about: 'advice'; mints: string[] }
  /** A way of trading: 'what is a DCA?' */
  | { about: 'explain'; term: string }
  | { about: 'unknown' }

/** A plan that may wait for the price before all its fields are known. */
export type Unpriced = { plan: Plan; relative?: RelativePrice[]; exits?: PlacedExit[] }

/** `as`: the branch of the conversation. `asked`: the question that is open after it; absent if it is the same as before. */
export type Interpretation = Meaning & { as?: UnderstoodAs; asked?: Pending | null }

export type Meaning =
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
  /** Understood but not supported; `sentence` says what is, and `suggestions` are the nearest plans. */
  | { kind: 'refused'; sentence: string; reading?: ReadingPart[]; suggestions?: Choice[] }
  /** An act of talk. `drops`: what it cancels. */
  | {
      kind: 'talk'
      act: 'cancel' | 'agree' | 'thanks' | 'greeting' | 'help'
      drops?: 'question' | 'plan'
      reading?: ReadingPart[]
    }
  /** Stops, pauses, resumes or closes what these agents run, by a button. None: nothing of the kind runs. */
  | {
      kind: 'control'
      do: 'stop' | 'pause' | 'resume' | 'close'
      agents: 'all' | number[]
      reading?: ReadingPart[]
    }
  /** A matter of wallets, by a button or in the settings. `name`: of a group, or of the wallet to use. */
  | {
      kind: 'wallets'
      matter: 'create_group' | 'generate' | 'list' | 'export' | 'use_wallet' | 'use_group'
      name?: string
      count?: number
      reading?: ReadingPart[]
    }
  /** A transfer to prepare, or the question that its text leaves open. */
  | { kind: 'transfer'; read: TransferRead | { question: string }; reading?: ReadingPart[] }
  /** Nothing of the conversation: `suggestions` are what the question offers, or examples. */
  | { kind: 'unknown'; sentence: string; suggestions: Choice[]; reading?: ReadingPart[] }
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
  editPlan(request: EditRequest): Interpretation
  /** Whose names the reading of this text may need: they are not looked up for every text. */
  namesNeeded(request: Pick<InterpreterRequest, 'instruction' | 'tokens' | 'pending'>): {
    agents: boolean
    wallets: boolean
  }
  /** The plan with this name of its token in its sentence. */
  named(unpriced: Unpriced, name: string): Plan
  healthy(): Promise<boolean>
}
