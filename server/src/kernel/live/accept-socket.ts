/** Opens one socket of a channel: checks its session and its feed, and passes its messages to the channel's handlers. */
import { CLOSE_NO_SESSION, CLOSE_NOT_FOUND } from '@purser/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Caller } from '../http/admission.ts'
import { clientKey } from '../http/client-address.ts'
import { type Clock, every } from '../clock.ts'
import { closeSocket, POLICY_VIOLATION, TRY_AGAIN_LATER } from './close-socket.ts'
import { type Connection, type Feeds, join, leaveAll, type Subscriber } from './feeds.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { ConcurrencyLimit } from '../http/rate-limits.ts'
import { createSocketWriter } from './socket-writer.ts'

/** Open sockets of one session, of one user and of one client. */
const SOCKETS = { session: 100, user: 500, client: 2_000 }
/** Messages of one socket whose handlers still run; a replay may be long. */
const CONCURRENT_MESSAGES = 16

/** The feed that this caller gets on this channel, or null when there is none for them. */
export type FeedOf = (caller: Caller, params: Record<string, string>) => Promise<string | null>

export type ChannelHandlers = {
  /** Called once the socket gets the messages of its feed. Must not throw. */
  onOpen?(connection: Connection, params: Record<string, string>): void
  /** Called for every JSON message but pings; `undefined` for one that is not JSON. Must not reject. */
  onMessage(connection: Connection, message: unknown): Promise<void>
  /** Sent at this interval, so that both sides notice a dead connection. */
  heartbeat?: { message: object; everySeconds: number }
  /** Called after each heartbeat of a connection. Must not throw. */
  onHeartbeat?(connection: Connection): void
}
export type Channel = { findFeed: FeedOf; handlers?: ChannelHandlers | undefined }

/** The sockets of all channels in this process. */
export type OpenSockets = {
  clock: Clock
  feeds: Feeds
  subscribers: Set<Subscriber>
  limit: ConcurrencyLimit
  /** When each session ended, by the monotonic clock: sockets of it may just be opening. */
  endedSessions: Map<string, number>
}

export async function acceptSocket(
  sockets: OpenSockets,
  { findFeed, handlers }: Channel,
  { socket, request }: { socket: WebSocket; request: FastifyRequest },
): Promise<void> {
  const { clock, limit, endedSessions } = sockets
  const params = request.params as Record<string, string>
  const refuse = (code: number, reason: string) => closeSocket(socket, { code, reason, clock })
  socket.on('error', () => socket.terminate())
  const { caller } = request
  if (!caller) return refuse(CLOSE_NO_SESSION, 'sign in first')
  const release = limit.acquire([
    [`session:${caller.sessionId}`, SOCKETS.session],
    [`user:${caller.userId}`, SOCKETS.user],
    [`client:${clientKey(request.ip)}`, SOCKETS.client],
  ])
  if (!release) return refuse(TRY_AGAIN_LATER, 'too many channels are open')
  socket.once('close', release)
  const inbox = createInbox(socket, clock)
  const feed = await findFeed(caller, params)
  if (feed === null) return refuse(CLOSE_NOT_FOUND, 'no such channel')
  if (endedSessions.has(caller.sessionId)) return refuse(CLOSE_NO_SESSION, 'signed out')
  if (socket.readyState !== socket.OPEN) return
  const writer = createSocketWriter(socket, request.raw.socket)
  const subscriber = subscribe(sockets, { socket, writer, caller }, feed)
  const stopHeartbeat = startHeartbeat(sockets, subscriber, handlers)
  socket.once('close', stopHeartbeat)
  handlers?.onOpen?.(subscriber.connection, params)
  receiveMessages(sockets, { subscriber, inbox, handlers })
}

function subscribe(
  { feeds, subscribers }: OpenSockets,
  { socket, writer, caller }: Pick<Subscriber, 'socket' | 'writer' | 'caller'>,
  feed: string,
): Subscriber {
  const connection: Connection = {
    caller,
    send: (message) => writer.send(JSON.stringify(message)),
    replay: writer.replay,
    join: (name) => socket.readyState === socket.OPEN && join(feeds, subscriber, name),
  }
  const subscriber: Subscriber = { socket, writer, caller, connection, alive: true, joined: new Set() }
  join(feeds, subscriber, feed)
  subscribers.add(subscriber)
  socket.on('close', () => {
    subscribers.delete(subscriber)
    leaveAll(feeds, subscriber)
  })
  socket.on('pong', () => void (subscriber.alive = true))
  return subscriber
}

function startHeartbeat(
  { clock }: OpenSockets,
  { connection, writer }: Subscriber,
  handlers?: ChannelHandlers,
): () => void {
  const heartbeat = handlers?.heartbeat
  if (!heartbeat) return () => undefined
  const frame = JSON.stringify(heartbeat.message)
  return every(clock, heartbeat.everySeconds * 1_000, () => {
    writer.now(frame)
    handlers.onHeartbeat?.(connection)
  })
}

type Receiver = { subscriber: Subscriber; inbox: Inbox; handlers: ChannelHandlers | undefined }

function receiveMessages({ clock }: OpenSockets, { subscriber, inbox, handlers }: Receiver): void {
  const { socket, writer, connection } = subscriber
  let running = 0
  inbox.onMessage((text) => {
    subscriber.alive = true
    if (isPing(text)) return writer.now('{"type":"pong"}')
    if (!handlers) return
    if (running >= CONCURRENT_MESSAGES)
      return closeSocket(socket, { code: POLICY_VIOLATION, reason: 'too many requests at once', clock })
    running++
    void handlers.onMessage(connection, parseJson(text)).finally(() => running--)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isPing(text: string): boolean {
  if (text.length > 200 || !text.includes('ping')) return false
  try {
    return (JSON.parse(text) as { type?: unknown }).type === 'ping'
  } catch {
    return false
  }
}
