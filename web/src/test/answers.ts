/**
 * Component tests without a server: the console's real components in jsdom, and for each call the answer that a test
 * names. It is no second back end: it keeps no state and makes up no answer. Answers of a test must be as the contract
 * describes the endpoint, and so must the console's requests; a refusal is a row of the contract's table of faults.
 */
import { type DeskMessage, type DeskRequest, deskSocketPath } from '@purser/contract/live.ts'
import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import { createTicket, getProfile, type User } from '@purser/contract/accounts.ts'
import type { AnswerOf, Endpoint } from '@purser/contract/endpoint.ts'
import { type FaultCode, type FaultContext, faults, formatSentence } from '@purser/contract/faults.ts'
import { storageKeys } from '@purser/contract/storage.ts'
import { getStatus } from '@purser/contract/system.ts'
import type * as z from 'zod/mini'
import { openPage, window } from './page.ts'

const ORIGIN = 'http://127.0.0.1'
const TOKEN = 'a-token'
const TIME = '2026-11-28T12:00:00.000Z'

const USER: User = {
  id: 1,
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  keys_need_code: false,
  whitelist_only: false,
  created_at: TIME,
}
const STATUS: AnswerOf<typeof getStatus> = {
  status: 'ok',
  cluster: 'localnet',
  market: 'simulated',
  version: '0.1.0',
  outbox: true,
  hold: null,
}

/** A call of the console: its path's parameters by name, its query, and its body. */
export type Sent = {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  /** Its Idempotency-Key. */
  key: string | undefined
}
type Reply = (sent: Sent) => Response | Promise<Response>
type Given = { endpoint: Endpoint; pattern: RegExp; names: string[]; reply: Reply }

const isOf = (endpoint: Endpoint) => (one: { endpoint: Endpoint }) =>
  one.endpoint.method === endpoint.method && one.endpoint.path === endpoint.path

function patternOf(path: string): Pick<Given, 'pattern' | 'names'> {
  const names: string[] = []
  const source = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    names.push(name)
    return '([^/]+)'
  })
  return { pattern: new RegExp(`^/api${source}$`), names }
}

/** A socket that opens at once and receives only the test's messages. */
/** A socket of one channel, or the shared one: every subscription is opened, and nothing else is answered. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  static open = new Set<Socket>()
  readyState = 0
  readonly path: string
  readonly channels = new Set<string>()
  constructor(url: string | URL) {
    super()
    this.path = new URL(url).pathname
    queueMicrotask(() => {
      this.readyState = Socket.OPEN
      Socket.open.add(this)
      this.dispatchEvent(new Event('open'))
    })
  }
  isOn(channel: string): boolean {
    return this.path === channel || this.channels.has(channel)
  }
  send(data: string) {
    if (this.path !== deskSocketPath) return
    const request = JSON.parse(data) as DeskRequest | { type: 'ping' }
    if (request.type === 'unsubscribe') this.channels.delete(request.channel)
    if (request.type !== 'subscribe') return
    const { channel } = request
    this.channels.add(channel)
    this.receive({ channel, type: 'opened' } satisfies DeskMessage)
  }
  receive(message: object) {
    const data = JSON.stringify(message)
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
  close() {
    Socket.open.delete(this)
  }
}

/** The text of the page, for the reader of a failed test. */
function textOfPage(): string {
  const page = window.document.body.cloneNode(true) as HTMLElement
  for (const style of page.querySelectorAll('style')) style.remove()
  return page.textContent.slice(0, 3_000)
}

/** Serves a whole test file. Before each test only the signed-in user and the network are answered. */
export async function openAnswers({ user = {} }: { user?: Partial<User> } = {}) {
  const given: Given[] = []
  const calls: { endpoint: Endpoint; sent: Sent }[] = []
  /** The problems that no test should meet: an unexpected change, or anything that the contract does not know. */
  let problems: string[] = []
  let unanswered: ((answer: Response) => void)[] = []

  function give(endpoint: Endpoint, reply: Reply): void {
    given.unshift({ endpoint, reply, ...patternOf(endpoint.path) })
  }

  async function reply(input: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input, ORIGIN)
    const method = init.method ?? 'GET'
    const found = given
      .filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(url.pathname))
      // '/wallets/export' is not the wallet 'export'.
      .toSorted((a, b) => a.names.length - b.names.length)[0]
    if (!found) {
      // A read that the test does not need may wait for its answer until the end; a change is always expected.
      if (method !== 'GET') problems.push(`no answer was named for ${method} ${url.pathname}`)
      const { promise, resolve } = Promise.withResolvers<Response>()
      unanswered.push(resolve)
      return promise
    }
    const { endpoint, pattern, names } = found
    const values = pattern.exec(url.pathname)?.slice(1) ?? []
    const sent: Sent = {
      params: Object.fromEntries(names.map((name, n) => [name, decodeURIComponent(values[n] ?? '')])),
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      key: new Headers(init.headers).get('idempotency-key') ?? undefined,
    }
    const wrong =
      endpoint.body?.safeParse(sent.body).error ?? endpoint.query?.safeParse(sent.query).error ?? undefined
    if (wrong) problems.push(`${method} ${url.pathname} is not what the contract takes: ${wrong.message}`)
    calls.push({ endpoint, sent })
    const answer = await found.reply(sent)
    init.signal?.throwIfAborted()
    return answer
  }

  function answer<E extends Endpoint>(
    endpoint: E,
    value: z.input<E['answer']> | ((sent: Sent) => z.input<E['answer']> | Promise<z.input<E['answer']>>),
  ): void {
    const answerTo = async (sent: Sent) => {
      const body: unknown = await (typeof value === 'function'
        ? (value as (sent: Sent) => unknown)(sent)
        : value)
      const parsed = endpoint.answer.safeParse(body)
      if (!parsed.success) problems.push(`${endpoint.path} never answers so: ${parsed.error.message}`)
      return Response.json(body, { status: endpoint.status ?? 200 })
    }
    give(endpoint, answerTo)
  }

  const page = await openPage({ url: ORIGIN, token: TOKEN })
  const { Toasts } = (await page.load('ui/toasts.tsx')) as typeof import('#ui/toasts.tsx')

  /** Turns this into another browser of the same user. */
  function forget(): void {
    page.fresh()
    window.localStorage.clear()
    window.sessionStorage.clear()
    window.localStorage.setItem(storageKeys.token, TOKEN)
  }

  /** Restores the state at the start of the file. */
  function reset(): void {
    given.length = 0
    calls.length = 0
    problems = []
    // Its page is gone: waiting calls hold nothing up any more.
    for (const end of unanswered) end(Response.json({}, { status: 400 }))
    unanswered = []
    forget()
    Object.assign(globalThis, { fetch: reply, WebSocket: Socket })
    answer(getProfile, { ...USER, ...user })
    answer(getStatus, STATUS)
    answer(createTicket, { ticket: 'a-ticket', expires_at: TIME })
  }
  reset()
  const { cleanup, configure } = await import('@testing-library/react')
  const { notifications } = await import('@mantine/notifications')
  // Tests only wait for the work of this process.
  configure({
    asyncUtilTimeout: 20_000,
    getElementError: (message) =>
      new Error([...problems, message?.split('\n')[0], `The page: ${textOfPage()}`].join('\n')),
  })
  afterEach(() => {
    cleanup()
    // Vite does not evaluate packages anew: the toasts of this test would take the place of the next one's.
    notifications.clean()
    const met = problems
    reset()
    assert.deepEqual(met, [])
  })

  return {
    user: { ...USER, ...user },
    load: page.load,
    /** Acts like a reload: only what is stored in this browser is known. */
    fresh: page.fresh,
    forget,
    /** Shows the component at this path of the console, and toasts beside it. */
    show: <P extends object>(component: (props: P) => unknown, props: P, path = '/') =>
      page.show(component, props, path, Toasts),
    /** From now on such calls get this answer. */
    answer,
    /** From now on such calls are refused with this row of the table. */
    refuse<C extends FaultCode>(
      endpoint: Endpoint,
      code: C,
      ...[context]: FaultContext[C] extends undefined ? [] : [context: FaultContext[C]]
    ): void {
      const { status } = faults[code]
      assert.ok(status < 500, `${code} is tried again`)
      const error = formatSentence(code, context as FaultContext[C])
      const details = (context as { details?: unknown } | undefined)?.details
      const seconds = (context as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds
      give(endpoint, () =>
        Response.json(
          { error, code, ...(details ? { details } : {}) },
          { status, headers: seconds === undefined ? {} : { 'retry-after': String(seconds) } },
        ),
      )
    },
    /** From now on such calls meet a proxy that answers with its own page: the console's own sentence is shown. */
    block: (endpoint: Endpoint) =>
      give(
        endpoint,
        () => new Response('<h1>Bad Request</h1>', { status: 400, headers: { 'content-type': 'text/html' } }),
      ),
    /** From now on such calls find no server. */
    down: (endpoint: Endpoint) => give(endpoint, () => Promise.reject(new TypeError('fetch failed'))),
    /** Breaks the open channels of this path. Returns whether there was one. */
    hangUp(path: string): boolean {
      const broken = [...Socket.open].filter((socket) => socket.isOn(path))
      for (const socket of broken) {
        Socket.open.delete(socket)
        socket.dispatchEvent(new CloseEvent('close', { code: 1006 }))
      }
      return broken.length > 0
    },
    /** Lets such calls wait until they are released; then they get the answer that is named at that time. */
    hold(endpoint: Endpoint): () => void {
      const over = Promise.withResolvers<void>()
      const held: Given = { endpoint, ...patternOf(endpoint.path), reply: () => Response.error() }
      const behind = (sent: Sent) =>
        given
          .filter(isOf(endpoint))
          .find((one) => one !== held)
          ?.reply(sent)
      held.reply = async (sent) => {
        await over.promise
        return behind(sent) ?? Response.error()
      }
      given.unshift(held)
      return () => {
        given.splice(given.indexOf(held), 1)
        over.resolve()
      }
    },
    /** The calls sent to it, oldest first. */
    sent: (endpoint: Endpoint): Sent[] => calls.filter(isOf(endpoint)).map((one) => one.sent),
    /** Delivers a live message on this channel, if it is open. */
    tell<S extends z.ZodMiniType>(path: string, schema: S, message: z.input<S>): void {
      for (const socket of Socket.open)
        if (socket.isOn(path)) {
          const body = schema.parse(message) as object
          socket.receive(socket.path === path ? body : { channel: path, message: body })
        }
    },
  }
}
