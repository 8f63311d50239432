/**
 * A language model as interpreter, over any OpenAI-compatible endpoint. It translates; the desk checks, words and
 * decides.
 */
import type { Interpreter } from '../port.ts'
import { applyEdits } from '../follow-up/edit.ts'
import { language as desk } from '../desk-language.ts'
import type { Language } from '../interpret.ts'
import { renamePlan } from '../intents/make.ts'
import { OUTSIDE } from '../intents/questions.ts'
import { onlyOwnWallets, tooLong } from '../replies.ts'
import { isForbidden } from '../intents/question/topic.ts'
import { namesNeeded, recognize, toBranch } from '../conversation/converse.ts'
import { findAnsweredQuestion } from './answered.ts'
import { type ClientParts, createClient } from './client.ts'
import { interpretReply } from './meaning.ts'
import { buildSystemPrompt, userMessage } from './prompt.ts'
import { readReply, buildSchema } from './reply.ts'

const NOBODY_LISTENS = { signal: new AbortController().signal, status: () => undefined }

export function modelInterpreter(parts: ClientParts, language: Language = desk): Interpreter {
  const client = createClient(parts)
  const { intents } = language
  const system = buildSystemPrompt(intents)
  const schema = { name: 'reading_of_an_instruction', schema: buildSchema(intents) }
  return {
    name: 'model',
    slow: true,
    async interpret(request, progress = NOBODY_LISTENS) {
      language.grammar.begin()
      const recognized = recognize(language, request)
      if (recognized) return recognized
      // A text that every interpreter refuses need not leave the desk.
      if (isForbidden(request.instruction)) return toBranch(request, onlyOwnWallets())
      if (language.grammar.read(request.instruction, request.tokens).isTooLong) return tooLong()
      const answer = await client.ask(
        {
          system,
          user: userMessage(request, findAnsweredQuestion(language, request)?.asked),
          schema,
        },
        progress,
      )
      if ('failure' in answer) return { kind: 'failed', failure: answer.failure }
      const said = readReply(answer.text, intents)
      if (said === null) {
        parts.log.warn({ part: 'model', failure: 'no reading' }, 'the model failed')
        return { kind: 'failed', failure: 'unexpected' }
      }
      if (said === 'outside') return toBranch(request, { kind: 'refused', sentence: OUTSIDE })
      const meant = interpretReply(said, request, language)
      return toBranch(request, language.grammar.metTooLong(request.tokens) ? tooLong() : meant)
    },
    editPlan: (request) => applyEdits(intents, request),
    namesNeeded,
    named: (unpriced, name) => renamePlan(intents, unpriced, name),
    healthy: client.healthy,
  }
}
