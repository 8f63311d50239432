/**
 * One question to an OpenAI-compatible endpoint. Attempts are bounded and share one time limit; a repeat is safe, since
 * an answer changes nothing. The key is in one header and nowhere else: redirects are not followed, and neither bodies
 * nor headers are logged.
 */
import { MODEL_TIMEOUT_MS, PARSE_WAITS_MS } from '@purser/contract/limits.ts'
import { after, type Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Progress } from '../port.ts'
import type { Failed } from './failures.ts'
import { type Answer, readAnswer } from './read-answer.ts'

export type Endpoint = { baseUrl: string; apiKey: string | null; model: string }
export type ClientParts = {
  endpoint: Endpoint
  clock: Clock
  log: Log
  timeoutMs?: number
  /** The waits before the second attempt, the third … */
  waitsMs?: number[]
}
export type Ask = { system: string; user: string; schema: { name: string; schema: object } }
type Within = { limit: AbortSignal; signal: AbortSignal; say: (line: string) => void }
export type Client = ReturnType<typeof createClient>

const HEALTH_MS = 5_000
const HEALTH_KEPT_MS = 30_000

export function createClient({
  endpoint: { baseUrl, apiKey, model },
  clock,
  log,
  timeoutMs = MODEL_TIMEOUT_MS,
  waitsMs = PARSE_WAITS_MS,
}: ClientParts) {
  const at = (path: string) => `${baseUrl.replace(/\/+$/, '')}/${path}`
  const authorization: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
  /** Known once the endpoint refused a schema. */
  let plainJson = false
  let health: { at: number; well: Promise<boolean> } | undefined

  const bodyOf = ({ system, user, schema }: Ask, plain: boolean) => ({
    model,
    stream: true,
    messages: [
      {
        role: 'system',
        content: plain ? `${system}\n\nThe JSON schema:\n${JSON.stringify(schema.schema)}` : system,
      },
      { role: 'user', content: user },
    ],
    response_format: plain
      ? { type: 'json_object' }
      : { type: 'json_schema', json_schema: { ...schema, strict: true } },
  })

  async function once(body: object, signal: AbortSignal, begun: () => void): Promise<Answer> {
    try {
      const response = await fetch(at('chat/completions'), {
        method: 'POST',
        redirect: 'manual',
        signal,
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...authorization },
        body: JSON.stringify(body),
      })
      return await readAnswer(response, { clock, begun })
    } catch {
      // Whatever failed, it is the connection. An abort is recognized by its signal.
      return { failure: 'away', again: true }
    }
  }

  /** Its signal aborts after `ms`. */
  async function timed<T>(ms: number, work: (limit: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new AbortController()
    const cancel = after(clock, ms, () => limit.abort())
    try {
      return await work(limit.signal)
    } finally {
      cancel()
    }
  }

  async function attempts(ask: Ask, { limit, signal, say }: Within): Promise<Answer> {
    const deadline = clock.monotonic() + timeoutMs
    const within = AbortSignal.any([signal, limit])
    for (let attempt = 1; ; attempt++) {
      const plain = plainJson
      const answer = await once(bodyOf(ask, plain), within, () =>
        say('Processing the answer of the trading AI...'),
      )
      if (within.aborted) return { failure: 'slow' }
      if ('text' in answer) return answer
      if (answer.plain && !plain) {
        plainJson = true
        attempt--
        continue
      }
      const own = waitsMs[attempt - 1]
      if (!answer.again || own === undefined) return answer
      const wait = Math.max(own, answer.retryAfterMs ?? 0)
      if (clock.monotonic() + wait >= deadline) return answer
      say(`The trading AI is not answering well, processing attempt ${attempt + 1}...`)
      await clock.sleep(wait, within)
      if (within.aborted) return { failure: 'slow' }
    }
  }

  const note = ({ failure, status }: Failed) =>
    log.warn({ part: 'model', failure, ...(status === undefined ? {} : { status }) }, 'the model failed')

  async function look(signal: AbortSignal): Promise<boolean> {
    try {
      const response = await fetch(at('models'), {
        redirect: 'manual',
        signal,
        headers: authorization,
      })
      await response.body?.cancel()
      // Not every endpoint lists its models; one that says so is available.
      return response.status === 200 || response.status === 404 || response.status === 405
    } catch {
      return false
    }
  }

  return {
    /** Never rejects. */
    async ask(ask: Ask, { signal, status }: Progress): Promise<Answer> {
      const answer = await timed(timeoutMs, (limit) => attempts(ask, { limit, signal, say: status }))
      if ('failure' in answer && !signal.aborted) note(answer)
      return answer
    },
    /** Tells whether the endpoint answers and accepts the key; checked at most every 30 s. */
    async healthy(): Promise<boolean> {
      const at = clock.monotonic()
      if (!health || at - health.at > HEALTH_KEPT_MS) health = { at, well: timed(HEALTH_MS, look) }
      return health.well
    },
  }
}
