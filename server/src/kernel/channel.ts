/**
 * The one WebSocket boundary. The upgrade is accepted first so that a close code can be read: 4401 without a session,
 * 4404 for what is not yours or does not exist. Messages are framed once for all who hear them.
 */
import { CLOSE_NO_SESSION, CLOSE_NOT_FOUND } from '@purser/contract/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Bus } from './bus.ts'
import { createCoalesce } from './coalesce.ts'
import { Fault } from './fault.ts'
import { describe, type Log } from './log.ts'
import { createSocketWriter, type SocketWriter } from './socket-writer.ts'
import type { Caller } from './admission.ts'
import { clientOf } from './client-address.ts'
import { createPace, createTally } from './quota.ts'
import { recheckSessions } from './recheck-sessions.ts'

/** Live sockets at once: of one session, of one user, of one client. */
const SOCKETS = { session: 100, user: 500, client: 2_000 }
/** Messages of one socket, pings of either kind among them: so many at once, and a second in the long run. */
const MESSAGES = { burst: 100, aSecond: 20 }
/** Messages of one socket that are being answered; a replay may be long. */
const ANSWERED_AT_ONCE = 16
/** Feeds that one socket hears besides its own; with more it hears the newest. */
const FEEDS = 64
/** What comes before it is known which feed is meant. */
const EARLY = { messages: 10, characters: 1_048_576 }
/** A peer that does not answer a close is cut off. */
const CLOSE_WITHIN_MS = 2_000
/** Sessions that ended are kept in mind so long, for sockets of theirs that are just being opened. */
const ENDED_KEPT_MS = 60_000

/** A session that ended in another process, unheard, is found this fast. */
const RECHECK_MS = 5_000

/** A peer that says nothing for this long, not even a pong, is gone. */
const PROBE_MS = 30_000

export type Channels = {
  /** `feedOf` names the feed that this caller may hear on this channel, or null when there is none for them. */
  open(
    path: string,
    feedOf: (caller: Caller, params: Record<string, string>) => Promise<string | null>,
    talk?: Talk,
  ): void
  /** Sends to everyone on the feed. */
  send(feed: string, message: object): void
  /** The same for what may come fast: the messages of a moment go out together. Not for feeds that `send` serves too. */
  stream(feed: string, message: object): void
  /** Whether anyone is on the feed, here. */
  heard(feed: string): boolean
  /** Ends every connection to a feed that is no more. */
  end(feed: string): void
  /** Every channel path opened, for the table of channels. */
  opened: string[]
  close(): void
}

/** One connection, for channels on which clients speak too. */
export type Connection = {
  caller: Caller
  send(message: object): void
  /** What it tells goes out as fast as the socket takes it, and before all that is sent from the beginning of `work` on. */
  replay: SocketWriter['replay']
  /** Hears this feed as well from now on. */
  join(feed: string): void
}
export type Talk = {
  /** Gets every message that is JSON and no ping; `undefined` stands for one that is not JSON. Must not reject. */
  hear(connection: Connection, message: unknown): Promise<void>
  /** Sent over and over, so that both sides know of each other. */
  heartbeat?: { message: object; everySeconds: number }
  /** After each heartbeat of a connection. Must not throw. */
  beat?(connection: Connection): void
}

export type ChannelParts = {
  app: FastifyInstance
  bus: Bus
  log: Log
  /** Which of these sessions there are still: one that ended while nothing fanned out is found by this. */
  liveSessions?: (ids: string[]) => Promise<Set<string>>
  recheckMs?: number
}

type Listener = { socket: WebSocket; writer: SocketWriter; caller: Caller; alive: boolean }

export function createChannels({
  app,
  bus,
  log,
  liveSessions,
  recheckMs = RECHECK_MS,
}: ChannelParts): Channels {
  const feeds = new Map<string, Set<Listener>>()
  const all = new Set<Listener>()
  const opened: string[] = []

  const tally = createTally()
  const ended = new Map<string, number>()

  function endSession(sessionId: string): void {
    ended.set(sessionId, Date.now())
    for (const { socket, caller } of all)
      if (caller.sessionId === sessionId) shut(socket, CLOSE_NO_SESSION, 'signed out')
  }
  bus.subscribe('session.ended', ({ sessionId }) => endSession(sessionId))

  const stopRecheck = liveSessions
    ? recheckSessions({
        everyMs: recheckMs,
        open: () => new Set([...all].map(({ caller }) => caller.sessionId)),
        live: liveSessions,
        ended: endSession,
        log,
      })
    : () => undefined

  const together = createCoalesce((feed, texts, frames) => {
    for (const { writer } of feeds.get(feed) ?? []) writer.sendTogether(texts, frames)
  })

  const probe = setInterval(() => {
    for (const [sessionId, at] of ended) if (Date.now() - at > ENDED_KEPT_MS) ended.delete(sessionId)
    for (const listener of all) {
      if (!listener.alive) listener.socket.terminate()
      else {
        listener.alive = false
        listener.socket.ping()
      }
    }
  }, PROBE_MS)
  probe.unref()

  async function accept(
    socket: WebSocket,
    request: FastifyRequest,
    feedOf: Parameters<Channels['open']>[1],
    talk?: Talk,
  ): Promise<void> {
    socket.on('error', () => socket.terminate())
    const { caller } = request
    if (!caller) return shut(socket, CLOSE_NO_SESSION, 'sign in first')
    const leave = tally.enter([
      [`session:${caller.sessionId}`, SOCKETS.session],
      [`user:${caller.userId}`, SOCKETS.user],
      [`client:${clientOf(request.ip)}`, SOCKETS.client],
    ])
    if (!leave) return shut(socket, TRY_LATER, 'too many channels are open')
    socket.once('close', leave)
    const inTime = createPace(MESSAGES.burst, MESSAGES.aSecond)
    /** Whether it may be read: text only, and no more than one reads at leisure. */
    const admits = (isBinary: boolean) => {
      if (isBinary) shut(socket, TEXT_ONLY, 'text only')
      else if (!inTime()) shut(socket, AGAINST_POLICY, 'too many messages')
      return socket.readyState === socket.OPEN
    }
    socket.on('ping', () => void admits(false))
    const early: string[] = []
    let characters = 0
    const keep = (data: unknown, isBinary: boolean) => {
      if (!admits(isBinary)) return
      const text = String(data)
      characters += text.length
      if (early.length < EARLY.messages && characters <= EARLY.characters) early.push(text)
    }
    socket.on('message', keep)
    const feed = await feedOf(caller, request.params as Record<string, string>)
    if (feed === null) return shut(socket, CLOSE_NOT_FOUND, 'no such channel')
    if (ended.has(caller.sessionId)) return shut(socket, CLOSE_NO_SESSION, 'signed out')
    if (socket.readyState !== socket.OPEN) return
    const writer = createSocketWriter(socket, request.raw.socket)
    const listener: Listener = { socket, writer, caller, alive: true }
    const heard = new Set<string>()
    const part = (name: string) => {
      heard.delete(name)
      const set = feeds.get(name)
      set?.delete(listener)
      if (set?.size === 0) feeds.delete(name)
    }
    const join = (name: string) => {
      const [, oldest] = heard
      if (oldest !== undefined && heard.size > FEEDS && !heard.has(name)) part(oldest)
      heard.add(name)
      feeds.set(name, (feeds.get(name) ?? new Set()).add(listener))
    }
    join(feed)
    all.add(listener)
    const connection: Connection = {
      caller,
      send: (message) => writer.send(JSON.stringify(message)),
      replay: writer.replay,
      join: (name) => socket.readyState === socket.OPEN && join(name),
    }
    const heartbeat = talk?.heartbeat
    const beat =
      heartbeat &&
      setInterval(() => {
        writer.now(JSON.stringify(heartbeat.message))
        talk.beat?.(connection)
      }, heartbeat.everySeconds * 1_000)
    socket.on('close', () => {
      clearInterval(beat)
      all.delete(listener)
      for (const name of heard) part(name)
    })
    socket.on('pong', () => void (listener.alive = true))
    let answering = 0
    const hear = (text: string) => {
      listener.alive = true
      if (isPing(text)) return writer.now('{"type":"pong"}')
      if (!talk) return
      if (answering >= ANSWERED_AT_ONCE) return shut(socket, AGAINST_POLICY, 'too much is asked at once')
      answering++
      void talk.hear(connection, parsed(text)).finally(() => answering--)
    }
    socket.off('message', keep)
    socket.on('message', (data, isBinary) => admits(isBinary) && hear(String(data)))
    early.forEach(hear)
  }

  const serve = (path: string, feedOf: Parameters<Channels['open']>[1], talk?: Talk) =>
    app.route({
      method: 'GET',
      url: path,
      schema: { hide: true },
      config: { signedIn: 'query' },
      handler: async () => {
        throw new Fault('route_not_found')
      },
      wsHandler: (socket, request) => {
        accept(socket, request, feedOf, talk).catch((error: unknown) => {
          log.error({ path, ...describe(error) }, 'a channel could not be opened')
          socket.close(1011, 'server error')
        })
      },
    })
  // A channel that there is not is told like one that is somebody else's.
  serve('/ws/*', async () => null)

  return {
    opened,
    open(path, feedOf, talk) {
      opened.push(path)
      serve(path, feedOf, talk)
    },
    send(feed, message) {
      const listeners = feeds.get(feed)
      if (!listeners) return
      const frame = JSON.stringify(message)
      for (const { writer } of listeners) writer.send(frame)
    },
    stream(feed, message) {
      if (feeds.has(feed)) together.add(feed, JSON.stringify(message))
    },
    heard: (feed) => feeds.has(feed),
    end(feed) {
      for (const { socket } of feeds.get(feed) ?? []) shut(socket, CLOSE_NOT_FOUND, 'no such channel')
    },
    close() {
      clearInterval(probe)
      stopRecheck()
      together.close()
      for (const { socket } of all) socket.close(1001, 'the server is stopping')
    },
  }
}

/** The protocol's own codes, besides those of the contract. */
const TEXT_ONLY = 1003
const AGAINST_POLICY = 1008
const TRY_LATER = 1013

/** Closes, reads no more of it, and cuts off whoever does not close as well. */
function shut(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState !== socket.OPEN) return
  socket.removeAllListeners('message')
  socket.close(code, reason)
  const cut = setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS)
  cut.unref()
  socket.once('close', () => clearTimeout(cut))
}

function parsed(text: string): unknown {
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
