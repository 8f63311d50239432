/**
 * Requests of strangers: many kinds of requests and sockets, from many addresses or one, none of which should matter.
 */
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Endpoint } from '@purser/contract/endpoint.ts'
import { WebSocket } from 'ws'

type Strange = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** Anybody may get an answer to it. */
  open?: boolean
}
export type Told = {
  /** How often each status was answered; 0 if the connection ended without one, 'ws' with a close code for sockets. */
  statuses: Map<string, number>
  /** Answers outside the table, or a success that nobody without a session should get. */
  wrong: string[]
}

const JSON_BODY = { 'content-type': 'application/json' }

/** One request that no console would send. */
function strange(endpoints: Endpoint[], pick: <T>(from: readonly T[]) => T): Strange {
  const { method, path, access } = pick(endpoints)
  const plain = `/api${path.replaceAll(/:\w+/g, () => pick(['1', '2', '999', 'x', '%00', '..%2f..', "1'or'1"]))}`
  const token = randomBytes(32).toString('base64url')
  const hasBody = method !== 'GET'
  const body = hasBody
    ? { body: pick(['{}', '[]', '{"', 'null', '{"email":"owner@example.com","code":"000000"}']) }
    : {}
  const open = access === 'public' && path !== '/dev/outbox'
  const own = { method, path: plain, headers: hasBody ? JSON_BODY : {}, open, ...body }
  return pick<() => Strange>([
    () => own,
    () => ({ ...own, headers: { ...own.headers, authorization: `Bearer ${token}` } }),
    () => ({ ...own, path: plain.replace('/api', '/%61pi') }),
    () => ({ ...own, path: `http://evil.example${plain}`, open: false }),
    () => ({ ...own, path: `/${plain}`, open: true }),
    () => ({ ...own, headers: { ...own.headers, origin: 'https://evil.example' }, open: false }),
    () => ({ ...own, headers: { ...own.headers, host: 'evil.example' }, open: false }),
    () => ({ ...own, headers: { ...own.headers, 'idempotency-key': token } }),
    () => ({ method: 'GET', path: `/${token}`, open: true }),
    () => ({ method: 'GET', path: `/api/${token}` }),
    () => ({ method: pick(['OPTIONS', 'PATCH', 'HEAD', 'TRACE']), path: plain, open }),
    () => ({ method: 'GET', path: pick(['/readyz', '/healthz', '/api/status']), open: true }),
    () => ({ method: 'GET', path: pick(['/metrics', '/dev/outbox', '/api/users/me', '/api/wallets']) }),
    () => ({ method: 'GET', path: `/api/dev/outbox?to=owner@example.com` }),
    () => ({
      method: 'POST',
      path: '/api/auth/verify-code',
      headers: JSON_BODY,
      body: JSON.stringify({ email: 'owner@example.com', code: String(Math.floor(pick([1, 9]) * 111_111)) }),
    }),
    () => ({
      method: 'POST',
      path: `/api/auth/${pick(['login', 'register'])}/request-code`,
      headers: JSON_BODY,
      body: JSON.stringify({ email: `${token.slice(0, 8)}@elsewhere.example` }),
      open: true,
    }),
    () => ({ ...own, method: 'POST', headers: JSON_BODY, body: JSON.stringify({ x: 'y'.repeat(200_000) }) }),
  ])()
}

/**
 * Sends `count` of them, this many at once; one in twenty is a socket. `address` is the source of a request if the desk
 * takes it from a proxy's header.
 */
export async function bother(
  url: string,
  options: {
    endpoints: Endpoint[]
    count: number
    atOnce: number
    random: () => number
    address?: () => string
  },
): Promise<Told> {
  const { endpoints, count, atOnce, random } = options
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const told: Told = { statuses: new Map(), wrong: [] }
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const note = (name: string) => void told.statuses.set(name, (told.statuses.get(name) ?? 0) + 1)
  let left = count

  async function work(): Promise<void> {
    while (left-- > 0) {
      const from = options.address ? { 'x-forwarded-for': options.address() } : {}
      if (random() < 0.05) {
        note(`ws ${await knock(url, from, pick)}`)
        continue
      }
      const what = strange(endpoints, pick)
      const { status, text } = await send(url, agent, { ...what, headers: { ...from, ...what.headers } })
      note(String(status))
      const isServed = status >= 200 && status < 300
      if (status >= 500 ? !what.path.startsWith('/readyz') : isServed && what.open !== true)
        told.wrong.push(`${what.method} ${what.path}: ${status} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  agent.destroy()
  return told
}

function send(url: string, agent: Agent, { method, path, headers, body }: Strange) {
  return new Promise<{ status: number; text: string }>((resolve) => {
    const { hostname, port } = new URL(url)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const call = request(
      { hostname, port, agent, method, path, headers: { ...length, ...headers } },
      (response) => {
        let text = ''
        response.on('data', (data: Buffer) => (text += data.toString('latin1')))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', () => resolve({ status: 0, text }))
      },
    )
    // Cut off before the answer could be read, as with an unwanted body.
    call.on('error', () => resolve({ status: 0, text: '' }))
    call.end(body)
  })
}

/** A socket without a session; returns the close code, or the status that refused it. */
function knock(
  url: string,
  headers: Record<string, string>,
  pick: <T>(from: readonly T[]) => T,
): Promise<number> {
  const path = pick([
    '/ws/external-holders',
    '/ws/solana-distribution',
    '/ws/logs/x',
    '/ws/agent_chat/1',
    '/ws/desk',
    '/ws/none',
  ])
  const credentials = pick([
    '',
    `?token=${randomBytes(32).toString('base64url')}`,
    '?ticket=x',
    '?token=&token=a',
  ])
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}${credentials}`, { headers })
    socket.on('open', () => socket.send('x'.repeat(pick([1, 100_000]))))
    socket.on('unexpected-response', (_, response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    socket.on('error', () => resolve(0))
    socket.on('close', resolve)
  })
}
