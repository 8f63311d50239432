/** An answer to a question: a model gets the instruction that it completes, and its plan is checked against both. */
import type { PlanAmount } from '@purser/contract/strategies/plan.ts'
import type { QuestionCode } from '@purser/contract/agents/reading.ts'
import type { Language } from '../interpret.ts'
import { interpretWith, isAnswer } from '../interpreter.ts'
import type { Interpretation, InterpreterRequest, Pending } from '../port.ts'
import { AMOUNTS } from './questions.ts'
import { speaksOfSelling } from './explicit-sides.ts'

export type Answered = {
  /** The part for the prompt. */
  asked: { instruction: string; missing: QuestionCode }
  /** Both as one instruction. */
  whole: InterpreterRequest
  /** The desk's own reading of the answer. */
  own: Interpretation
  /** The instruction to keep if something is still missing. */
  kept: string
}

const BARE = /^\W*\d[\d.,]*\W*$|^\W*\.\d+\W*$/

/** Undefined if there was no question, and for an instruction or a question of its own. */
export function findAnsweredQuestion(language: Language, request: InterpreterRequest): Answered | undefined {
  const { pending, instruction } = request
  if (!pending || !isAnswer(language, request)) return undefined
  const own = interpretWith(language, request)
  const [first = '', ...lines] = pending.instruction.split('\n')
  const before = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1),
  ])
  const unit = unitOf(own, pending)
  const texts = [...before, [pending.code, instruction] as const].map(([code, said]) =>
    code === 'amount' && unit !== undefined && BARE.test(said) ? `${said} ${unit}` : said,
  )
  const isKnown = language.grammar.read(instruction, request.tokens).unknown.length === 0
  return {
    asked: {
      instruction: [first, ...before.map(([, said]) => said)].join('\n'),
      missing: pending.code,
    },
    whole: { ...request, instruction: [first, ...texts].join('\n'), previousPlan: null, pending: null },
    own,
    // A part of an answer that the desk does not know would be lost: the question is repeated.
    kept: isKnown
      ? `${pending.instruction}\n${pending.code}:${instruction.replace(/[\r\n]/g, ' ')}`
      : pending.instruction,
  }
}

/** Returns the unit of a bare figure by the question: 'How much SOL …'. Undefined if that is not sure. */
function unitOf(own: Interpretation, { instruction }: Pending): string | undefined {
  if (own.kind !== 'plan') {
    // The figure was taken, and another field is missing.
    const isTaken = own.kind === 'ask' && own.code !== 'amount' && own.code !== 'other'
    return isTaken && !speaksOfSelling(instruction) && !/usd|\$/i.test(instruction) ? 'SOL' : undefined
  }
  const fields = own.plan as Record<string, unknown>
  const amount = AMOUNTS.map((name) => fields[name] as PlanAmount | undefined).find((one) => one)
  return amount?.unit === 'token' ? 'tokens' : amount?.unit
}
