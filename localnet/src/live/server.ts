import { createServer, type Server } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { MAX_BACKLOG, MAX_BODY, MAX_SUBSCRIPTIONS } from '../constants.ts'
import type { Context } from '../rpc/context.ts'
import { RpcError } from '../rpc/errors.ts'
import { parse, stringify } from '../rpc/json.ts'
import { errorAnswer, readCall, type Answer, type Call } from '../rpc/methods.ts'
import { findRefusal } from '../rpc/origins.ts'
import { isSubscribe, isUnsubscribe, Subscriptions, type Subscription } from './subscriptions.ts'

/**
 * Milliseconds between the response to a subscribe call and the first notification. A client that reads both
 * at once misses the notification: it registers the subscription id only after the response.
 */
const SETTLE_MS = 20

/** One client's connection. */
class Connection {
  private readonly context: Context
  private readonly subscriptions: Subscriptions
  private readonly socket: WebSocket
  private readonly mine = new Map<number, Subscription>()
  private readonly nextId: () => number

  constructor(context: Context, subscriptions: Subscriptions, socket: WebSocket, nextId: () => number) {
    this.context = context
    this.subscriptions = subscriptions
    this.socket = socket
    this.nextId = nextId
    socket.on('message', (data) => this.hear((data as Buffer).toString('utf8')))
    socket.on('close', () => this.leave())
    socket.on('error', () => socket.terminate())
  }

  private leave(): void {
    for (const subscription of this.mine.values()) this.subscriptions.end(subscription)
    this.mine.clear()
  }

  private send(value: unknown): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    // A client that reads too slowly is disconnected, which bounds the backlog.
    if (this.socket.bufferedAmount > MAX_BACKLOG) {
      this.leave()
      return this.socket.terminate()
    }
    this.socket.send(stringify(value))
  }

  private hear(text: string): void {
    let parsed: unknown
    try {
      parsed = parse(text)
    } catch {
      return this.send({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null })
    }
    const answers = (Array.isArray(parsed) ? parsed : [parsed]).map((value) => {
      const call = readCall(value)
      return 'method' in call ? this.answer(call) : call
    })
    for (const a of answers) if (a) this.send(a)
  }

  private answer(call: Call): Answer | undefined {
    // Notifications have no id and get no response.
    if (call.id === undefined) return undefined
    try {
      return { jsonrpc: '2.0', result: this.carryOut(call), id: call.id }
    } catch (error) {
      return errorAnswer(error, call.id, call.method, this.context.log)
    }
  }

  private carryOut(call: Call): unknown {
    if (isUnsubscribe(call.method)) {
      const id = call.params[0] as number
      const subscription = this.mine.get(id)
      if (!subscription) throw new RpcError(-32602, 'Invalid subscription id.')
      this.subscriptions.end(subscription)
      return this.mine.delete(id)
    }
    if (!isSubscribe(call.method)) throw new RpcError(-32601, 'Method not found')
    if (this.mine.size >= MAX_SUBSCRIPTIONS) throw new RpcError(-32602, 'Too many subscriptions')
    const id = this.nextId()
    let settled = false
    const held: (() => void)[] = []
    const subscription = this.subscriptions.read(call.method, call.params, (method, result, last) => {
      const deliver = (): void => {
        if (!this.mine.has(id)) return
        if (last) this.mine.delete(id)
        const fault = this.context.faults?.strike(method, result)?.kind
        if (fault === 'loseAnswer') this.socket.terminate()
        else if (fault !== 'drop') this.send({ jsonrpc: '2.0', method, params: { result, subscription: id } })
      }
      if (settled) deliver()
      else held.push(deliver)
    })
    this.mine.set(id, subscription)
    this.subscriptions.begin(subscription)
    setTimeout(() => {
      settled = true
      for (const deliver of held) deliver()
    }, SETTLE_MS)
    return id
  }
}

/** The subscription server, not yet listening. */
export function liveServer(context: Context): Server {
  const subscriptions = new Subscriptions(context.bank)
  const server = createServer((_req, res) =>
    res.writeHead(426, { connection: 'close' }).end('Upgrade Required'),
  )
  const sockets = new WebSocketServer({
    server,
    maxPayload: MAX_BODY,
    perMessageDeflate: false,
    verifyClient: ({ req }, decide) => decide(findRefusal(req.headers) === null, 403),
  })
  let id = 0
  sockets.on('connection', (socket) => new Connection(context, subscriptions, socket, () => id++))
  // Errors of listening are reported by the HTTP server itself.
  sockets.on('error', () => {})
  server.on('close', () => {
    for (const socket of sockets.clients) socket.terminate()
  })
  return server
}
