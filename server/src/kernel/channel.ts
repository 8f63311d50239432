/**
 * The one WebSocket boundary. The upgrade is accepted first so that a close code can be read: 4401 without a session,
 * 4404 for what is not yours or does not exist. Messages are framed once for all who hear them.
 */
import { CLOSE_NO_SESSION, CLOSE_NOT_FOUND } from '@purser/contract/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Bus } from './bus.ts'
import { createCoalesce } from './coalesce.ts'
import { describe, type Log } from './log.ts'
import { createOutlet, type Outlet } from './outlet.ts'
import type { Caller } from './route.ts'

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
  replay: Outlet['replay']
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
  /** By one-use ticket or by token. */
  authenticate(credentials: { token?: string; ticket?: string }): Promise<Caller | null>
}

type Listener = { socket: WebSocket; outlet: Outlet; caller: Caller; alive: boolean }

export function createChannels({ app, bus, log, authenticate }: ChannelParts): Channels {
  const feeds = new Map<string, Set<Listener>>()
  const all = new Set<Listener>()
  const opened: string[] = []

  bus.subscribe('session.ended', ({ sessionId }) => {
    for (const { socket, caller } of all)
      if (caller.sessionId === sessionId) socket.close(CLOSE_NO_SESSION, 'signed out')
  })

  const together = createCoalesce((feed, texts, frames) => {
    for (const { outlet } of feeds.get(feed) ?? []) outlet.sendTogether(texts, frames)
  })

  const probe = setInterval(() => {
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
    const early: string[] = []
    const keep = (data: unknown) => void (early.length < 10 && early.push(String(data)))
    socket.on('message', keep)
    socket.on('error', () => socket.terminate())
    const { token, ticket } = request.query as { token?: string; ticket?: string }
    const caller = await authenticate({ ...(token ? { token } : {}), ...(ticket ? { ticket } : {}) })
    if (!caller) return socket.close(CLOSE_NO_SESSION, 'sign in first')
    const feed = await feedOf(caller, request.params as Record<string, string>)
    if (feed === null) return socket.close(CLOSE_NOT_FOUND, 'no such channel')
    if (socket.readyState !== socket.OPEN) return
    const outlet = createOutlet(socket, request.raw.socket)
    const listener: Listener = { socket, outlet, caller, alive: true }
    const heard = new Set<string>()
    const join = (name: string) => {
      heard.add(name)
      feeds.set(name, (feeds.get(name) ?? new Set()).add(listener))
    }
    join(feed)
    all.add(listener)
    const connection: Connection = {
      caller,
      send: (message) => outlet.send(JSON.stringify(message)),
      replay: outlet.replay,
      join: (name) => socket.readyState === socket.OPEN && join(name),
    }
    const heartbeat = talk?.heartbeat
    const beat =
      heartbeat &&
      setInterval(() => {
        outlet.now(JSON.stringify(heartbeat.message))
        talk.beat?.(connection)
      }, heartbeat.everySeconds * 1_000)
    socket.on('close', () => {
      clearInterval(beat)
      all.delete(listener)
      for (const name of heard) {
        const set = feeds.get(name)
        set?.delete(listener)
        if (set?.size === 0) feeds.delete(name)
      }
    })
    socket.on('pong', () => void (listener.alive = true))
    const hear = (text: string) => {
      listener.alive = true
      if (isPing(text)) socket.send('{"type":"pong"}')
      else void talk?.hear(connection, parsed(text))
    }
    socket.off('message', keep)
    socket.on('message', (data) => hear(String(data)))
    early.forEach(hear)
  }

  return {
    opened,
    open(path, feedOf, talk) {
      opened.push(path)
      app.get(path, { websocket: true, schema: { hide: true } }, (socket, request) => {
        accept(socket, request, feedOf, talk).catch((error: unknown) => {
          log.error({ path, ...describe(error) }, 'a channel could not be opened')
          socket.close(1011, 'server error')
        })
      })
    },
    send(feed, message) {
      const listeners = feeds.get(feed)
      if (!listeners) return
      const frame = JSON.stringify(message)
      for (const { outlet } of listeners) outlet.send(frame)
    },
    stream(feed, message) {
      if (feeds.has(feed)) together.add(feed, JSON.stringify(message))
    },
    heard: (feed) => feeds.has(feed),
    end(feed) {
      for (const { socket } of feeds.get(feed) ?? []) socket.close(CLOSE_NOT_FOUND, 'no such channel')
    },
    close() {
      clearInterval(probe)
      together.close()
      for (const { socket } of all) socket.close(1001, 'the server is stopping')
    },
  }
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
