/** A language model as interpreter, over any OpenAI-compatible endpoint. It translates; the desk checks, words and decides. */
import type { Interpreter } from '../port.ts'
import { editedWith } from '../follow-up/edit.ts'
import { intents } from '../intents/index.ts'
import { OUTSIDE } from '../intents/questions.ts'
import { control, onlyOwnWallets } from '../replies.ts'
import { isControl, isForbidden } from '../intents/question/topic.ts'
import { type ClientParts, createClient } from './client.ts'
import { meaningOf } from './meaning.ts'
import { SYSTEM, userMessage } from './prompt.ts'
import { readReply, replySchema } from './reply.ts'

const NOBODY_LISTENS = { signal: new AbortController().signal, status: () => undefined }

export function modelInterpreter(parts: ClientParts): Interpreter {
  const client = createClient(parts)
  return {
    name: 'model',
    slow: true,
    async interpret(request, progress = NOBODY_LISTENS) {
      // What is refused whoever reads it need not leave the desk.
      if (isForbidden(request.instruction)) return onlyOwnWallets()
      if (isControl(request.instruction)) return control()
      const answer = await client.ask(
        {
          system: SYSTEM,
          user: userMessage(request),
          schema: { name: 'reading_of_an_instruction', schema: replySchema },
        },
        progress,
      )
      if ('failure' in answer) return { kind: 'failed', failure: answer.failure }
      const said = readReply(answer.text)
      if (said === null) {
        parts.log.warn({ part: 'model', failure: 'no reading' }, 'the model failed')
        return { kind: 'failed', failure: 'unexpected' }
      }
      return said === 'outside' ? { kind: 'refused', sentence: OUTSIDE } : meaningOf(said, request)
    },
    edited: (request) => editedWith(intents, request),
    healthy: client.healthy,
  }
}
