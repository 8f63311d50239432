/** Language to plan: the interpreter that the desk embeds. Without network, deterministic; it never throws or invents. */
import { language } from './desk-language.ts'
import { applyEdits } from './follow-up/edit.ts'
import { intents } from './intents/index.ts'
import { renamePlan } from './intents/make.ts'
import { converse, namesNeeded } from './conversation/converse.ts'
import type { EditRequest, Interpretation, Interpreter, InterpreterRequest } from './port.ts'

/** Returns the meaning of a text. Same request, same answer; no side effects. */
export const interpretText = (request: InterpreterRequest): Interpretation => converse(language, request)
export const editPlan = (request: EditRequest): Interpretation => applyEdits(intents, request)

/** Tells whether it is one of the plans' own words, or read as a figure: no token should have this name. */
export function isOrdinaryWord(word: string): boolean {
  const parts = word.toLowerCase().match(/\p{L}+|\p{N}+|[^\p{L}\p{N}]+/gu) ?? []
  return parts.every((part) => /^\p{N}/u.test(part) || language.grammar.isReserved(part))
}

/**
 * The first texts are several times slower than later ones, until the grammar is built and their code is compiled: no
 * user should pay for that. The caller yields between the steps.
 */
export function* warmUp(): Generator<undefined, void> {
  for (const instruction of ['buy 1 SOL', 'dca 0.1 SOL every hour', 'rsi 1h 0.1 SOL per trade']) {
    interpretText({ instruction, tokenAddress: null, tokens: [], previousPlan: null })
    yield
  }
}

export const grammarInterpreter = (): Interpreter => ({
  name: 'grammar',
  slow: false,
  interpret: (request) => Promise.resolve(interpretText(request)),
  editPlan,
  namesNeeded,
  named: (unpriced, name) => renamePlan(intents, unpriced, name),
  healthy: () => Promise.resolve(true),
})
