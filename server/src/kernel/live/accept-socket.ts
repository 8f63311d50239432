/** Opens one socket of a channel: checks its session and its feed, and passes its messages to the channel's handlers. */
import { CLOSE_NO_SESSION, CLOSE_NOT_FOUND } from '@purser/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Caller } from '../http/admission.ts'
import { clientKey } from '../http/client-address.ts'
import { type Clock, every } from '../clock.ts'
import { closeSocket, POLICY_VIOLATION, TRY_AGAIN_LATER } from './close-socket.ts'
import { type Connection, type Feeds, join, leaveAll, type Subscriber } from './feeds.ts'
import { createInbox, type Inbox, type InboxRate } from './inbox.ts'
import type { ConcurrencyLimit } from '../http/rate-limits.ts'
import { createSocketWriter, type SocketWriter } from './socket-writer.ts'

/** Open sockets of one session, of one user and of one client. */
const SOCKETS = { session: 100, user: 500, client: 2_000 }
/** Messages on one channel of a socket whose handlers still run; a replay may be long. */
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

/** A socket with a session. `alive`: it has sent something since the last ping. */
export type OpenSocket = { socket: WebSocket; caller: Caller; alive: boolean }

/** The sockets of all channels in this process. */
export type OpenSockets = {
  clock: Clock
  feeds: Feeds
  sockets: Set<OpenSocket>
  limit: ConcurrencyLimit
  /** When each session ended, by the monotonic clock: sockets of it may just be opening. */
  endedSessions: Map<string, number>
}
export type Upgrade = { socket: WebSocket; request: FastifyRequest }

type Admitted = { caller: Caller; inbox: Inbox; refuse(code: number, reason: string): void }

/** Checks the session and the number of open sockets; undefined: it is closed. */
export function admit(
  { clock, limit }: OpenSockets,
  { socket, request }: Upgrade,
  rate?: InboxRate,
): Admitted | undefined {
  const refuse = (code: number, reason: string) => closeSocket(socket, { code, reason, clock })
  socket.on('error', () => socket.terminate())
  const { caller } = request
  if (!caller) {
    refuse(CLOSE_NO_SESSION, 'sign in first')
    return undefined
  }
  const release = limit.acquire([
    [`session:${caller.sessionId}`, SOCKETS.session],
    [`user:${caller.userId}`, SOCKETS.user],
    [`client:${clientKey(request.ip)}`, SOCKETS.client],
  ])
  if (!release) {
    refuse(TRY_AGAIN_LATER, 'too many channels are open')
    return undefined
  }
  socket.once('close', release)
  return { caller, inbox: createInbox(socket, clock, rate), refuse }
}

/** Its session ends it, and it is pinged, until it closes. */
export function watchSocket(
  { sockets }: OpenSockets,
  { socket, caller }: Omit<OpenSocket, 'alive'>,
): OpenSocket {
  const open: OpenSocket = { socket, caller, alive: true }
  sockets.add(open)
  socket.on('close', () => void sockets.delete(open))
  socket.on('pong', () => void (open.alive = true))
  return open
}

export async function acceptSocket(
  sockets: OpenSockets,
  { findFeed, handlers }: Channel,
  { socket, request }: Upgrade,
): Promise<void> {
  const { clock, endedSessions } = sockets
  const params = request.params as Record<string, string>
  const admitted = admit(sockets, { socket, request })
  if (!admitted) return
  const { caller, inbox, refuse } = admitted
  const feed = await findFeed(caller, params)
  if (feed === null) return refuse(CLOSE_NOT_FOUND, 'no such channel')
  if (endedSessions.has(caller.sessionId)) return refuse(CLOSE_NO_SESSION, 'signed out')
  if (socket.readyState !== socket.OPEN) return
  const open = watchSocket(sockets, { socket, caller })
  const writer = createSocketWriter(socket, request.raw.socket)
  const { leave, receive } = openChannel(sockets, {
    caller,
    writer,
    feed,
    params,
    handlers,
    end: (code, reason) => closeSocket(socket, { code, reason, clock }),
  })
  socket.once('close', leave)
  inbox.onMessage((text) => {
    open.alive = true
    if (isPing(text)) writer.now('{"type":"pong"}')
    else receive(parseJson(text))
  })
}

type ChannelToOpen = Pick<Subscriber, 'writer' | 'end'> & {
  caller: Caller
  feed: string
  params: Record<string, string>
  handlers: ChannelHandlers | undefined
}
export type OpenChannel = { leave(): void; receive(message: unknown): void }

/** Subscribes to the feed, with the channel's heartbeat and handlers, until `leave`. */
export function openChannel(
  { feeds, clock }: OpenSockets,
  { caller, writer, end, feed, params, handlers }: ChannelToOpen,
): OpenChannel {
  let isOpen = true
  const connection: Connection = {
    caller,
    send: (message) => writer.send(JSON.stringify(message)),
    replay: writer.replay,
    join: (name) => isOpen && join(feeds, subscriber, name),
  }
  const subscriber: Subscriber = { writer, connection, end, joined: new Set() }
  join(feeds, subscriber, feed)
  const stopHeartbeat = startHeartbeat(clock, { connection, writer, handlers })
  handlers?.onOpen?.(connection, params)
  let running = 0
  return {
    leave() {
      isOpen = false
      stopHeartbeat()
      leaveAll(feeds, subscriber)
    },
    receive(message) {
      if (!handlers || !isOpen) return
      if (running >= CONCURRENT_MESSAGES) return end(POLICY_VIOLATION, 'too many requests at once')
      running++
      void handlers.onMessage(connection, message).finally(() => running--)
    },
  }
}

type Beating = { connection: Connection; writer: SocketWriter; handlers: ChannelHandlers | undefined }

function startHeartbeat(clock: Clock, { connection, writer, handlers }: Beating): () => void {
  const heartbeat = handlers?.heartbeat
  if (!heartbeat) return () => undefined
  const frame = JSON.stringify(heartbeat.message)
  return every(clock, heartbeat.everySeconds * 1_000, () => {
    writer.now(frame)
    handlers.onHeartbeat?.(connection)
  })
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isPing(text: string): boolean {
  if (text.length > 200 || !text.includes('ping')) return false
  try {
    return (JSON.parse(text) as { type?: unknown }).type === 'ping'
  } catch {
    return false
  }
}
