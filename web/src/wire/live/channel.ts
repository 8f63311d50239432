/**
 * Live channels, all on one socket, each opened once however many subscribe. Each reconnects by the rules of live-retry.ts. 4401
 * ends the session, 4404 ends the channel; one that the server closed normally rests until the server is back or
 * reopen() is called.
 */
import { buildPath } from '@purser/contract/endpoint.ts'
import { CLOSE_NOT_FOUND, CLOSE_NO_SESSION } from '@purser/contract/limits.ts'
import { channels } from '@purser/contract/live.ts'
import type * as z from 'zod/mini'
import { checkConnection, connection, onConnection } from '../connection.ts'
import { isAbnormal, reconnectDelay, type ChannelKind } from './live-retry.ts'
import { onSession, token } from '../session.ts'
import { openChannel } from './desk-socket.ts'
import { type LiveSocket, SocketError } from './socket.ts'

/** `attempts` counts the failures since the last message that arrived. */
export type ChannelState = {
  phase: 'connecting' | 'open' | 'waiting' | 'resting' | 'ended'
  attempts: number
}

type Parsed = Map<z.ZodMiniType, z.core.util.SafeParseResult<unknown>>
type Subscriber = {
  /** `parsed`: the body by the schemas of those who have got it already. Of a thousand lines a second each is parsed once. */
  message: (body: unknown, parsed: Parsed) => void
  state: (state: ChannelState) => void
}
type Channel = {
  kind: ChannelKind
  path: string
  subscribers: Set<Subscriber>
  state: ChannelState
  /** Aborted when the last subscriber leaves. */
  closing: AbortController
  socket?: LiveSocket
  timer?: ReturnType<typeof setTimeout>
}

const channelsByPath = new Map<string, Channel>()

export type Subscription<S extends z.ZodMiniType> = {
  kind: ChannelKind
  /** Names the channel; the status channel has none. */
  externalId?: string
  /** Messages of another shape are ignored, and so are pings and heartbeats. */
  schema: S
  onMessage: (message: z.output<S>) => void
  onState?: (state: ChannelState) => void
}

/** Opens the channel for its first subscriber. Returns the unsubscribe; the last one closes the channel. */
export function subscribe<S extends z.ZodMiniType>(subscription: Subscription<S>): () => void {
  const { kind, externalId, schema, onMessage, onState } = subscription
  const path = buildPath(channels[kind], externalId === undefined ? {} : { externalId })
  let channel = channelsByPath.get(path)
  if (!channel || channel.state.phase === 'ended') {
    channel = {
      kind,
      path,
      subscribers: new Set(),
      state: { phase: 'connecting', attempts: 0 },
      closing: new AbortController(),
    }
    channelsByPath.set(path, channel)
    void connect(channel)
  }
  const subscriber: Subscriber = {
    message: (body, parsed) => {
      const result = parsed.get(schema) ?? schema.safeParse(body)
      parsed.set(schema, result)
      if (result.success) onMessage(result.data as z.output<S>)
    },
    state: (state) => onState?.(state),
  }
  channel.subscribers.add(subscriber)
  subscriber.state(channel.state)
  const joined = channel
  return () => {
    joined.subscribers.delete(subscriber)
    if (joined.subscribers.size === 0) shut(joined)
  }
}

/** Sends on an open channel; on any other it does nothing. */
export function send(kind: ChannelKind, externalId: string, message: object): void {
  const channel = channelsByPath.get(buildPath(channels[kind], { externalId }))
  try {
    channel?.socket?.send(message)
  } catch (error) {
    if (!(error instanceof SocketError)) throw error
  }
}

function setState(channel: Channel, phase: ChannelState['phase'], attempts = channel.state.attempts): void {
  channel.state = { phase, attempts }
  for (const subscriber of channel.subscribers) subscriber.state(channel.state)
}

function shut(channel: Channel): void {
  clearTimeout(channel.timer)
  channel.closing.abort()
  delete channel.socket
  channel.state = { phase: 'ended', attempts: 0 }
  if (channelsByPath.get(channel.path) === channel) channelsByPath.delete(channel.path)
}

async function connect(channel: Channel): Promise<void> {
  const { signal } = channel.closing
  setState(channel, 'connecting')
  try {
    const socket = await openChannel(channel.path, {
      signal,
      onMessage: (body) => {
        // Good only once something arrives: a socket that opens and closes at once must not reset the waiting times.
        if (channel.state.attempts > 0) setState(channel, 'open', 0)
        const parsed: Parsed = new Map()
        for (const subscriber of channel.subscribers) subscriber.message(body, parsed)
      },
      onClose: (code) => closed(channel, code),
    })
    // Its last subscriber may have left while it opened.
    if (signal.aborted) return
    channel.socket = socket
    setState(channel, 'open')
  } catch {
    if (!signal.aborted) reconnectLater(channel)
  }
}

function closed(channel: Channel, code: number): void {
  delete channel.socket
  // Without a session it has ended; if another session has begun since, it continues in that one.
  if (code === CLOSE_NOT_FOUND || (code === CLOSE_NO_SESSION && token() === null)) setState(channel, 'ended')
  else if (isAbnormal(code)) reconnectLater(channel)
  else {
    setState(channel, 'resting')
    checkConnection()
  }
}

/** Opens channels that the server closed normally. */
export function reopen(): void {
  for (const channel of channelsByPath.values()) if (channel.state.phase === 'resting') void connect(channel)
}
onConnection(() => {
  if (connection() === 'live') reopen()
})

function reconnectLater(channel: Channel): void {
  if (channel.state.phase === 'ended') return
  if (token() === null) return setState(channel, 'ended')
  checkConnection()
  const attempts = channel.state.attempts + 1
  setState(channel, 'waiting', attempts)
  channel.timer = setTimeout(
    () => void connect(channel),
    reconnectDelay(channel.kind, attempts, Math.random()),
  )
}

/** Logout ends every channel of this tab at once. */
onSession(() => {
  if (token() !== null) return
  for (const channel of channelsByPath.values()) shut(channel)
})
