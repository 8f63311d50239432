/** An instruction and its outcome. */
import type { ParsedInstruction } from '@purser/contract/agents/agents.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { PlanEdit } from '@purser/contract/agents/reading.ts'
import type { PlanFigures } from '@purser/contract/agents/shown-plans.ts'
import type { Interpreter, Pending } from '../../../ports/interpreter.ts'
import type { TokenNames } from '../../tokens/index.ts'
import type { Transfers } from '../../transfers/index.ts'
import type { Groups, OwnedWallet } from '../../wallets/index.ts'
import type { AnswerParts } from '../answers/asking.ts'
import type { ProposalParts } from '../proposed-transfer/propose.ts'

export type InterpretParts = AnswerParts &
  ProposalParts & {
    groups: Groups
    interpreter: Interpreter
    tokenNames: Pick<TokenNames, 'known' | 'isSayable' | 'labels'>
    transfers: Pick<Transfers, 'submit'>
    /** If so, a token that has no price but its quote needs the user's word. */
    realFunds: boolean
  }
export type Instruction = {
  userId: number
  agentId: number
  text: string
  /** In place of the text: fields of the plan shown last. */
  edits: PlanEdit[]
  /** In place of both: the plan shown last once more, as it was assumed then. */
  again: { assumptions: string[] } | null
  tokenAddress: string | null
  wallets: OwnedWallet[]
  groupId: number | null
  /** Shown when the user did not choose the wallets. */
  walletAssumption: string | null
  /** The last plan shown for this agent. */
  previousPlan: Plan | null
  /** Its fields that have their value by default. */
  unsaid: string[]
  /** The last instruction of this agent that ended in a question. */
  pending: Pending | null
  now: number
  /** A plan waits for Execute. */
  isOffered: boolean
}

/** An answer without a plan; its text goes into `explanation`. */
export const nothing = {
  success: true,
  parsedPlan: null,
  plan_hash: null,
  feasible: false,
  isQuestion: false,
  isProcessing: false,
  assumptions: [],
  reading: [],
  question: null,
}

/** Kept of a plan besides what is answered: its assumptions without the one of its wallets. */
export type Terms = { assumptions: string[]; figures: PlanFigures | null }
/**
 * `pending`: the question that is open after it; undefined: the one before stays so. `unsaid` and `terms`: of the plan.
 */
export type Interpreted = {
  parsed: ParsedInstruction
  pending?: Pending | null
  unsaid?: string[]
  terms?: Terms
  /** The wallets of the plan, where the message chose others than the settings. */
  on?: Pick<Instruction, 'wallets' | 'groupId' | 'walletAssumption'>
  /** The plan on screen is withdrawn. */
  withdraws?: true
}

/** Whether it is no text, but the plan shown last, as it is or with other fields. */
export const isOfLastPlan = ({ edits, again }: Instruction): boolean => edits.length > 0 || again !== null
