/**
 * One socket to a node's subscriptions, speaking JSON-RPC. The client library's channel is not used: a frame that is no
 * JSON throws in its event listener and would end the process, a clean close by the node is not told, and every message
 * is parsed once for each subscription that still waits for its number.
 */
export type Message = {
  /** Of the call that this answers. */
  id: string | null
  /** The number of a subscription as the node wrote it, which may be more than a double holds. */
  subscription: string | null
  kind: 'subscribed' | 'signature' | 'other'
}

export type Line = {
  call(id: string, method: 'signatureSubscribe', signature: string): void
  end(subscription: string): void
  close(): void
}

export type LineEvents = {
  open(): void
  heard(message: Message): void
  /** Once, and never after close(): nothing more will be heard. */
  lost(reason: string): void
}

const CONNECT_MS = 10_000
const NUMBER = /^\d{1,20}$/

/** Throws on an address that no socket can have. */
export function openLine(url: string, { open, heard, lost }: LineEvents): Line {
  const socket = new WebSocket(url)
  let over = false
  const patience = setTimeout(() => leave('no connection in time'), CONNECT_MS).unref()

  function leave(reason: string | null): void {
    if (over) return
    over = true
    clearTimeout(patience)
    if (socket.readyState === WebSocket.CONNECTING || socket.readyState === WebSocket.OPEN) socket.close()
    if (reason !== null) lost(reason)
  }
  // The address may hold a key of the provider's: of what went wrong only the code is told.
  socket.addEventListener('error', () => leave('it cannot be reached'))
  socket.addEventListener('close', ({ code }) => leave(`closed with code ${code}`))
  socket.addEventListener('open', () => {
    if (over) return socket.close()
    clearTimeout(patience)
    open()
  })
  socket.addEventListener('message', ({ data }) => {
    const message = over ? null : read(data)
    if (message) heard(message)
  })

  const send = (text: string) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(text)
    else leave('closed')
  }
  return {
    call: (id, method, signature) =>
      send(JSON.stringify({ jsonrpc: '2.0', id, method, params: [signature, { commitment: 'confirmed' }] })),
    // Written by hand, with the digits that the node gave.
    end: (subscription) =>
      send(
        `{"jsonrpc":"2.0","id":"end ${subscription}","method":"signatureUnsubscribe","params":[${subscription}]}`,
      ),
    close: () => leave(null),
  }
}

type Exact = {
  parse(text: string, revive: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
}

/** null: not understood, or none of our concern. Whatever a node sends, nothing is thrown. */
function read(data: unknown): Message | null {
  let parsed: unknown
  try {
    parsed = (JSON as unknown as Exact).parse(String(data), (_key, value, { source }) =>
      typeof value === 'number' ? source : value,
    )
  } catch {
    return null
  }
  const { id, result, method, params } = fields(parsed)
  if (typeof id === 'string') {
    const subscription = number(result)
    return { id, subscription, kind: subscription === null ? 'other' : 'subscribed' }
  }
  if (method !== 'signatureNotification') return null
  const { subscription, result: notice } = fields(params)
  // An object says how it ended; a word would be that the node has received it.
  const { value } = fields(notice)
  return {
    id: null,
    subscription: number(subscription),
    kind: typeof value === 'object' ? 'signature' : 'other',
  }
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const number = (value: unknown): string | null =>
  typeof value === 'string' && NUMBER.test(value) ? value : null
