/**
 * Live channels, one socket per channel however many listen. Each is opened with a one-use ticket, pinged every 30 s and
 * opened again by the rules of live-retry.ts. 4401 ends the session, 4404 ends the channel; one that the server closed in
 * good order rests until the server is back or the monitor looks for it.
 */
import { createTicket } from '@purser/contract/accounts.ts'
import { pathOf } from '@purser/contract/endpoint.ts'
import { CLOSE_NOT_FOUND, CLOSE_NO_SESSION, PING_SECONDS } from '@purser/contract/limits.ts'
import { channels } from '@purser/contract/live.ts'
import type * as z from 'zod/mini'
import { call } from './api.ts'
import { connection, doubt, onConnection } from './connection.ts'
import { CONNECT_TIMEOUT_MS, isAbnormal, reconnectDelay, type ChannelKind } from './live-retry.ts'
import { never } from './retry.ts'
import { end, onSession, token } from './session.ts'

/** `attempts` counts the failures since the last good opening. */
export type ChannelState = {
  phase: 'connecting' | 'open' | 'waiting' | 'resting' | 'ended'
  attempts: number
}

type Listener = { message: (body: unknown) => void; state: (state: ChannelState) => void }
type Channel = {
  kind: ChannelKind
  path: string
  listeners: Set<Listener>
  state: ChannelState
  socket?: WebSocket
  timer?: ReturnType<typeof setTimeout>
  ping?: ReturnType<typeof setInterval>
  /** When anything last arrived, pongs included. */
  seen: number
}

const IDLE_MS = 600_000
const IDLE_CHECK_MS = 300_000
/** Our own code: no closing in good order, so that it is opened again. */
const CLOSE_SILENT = 4000

const open = new Map<string, Channel>()

export type Subscription<S extends z.ZodMiniType> = {
  kind: ChannelKind
  /** Names the channel; the status channel has none. */
  externalId?: string
  /** Messages of another shape are ignored, as are pings and heartbeats. */
  schema: S
  onMessage: (message: z.output<S>) => void
  onState?: (state: ChannelState) => void
}

/** Listens to a channel, opening it for the first listener. The answer stops listening; the last one closes it. */
export function listen<S extends z.ZodMiniType>(wish: Subscription<S>): () => void {
  const path = pathOf(
    channels[wish.kind],
    wish.externalId === undefined ? {} : { externalId: wish.externalId },
  )
  let channel = open.get(path)
  if (!channel || channel.state.phase === 'ended') {
    channel = {
      kind: wish.kind,
      path,
      listeners: new Set(),
      state: { phase: 'connecting', attempts: 0 },
      seen: Date.now(),
    }
    open.set(path, channel)
    void connect(channel)
  }
  const listener: Listener = {
    message: (body) => {
      const parsed = wish.schema.safeParse(body)
      if (parsed.success) wish.onMessage(parsed.data)
    },
    state: (state) => wish.onState?.(state),
  }
  channel.listeners.add(listener)
  listener.state(channel.state)
  const mine = channel
  return () => {
    mine.listeners.delete(listener)
    if (mine.listeners.size === 0) shut(mine)
  }
}

/** Says something on a channel that is open; without one nothing is said. */
export function tell(kind: ChannelKind, externalId: string, message: object): void {
  const socket = open.get(pathOf(channels[kind], { externalId }))?.socket
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}

function become(channel: Channel, phase: ChannelState['phase'], attempts = channel.state.attempts): void {
  channel.state = { phase, attempts }
  for (const listener of channel.listeners) listener.state(channel.state)
}

function shut(channel: Channel): void {
  clearTimeout(channel.timer)
  clearInterval(channel.ping)
  const socket = channel.socket
  delete channel.socket
  channel.state = { phase: 'ended', attempts: 0 }
  if (open.get(channel.path) === channel) open.delete(channel.path)
  socket?.close(1000)
}

async function connect(channel: Channel): Promise<void> {
  become(channel, 'connecting')
  let ticket: string
  try {
    ticket = (await call(createTicket, { retry: never, signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) }))
      .ticket
  } catch {
    return again(channel)
  }
  // The last listener may have left while the ticket was on its way.
  if (channel.state.phase !== 'connecting') return
  const url = new URL(`${channel.path}?ticket=${encodeURIComponent(ticket)}`, window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url)
  channel.seen = Date.now()
  channel.socket = socket
  const late = setTimeout(() => socket.close(), CONNECT_TIMEOUT_MS)
  socket.addEventListener('open', () => {
    clearTimeout(late)
    channel.ping = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}')
    }, PING_SECONDS * 1000)
    if (channel.socket === socket) become(channel, 'open')
  })
  socket.addEventListener('message', (event) => {
    channel.seen = Date.now()
    // Good only once something arrives: a socket that opens and closes at once must not reset the waiting times.
    if (channel.state.attempts > 0) become(channel, 'open', 0)
    deliver(channel, event.data)
  })
  socket.addEventListener('close', (event) => {
    clearTimeout(late)
    clearInterval(channel.ping)
    if (channel.socket !== socket) return
    delete channel.socket
    if (event.code === CLOSE_NO_SESSION) end()
    if (event.code === CLOSE_NO_SESSION || event.code === CLOSE_NOT_FOUND) become(channel, 'ended')
    else if (isAbnormal(event.code)) again(channel)
    else {
      become(channel, 'resting')
      doubt()
    }
  })
}

/** Opens what the server closed in good order. */
export function reopen(): void {
  for (const channel of open.values()) if (channel.state.phase === 'resting') void connect(channel)
}
onConnection(() => {
  if (connection() === 'live') reopen()
})

function again(channel: Channel): void {
  if (channel.state.phase === 'ended') return
  if (token() === null) return become(channel, 'ended')
  doubt()
  const attempts = channel.state.attempts + 1
  become(channel, 'waiting', attempts)
  channel.timer = setTimeout(
    () => void connect(channel),
    reconnectDelay(channel.kind, attempts, Math.random()),
  )
}

function deliver(channel: Channel, data: unknown): void {
  let body: unknown
  try {
    body = JSON.parse(String(data))
  } catch {
    return
  }
  for (const listener of channel.listeners) listener.message(body)
}

/** Logout ends every channel of this tab at once. */
onSession(() => {
  if (token() !== null) return
  for (const channel of open.values()) shut(channel)
})

/** A socket on which not even a pong arrived for 10 minutes is dead: closing it starts the reconnection. */
setInterval(() => {
  for (const channel of open.values())
    if (Date.now() - channel.seen > IDLE_MS) channel.socket?.close(CLOSE_SILENT)
}, IDLE_CHECK_MS)
