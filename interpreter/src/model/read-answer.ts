/**
 * Reads the text of an answer, whole or streamed, with a limit. Tool calls and everything else beside the text are
 * skipped.
 */
import * as z from 'zod/mini'
import type { Clock } from './clock.ts'
import { errorWords, type Failed, failureInStream, toFailure, retryAfterMs } from './failures.ts'

const MAX_BYTES = 512_000
const MAX_TEXT = 64_000
const MAX_ERROR_BYTES = 32_000

export type Answer = { text: string } | Failed

const Part = z.object({
  content: z.optional(z.nullable(z.string())),
  refusal: z.optional(z.nullable(z.string())),
})
const Choice = z.object({
  message: z.optional(Part),
  delta: z.optional(Part),
  finish_reason: z.optional(z.nullable(z.string())),
})
const Completion = z.object({ choices: z.array(Choice) })
type Completion = z.infer<typeof Completion>

/** Yields chunks of text; ends early, with `over`, if there is more than allowed. */
async function* chunks(response: Response, limit: number): AsyncGenerator<string | { over: true }> {
  const decoder = new TextDecoder()
  let size = 0
  for await (const bytes of response.body ?? []) {
    size += (bytes as Uint8Array).byteLength
    if (size > limit) return yield { over: true }
    yield decoder.decode(bytes as Uint8Array, { stream: true })
  }
}

async function whole(response: Response, limit: number): Promise<string | null> {
  let text = ''
  for await (const chunk of chunks(response, limit)) {
    if (typeof chunk !== 'string') return null
    text += chunk
  }
  return text
}

/** Gathers the text of the choices, message or delta alike. */
function createGathering() {
  let text = ''
  let refused = false
  let finish: string | undefined
  return {
    take({ choices: [choice] }: Completion): void {
      const part = choice?.message ?? choice?.delta
      text += part?.content ?? ''
      refused ||= Boolean(part?.refusal)
      finish = choice?.finish_reason ?? finish
    },
    tooLong: () => text.length > MAX_TEXT,
    finished: () => finish !== undefined,
    answer(): Answer {
      if (refused || finish === 'content_filter') return { failure: 'declined' }
      if (finish === 'length' || text.length > MAX_TEXT) return { failure: 'cut_off' }
      return text.trim() === '' ? { failure: 'unexpected' } : { text }
    },
  }
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isError = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'error' in body && Boolean(body.error)

async function readWhole(response: Response): Promise<Answer> {
  const text = await whole(response, MAX_BYTES)
  if (text === null) return { failure: 'cut_off' }
  const body = json(text)
  if (isError(body)) return failureInStream(errorWords(text))
  const completion = Completion.safeParse(body)
  if (!completion.success) return { failure: 'unexpected' }
  const gathering = createGathering()
  gathering.take(completion.data)
  return gathering.answer()
}

/** Reads server-sent events. A stream without its end marker is cut off, however good its text looks. */
async function readStream(response: Response, begun: () => void): Promise<Answer> {
  const gathering = createGathering()
  let rest = ''
  let first = true
  for await (const chunk of chunks(response, MAX_BYTES)) {
    if (typeof chunk !== 'string') return { failure: 'cut_off' }
    const lines = (rest + chunk).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data:')) continue
      const data = line.slice(5).trim()
      if (data === '[DONE]')
        return gathering.finished() ? gathering.answer() : { failure: 'cut_off', again: true }
      const body = json(data)
      if (isError(body)) return failureInStream(errorWords(data))
      const completion = Completion.safeParse(body)
      if (!completion.success) return { failure: 'unexpected' }
      if (first) begun()
      first = false
      gathering.take(completion.data)
      if (gathering.tooLong()) return { failure: 'cut_off' }
    }
  }
  return gathering.finished() ? gathering.answer() : { failure: 'cut_off', again: true }
}

/** `begun` is called once, when the first words of a stream arrive. Rejects only with an error of the connection. */
export async function readAnswer(
  response: Response,
  { clock, begun }: { clock: Pick<Clock, 'now'>; begun: () => void },
): Promise<Answer> {
  const kind = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (response.status !== 200) {
    const text = (await whole(response, MAX_ERROR_BYTES)) ?? ''
    const wait = retryAfterMs(response.headers.get('retry-after'), clock.now())
    return toFailure(response.status, errorWords(text), wait)
  }
  const answer =
    kind === 'text/event-stream'
      ? await readStream(response, begun)
      : kind === 'application/json'
        ? await readWhole(response)
        : ({ failure: 'unexpected' } as const)
  // The rest of a body that was not read to its end would keep the connection.
  await response.body?.cancel().catch(() => undefined)
  return answer
}
