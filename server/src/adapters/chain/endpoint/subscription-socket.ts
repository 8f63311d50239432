/**
 * One WebSocket for a node's subscriptions, speaking JSON-RPC. Not the client library's channel: there a frame that is no
 * JSON throws in an event listener and ends the process, a clean close by the node goes unnoticed, and every message is
 * parsed once for each subscription that has no id yet.
 */
import type { Clock } from '../../../kernel/clock.ts'
import type { Moved } from './commitment.ts'

export type Message = {
  /** The id of the call that it answers. */
  id: string | null
  /** The node's id of a subscription in its own digits, which may be more than a double holds. */
  subscription: string | null
  kind: 'subscribed' | Subscribed | 'other'
  /** The code of the node's error; 0: none. */
  code: number
}

/** The subject of a subscription: the outcome of a signature, once, or transactions whose logs mention an address. */
export type Subscribed = 'signature' | 'logs'

export type SubscriptionSocket = {
  subscribe(id: string, what: { kind: Subscribed; key: string; at: Moved }): void
  unsubscribe(kind: Subscribed, subscription: string): void
  /** Any answer will do. */
  ping(id: string): void
  close(): void
}

export type SocketEvents = {
  onOpen(): void
  onMessage(message: Message): void
  /** Called once, and never after close(). */
  onLost(reason: string): void
}

const CONNECT_MS = 10_000
const NUMBER = /^\d{1,20}$/

/** Throws on a URL that no socket can have. */
export function openSocket(
  url: string,
  clock: Clock,
  { onOpen, onMessage, onLost }: SocketEvents,
): SubscriptionSocket {
  const socket = new WebSocket(url)
  let over = false
  const connecting = new AbortController()
  void clock.sleep(CONNECT_MS, connecting.signal).then(() => {
    if (!connecting.signal.aborted) end('no connection in time')
  })

  function end(reason: string | null): void {
    if (over) return
    over = true
    connecting.abort()
    if (socket.readyState === WebSocket.CONNECTING || socket.readyState === WebSocket.OPEN) socket.close()
    if (reason !== null) onLost(reason)
  }
  // The URL may hold a provider's key: only the code is reported.
  socket.addEventListener('error', () => end('it cannot be reached'))
  socket.addEventListener('close', ({ code }) => end(`closed with code ${code}`))
  socket.addEventListener('open', () => {
    if (over) return socket.close()
    connecting.abort()
    onOpen()
  })
  socket.addEventListener('message', ({ data }) => {
    const message = over ? null : read(data)
    if (message) onMessage(message)
  })

  const send = (text: string) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(text)
    else end('closed')
  }
  return {
    subscribe(id, { kind, key, at }) {
      const params = [kind === 'logs' ? { mentions: [key] } : key, { commitment: at }]
      send(JSON.stringify({ jsonrpc: '2.0', id, method: `${kind}Subscribe`, params }))
    },
    // Written by hand, to keep the node's own digits.
    unsubscribe: (kind, subscription) =>
      send(
        `{"jsonrpc":"2.0","id":"end ${subscription}","method":"${kind}Unsubscribe","params":[${subscription}]}`,
      ),
    ping: (id) => send(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params: [] })),
    close: () => end(null),
  }
}

type Exact = {
  parse(text: string, revive: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
}

/** null: not understood, or irrelevant. Never throws, whatever a node sends. */
function read(data: unknown): Message | null {
  let parsed: unknown
  try {
    parsed = (JSON as unknown as Exact).parse(String(data), (_key, value, { source }) =>
      typeof value === 'number' ? source : value,
    )
  } catch {
    return null
  }
  const { id, result, method, params, error } = fields(parsed)
  if (typeof id === 'string') {
    const subscription = number(result)
    const code = Number(fields(error)['code'] ?? 0)
    return { id, subscription, kind: subscription === null ? 'other' : 'subscribed', code }
  }
  const kind = NOTIFICATIONS.get(method)
  if (!kind) return null
  const { subscription, result: notice } = fields(params)
  // An object is the outcome; a string would say that the node has received the transaction.
  const { value } = fields(notice)
  return {
    id: null,
    subscription: number(subscription),
    kind: typeof value === 'object' ? kind : 'other',
    code: 0,
  }
}
const NOTIFICATIONS = new Map<unknown, Subscribed>([
  ['signatureNotification', 'signature'],
  ['logsNotification', 'logs'],
])

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const number = (value: unknown): string | null =>
  typeof value === 'string' && NUMBER.test(value) ? value : null
