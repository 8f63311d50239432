/**
 * A double of a model endpoint: a real HTTP server that speaks the protocol, whole or streamed, and misbehaves if a
 * test says so.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }
export type Behaviour = (response: ServerResponse, asked: Asked) => void

const send = (response: ServerResponse, status: number, type: string, body: string, headers = {}) =>
  void response.writeHead(status, { 'content-type': type, ...headers }).end(body)

const event = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const delta = (part: object, finish: string | null = null) =>
  event({
    id: 'x',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: part, finish_reason: finish }],
  })

/** The text in pieces, as from a model. */
export const streamed =
  (text: string, { finish = 'stop', size = 7, more = {} } = {}): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.write(': keep-alive\n\n')
    response.write(delta({ role: 'assistant', content: '', ...more }))
    for (let at = 0; at < text.length; at += size)
      response.write(delta({ content: text.slice(at, at + size) }))
    response.end(delta({}, finish) + event('[DONE]'))
  }

export const whole =
  (message: object, finish = 'stop'): Behaviour =>
  (response) =>
    send(
      response,
      200,
      'application/json',
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
        usage: { total_tokens: 1 },
      }),
    )

/** Begins well and breaks off. */
export const cutOff =
  (text: string, how: 'end' | 'destroy'): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(delta({ content: text }), () => (how === 'end' ? response.end() : response.destroy()))
  }

/** Accepts the question and does not answer. */
export const silent: Behaviour = () => undefined

export const error =
  (status: number, body: object | string, headers = {}): Behaviour =>
  (response) =>
    send(
      response,
      status,
      typeof body === 'string' ? 'text/html' : 'application/json',
      typeof body === 'string' ? body : JSON.stringify(body),
      headers,
    )

export const raw =
  (type: string, body: string): Behaviour =>
  (response) =>
    send(response, 200, type, body)

/** An endless answer. */
export const endless: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const more = (): void => {
    if (response.destroyed) return
    if (response.write(delta({ content: 'x'.repeat(4_000) }))) setImmediate(more)
    else response.once('drain', more)
  }
  more()
}

export type ModelServer = {
  baseUrl: string
  asked: Asked[]
  /** The answers to the next questions, in turn; the last one stays. */
  answer(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

export async function startModelServer(): Promise<ModelServer> {
  let queue: Behaviour[] = []
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const path = request.url ?? ''
      const one = { path, headers: request.headers, body: text ? JSON.parse(text) : {} }
      if (path.endsWith('/models')) return send(response, 200, 'application/json', '{"data":[]}')
      asked.push(one)
      const behaviour = queue.length > 1 ? queue.shift() : queue[0]
      ;(behaviour ?? silent)(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    answer(...behaviours) {
      queue = behaviours
      asked.length = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
