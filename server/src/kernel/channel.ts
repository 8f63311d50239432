/**
 * The one WebSocket boundary. The upgrade is always accepted, so that the client can read a close code: 4401 without a
 * session, 4404 for what does not exist or belongs to somebody else. A message is framed once for all its receivers.
 */
import { CLOSE_NO_SESSION, CLOSE_NOT_FOUND } from '@purser/contract/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Caller } from './admission.ts'
import type { Bus } from './bus.ts'
import { clientKey } from './client-address.ts'
import { type Clock, every, systemClock } from './clock.ts'
import { closeSocket, POLICY_VIOLATION, TRY_AGAIN_LATER } from './close-socket.ts'
import { createCoalesce } from './coalesce.ts'
import { Fault } from './fault.ts'
import { createInbox } from './inbox.ts'
import { describe, type Log } from './log.ts'
import { createConcurrencyLimit } from './rate-limits.ts'
import { recheckSessions } from './recheck-sessions.ts'
import { createSocketWriter, type SocketWriter } from './socket-writer.ts'

/** Open sockets of one session, of one user and of one client. */
const SOCKETS = { session: 100, user: 500, client: 2_000 }
/** Messages of one socket whose handlers are still running; a replay may be long. */
const CONCURRENT_MESSAGES = 16
/** Feeds that one socket may join besides its own; beyond it the oldest is left. */
const JOINED_FEEDS = 64
/** How long an ended session is remembered, for sockets of it that are just being opened. */
const ENDED_SESSION_MS = 60_000
/** How soon a session that another process ended is found when its event was lost. */
const RECHECK_MS = 5_000
/** A peer that sends nothing for this long, not even a pong, is disconnected. */
const KEEPALIVE_MS = 30_000

/** The feed that this caller gets on this channel, or null when there is none for them. */
export type FeedOf = (caller: Caller, params: Record<string, string>) => Promise<string | null>

export type Channels = {
  open(path: string, feedOf: FeedOf, handlers?: ChannelHandlers): void
  /** Sends to every subscriber of the feed, or to those that want it: they are asked when it would go out. */
  send(feed: string, message: object, wanted?: (connection: Connection) => boolean): void
  /** The same, batched: for messages in quick succession. Not for feeds that `send` is used on too. */
  stream(feed: string, message: object): void
  /** Whether a socket of this process is subscribed to the feed. */
  hasSubscribers(feed: string): boolean
  /** Closes every connection to a feed that no longer exists. */
  end(feed: string): void
  /** Every channel path opened, for the table of channels. */
  opened: string[]
  close(): void
}

/** One connection, for channels on which clients speak too. */
export type Connection = {
  caller: Caller
  send(message: object): void
  /** See SocketWriter. */
  replay: SocketWriter['replay']
  /** Gets the messages of this feed as well. */
  join(feed: string): void
}
export type ChannelHandlers = {
  /** Once it gets the messages of its feed. Must not throw. */
  onOpen?(connection: Connection, params: Record<string, string>): void
  /** Every JSON message but pings; `undefined` for one that is not JSON. Must not reject. */
  onMessage(connection: Connection, message: unknown): Promise<void>
  /** Sent at this interval, so that both sides notice a dead connection. */
  heartbeat?: { message: object; everySeconds: number }
  /** After each heartbeat of a connection. Must not throw. */
  onHeartbeat?(connection: Connection): void
}

export type ChannelParts = {
  app: FastifyInstance
  bus: Bus
  log: Log
  clock?: Clock
  /** Those of these sessions that are still valid; without it they are not rechecked. */
  liveSessions?: (ids: string[]) => Promise<Set<string>>
  recheckMs?: number
}

type Subscriber = {
  socket: WebSocket
  writer: SocketWriter
  caller: Caller
  connection: Connection
  alive: boolean
}

export function createChannels({
  app,
  bus,
  log,
  clock = systemClock,
  liveSessions,
  recheckMs = RECHECK_MS,
}: ChannelParts): Channels {
  const feeds = new Map<string, Set<Subscriber>>()
  const subscribers = new Set<Subscriber>()
  const opened: string[] = []
  const openSockets = createConcurrencyLimit()
  const endedSessions = new Map<string, number>()

  const close = (socket: WebSocket, code: number, reason: string) =>
    closeSocket(socket, { code, reason, clock })

  function endSession(sessionId: string): void {
    endedSessions.set(sessionId, clock.monotonic())
    for (const { socket, caller } of subscribers)
      if (caller.sessionId === sessionId) close(socket, CLOSE_NO_SESSION, 'signed out')
  }
  bus.subscribe('session.ended', ({ sessionId }) => endSession(sessionId))

  const stopRecheck = liveSessions
    ? recheckSessions({
        everyMs: recheckMs,
        open: () => new Set([...subscribers].map(({ caller }) => caller.sessionId)),
        live: liveSessions,
        onEnded: endSession,
        clock,
        log,
      })
    : () => undefined

  const batches = createCoalesce((feed, texts, frames) => {
    for (const { writer } of feeds.get(feed) ?? []) writer.sendTogether(texts, frames)
  }, clock)

  const stopKeepalive = every(clock, KEEPALIVE_MS, () => {
    const now = clock.monotonic()
    for (const [sessionId, at] of endedSessions)
      if (now - at > ENDED_SESSION_MS) endedSessions.delete(sessionId)
    for (const subscriber of subscribers) {
      if (!subscriber.alive) subscriber.socket.terminate()
      else {
        subscriber.alive = false
        subscriber.socket.ping()
      }
    }
  })

  /** How this socket joins feeds and leaves all of them. */
  function membership(subscriber: Subscriber) {
    const joined = new Set<string>()
    const leave = (feed: string) => {
      joined.delete(feed)
      const members = feeds.get(feed)
      members?.delete(subscriber)
      if (members?.size === 0) feeds.delete(feed)
    }
    return {
      join(feed: string) {
        // The first one is the channel's own and is never left.
        const [, oldest] = joined
        if (oldest !== undefined && joined.size > JOINED_FEEDS && !joined.has(feed)) leave(oldest)
        joined.add(feed)
        feeds.set(feed, (feeds.get(feed) ?? new Set()).add(subscriber))
      },
      leaveAll: () => joined.forEach(leave),
    }
  }

  function startHeartbeat(connection: Connection, writer: SocketWriter, handlers?: ChannelHandlers) {
    const heartbeat = handlers?.heartbeat
    if (!heartbeat) return () => undefined
    const frame = JSON.stringify(heartbeat.message)
    return every(clock, heartbeat.everySeconds * 1_000, () => {
      writer.now(frame)
      handlers.onHeartbeat?.(connection)
    })
  }

  async function accept(
    socket: WebSocket,
    request: FastifyRequest,
    { feedOf, handlers }: { feedOf: FeedOf; handlers?: ChannelHandlers | undefined },
  ): Promise<void> {
    socket.on('error', () => socket.terminate())
    const { caller } = request
    if (!caller) return close(socket, CLOSE_NO_SESSION, 'sign in first')
    const release = openSockets.acquire([
      [`session:${caller.sessionId}`, SOCKETS.session],
      [`user:${caller.userId}`, SOCKETS.user],
      [`client:${clientKey(request.ip)}`, SOCKETS.client],
    ])
    if (!release) return close(socket, TRY_AGAIN_LATER, 'too many channels are open')
    socket.once('close', release)
    const inbox = createInbox(socket, clock)
    const feed = await feedOf(caller, request.params as Record<string, string>)
    if (feed === null) return close(socket, CLOSE_NOT_FOUND, 'no such channel')
    if (endedSessions.has(caller.sessionId)) return close(socket, CLOSE_NO_SESSION, 'signed out')
    if (socket.readyState !== socket.OPEN) return
    const writer = createSocketWriter(socket, request.raw.socket)
    const connection: Connection = {
      caller,
      send: (message) => writer.send(JSON.stringify(message)),
      replay: writer.replay,
      join: (name) => socket.readyState === socket.OPEN && join(name),
    }
    const subscriber: Subscriber = { socket, writer, caller, connection, alive: true }
    const { join, leaveAll } = membership(subscriber)
    join(feed)
    subscribers.add(subscriber)
    const stopHeartbeat = startHeartbeat(connection, writer, handlers)
    handlers?.onOpen?.(connection, request.params as Record<string, string>)
    socket.on('close', () => {
      stopHeartbeat()
      subscribers.delete(subscriber)
      leaveAll()
    })
    socket.on('pong', () => void (subscriber.alive = true))
    let running = 0
    inbox.onMessage((text) => {
      subscriber.alive = true
      if (isPing(text)) return writer.now('{"type":"pong"}')
      if (!handlers) return
      if (running >= CONCURRENT_MESSAGES) return close(socket, POLICY_VIOLATION, 'too much is asked at once')
      running++
      void handlers.onMessage(connection, parseJson(text)).finally(() => running--)
    })
  }

  const serve = (path: string, feedOf: FeedOf, handlers?: ChannelHandlers) =>
    app.route({
      method: 'GET',
      url: path,
      schema: { hide: true },
      config: { signedIn: 'query' },
      handler: async () => {
        throw new Fault('route_not_found')
      },
      wsHandler: (socket, request) => {
        accept(socket, request, { feedOf, handlers }).catch((error: unknown) => {
          log.error({ path, ...describe(error) }, 'a channel could not be opened')
          socket.close(1011, 'server error')
        })
      },
    })
  // An unknown channel answers like one of somebody else.
  serve('/ws/*', async () => null)

  return {
    opened,
    open(path, feedOf, handlers) {
      opened.push(path)
      serve(path, feedOf, handlers)
    },
    send(feed, message, wanted) {
      const members = feeds.get(feed)
      if (!members) return
      const text = JSON.stringify(message)
      for (const { writer, connection } of members) writer.send(text, wanted && (() => wanted(connection)))
    },
    stream(feed, message) {
      if (feeds.has(feed)) batches.add(feed, JSON.stringify(message))
    },
    hasSubscribers: (feed) => feeds.has(feed),
    end(feed) {
      for (const { socket } of feeds.get(feed) ?? []) close(socket, CLOSE_NOT_FOUND, 'no such channel')
    },
    close() {
      stopKeepalive()
      stopRecheck()
      batches.close()
      for (const { socket } of subscribers) socket.close(1001, 'the server is stopping')
    },
  }
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
