/**
 * The one WebSocket boundary. The upgrade is always accepted, so that the client can read a close code: 4401 without a
 * session, 4404 for a channel that does not exist or belongs to somebody else. A message is framed once for all its
 * receivers.
 */
import { CLOSE_NO_SESSION, CLOSE_NOT_FOUND } from '@purser/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import { deskSocketPath } from '@purser/contract/live.ts'
import { acceptDeskSocket, type FindChannel } from './accept-desk-socket.ts'
import {
  acceptSocket,
  type Channel,
  type ChannelHandlers,
  type FeedOf,
  type OpenSockets,
  type Upgrade,
} from './accept-socket.ts'
import type { Bus } from '../bus.ts'
import { type Clock, every, systemClock } from '../clock.ts'
import { closeSocket } from './close-socket.ts'
import { createCoalesce } from './coalesce.ts'
import { Fault } from '../fault.ts'
import type { Connection, Feeds } from './feeds.ts'
import { describe, type Log } from '../log.ts'
import { createConcurrencyLimit } from '../http/rate-limits.ts'
import { recheckSessions } from './recheck-sessions.ts'

export type { ChannelHandlers, Connection, FeedOf }

/** How long an ended session is remembered, for its sockets that are just opening. */
const ENDED_SESSION_MS = 60_000
/** How soon a session that another process ended is found if its event was lost. */
const RECHECK_MS = 5_000
/** A peer that sends nothing for this long, not even a pong, is disconnected. */
const KEEPALIVE_MS = 30_000

export type Channels = {
  open(path: string, findFeed: FeedOf, handlers?: ChannelHandlers): void
  /** Sends to every subscriber of the feed, or to those for which `wanted` is true when the message goes out. */
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

export type ChannelParts = {
  app: FastifyInstance
  bus: Bus
  log: Log
  clock?: Clock
  /** The sessions among these that are still valid; without it they are not rechecked. */
  liveSessions?: (ids: string[]) => Promise<Set<string>>
  recheckMs?: number
}

export function createChannels(parts: ChannelParts): Channels {
  const { app, bus, log, clock = systemClock } = parts
  const feeds: Feeds = new Map()
  const limit = createConcurrencyLimit()
  const sockets: OpenSockets = { clock, feeds, sockets: new Set(), limit, endedSessions: new Map() }
  const byPath: OpenedChannel[] = []
  const opened: string[] = []
  const batches = createCoalesce((feed, texts, frames) => {
    for (const { writer } of feeds.get(feed) ?? []) writer.sendTogether(texts, frames)
  }, clock)
  bus.subscribe('session.ended', ({ sessionId }) => endSession(sockets, sessionId))
  const stopRecheck = startRecheck(sockets, parts)
  const stopKeepalive = every(clock, KEEPALIVE_MS, () => disconnectSilent(sockets))
  const serveChannel = (path: string, channel: Channel) =>
    serve({ app, log }, path, (upgrade) => acceptSocket(sockets, channel, upgrade))
  // An unknown channel answers like one of somebody else.
  serveChannel('/ws/*', { findFeed: async () => null })
  const findChannel = (path: string) => findOpened(byPath, path)
  serve({ app, log }, deskSocketPath, async (upgrade) =>
    acceptDeskSocket(sockets, { findChannel, log }, upgrade),
  )
  return {
    opened,
    open(path, findFeed, handlers) {
      const channel = { findFeed, handlers }
      opened.push(path)
      byPath.push({ pattern: toPattern(path), channel })
      serveChannel(path, channel)
    },
    send: (feed, message, wanted) => send(feeds, feed, { message, wanted }),
    stream(feed, message) {
      if (feeds.has(feed)) batches.add(feed, JSON.stringify(message))
    },
    hasSubscribers: (feed) => feeds.has(feed),
    end: (feed) => endFeed(sockets, feed),
    close() {
      stopKeepalive()
      stopRecheck()
      batches.close()
      for (const { socket } of sockets.sockets) socket.close(1001, 'the server is stopping')
    },
  }
}

type OpenedChannel = { pattern: RegExp; channel: Channel }

/** '/ws/logs/:externalId' with its parameters by name. */
const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

function findOpened(opened: readonly OpenedChannel[], path: string): ReturnType<FindChannel> {
  for (const { pattern, channel } of opened) {
    const found = pattern.exec(path)
    if (!found) continue
    try {
      const entries = Object.entries(found.groups ?? {})
      return {
        channel,
        params: Object.fromEntries(entries.map(([name, value]) => [name, decodeURIComponent(value)])),
      }
    } catch {
      return null
    }
  }
  return null
}

type ServeParts = Pick<ChannelParts, 'app' | 'log'>

function serve({ app, log }: ServeParts, path: string, accept: (upgrade: Upgrade) => Promise<void>): void {
  app.route({
    method: 'GET',
    url: path,
    schema: { hide: true },
    config: { signedIn: 'query' },
    handler: async () => {
      throw new Fault('route_not_found')
    },
    wsHandler: (socket, request) => {
      accept({ socket, request }).catch((error: unknown) => {
        log.error({ path, ...describe(error) }, 'a channel could not be opened')
        socket.close(1011, 'server error')
      })
    },
  })
}

type Message = { message: object; wanted: ((connection: Connection) => boolean) | undefined }

function send(feeds: Feeds, feed: string, { message, wanted }: Message): void {
  const members = feeds.get(feed)
  if (!members) return
  const text = JSON.stringify(message)
  for (const { writer, connection } of members) writer.send(text, wanted && (() => wanted(connection)))
}

function endFeed({ feeds }: OpenSockets, feed: string): void {
  for (const { end } of feeds.get(feed) ?? []) end(CLOSE_NOT_FOUND, 'no such channel')
}

function endSession({ sockets, endedSessions, clock }: OpenSockets, sessionId: string): void {
  endedSessions.set(sessionId, clock.monotonic())
  for (const { socket, caller } of sockets)
    if (caller.sessionId === sessionId)
      closeSocket(socket, { code: CLOSE_NO_SESSION, reason: 'signed out', clock })
}

function startRecheck(sockets: OpenSockets, { liveSessions, recheckMs, log }: ChannelParts): () => void {
  if (!liveSessions) return () => undefined
  return recheckSessions({
    everyMs: recheckMs ?? RECHECK_MS,
    open: () => new Set([...sockets.sockets].map(({ caller }) => caller.sessionId)),
    live: liveSessions,
    onEnded: (sessionId) => endSession(sockets, sessionId),
    clock: sockets.clock,
    log,
  })
}

/** Ends sockets that have not answered the last ping, and pings the others. */
function disconnectSilent({ sockets, endedSessions, clock }: OpenSockets): void {
  const now = clock.monotonic()
  for (const [sessionId, at] of endedSessions)
    if (now - at > ENDED_SESSION_MS) endedSessions.delete(sessionId)
  for (const open of sockets) {
    if (!open.alive) open.socket.terminate()
    else {
      open.alive = false
      open.socket.ping()
    }
  }
}
