/**
 * The console's one socket for its live channels: opened for the first of them, and closed a little after the last has
 * left. Each channel is told of its own messages and its own end; how it reconnects is decided in channel.ts.
 */
import { LIVE_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { type DeskRequest, deskSocketPath } from '@purser/contract/live.ts'
import { onSession, token } from '../session.ts'
import { type LiveSocket, openSocket, SocketError, type SocketHandlers } from './socket.ts'

/** A socket without even a pong for this long is dead: it is opened again. */
const INACTIVITY_MS = 600_000
/** Pages come and go: the next one needs the socket again. */
const LINGER_MS = 5_000

type Entry = {
  onOpened(): void
  onMessage(body: unknown): void
  /** The channel was closed by the server with this code. */
  onClosed(code: number): void
  /** The socket itself has ended. */
  onLost(code: number): void
}
type Desk = { socket: Promise<LiveSocket>; closing: AbortController }

const entries = new Map<string, Entry>()
let desk: Desk | undefined
let idleTimer: ReturnType<typeof setTimeout> | undefined

function connect(): Promise<LiveSocket> {
  clearTimeout(idleTimer)
  if (desk) return desk.socket
  const closing = new AbortController()
  const isPresent = () => desk?.closing === closing
  const socket = openSocket(deskSocketPath, {
    inactivityMs: INACTIVITY_MS,
    signal: closing.signal,
    onMessage: dispatch,
    onClose: (code) => isPresent() && end(code),
  })
  desk = { socket, closing }
  socket.catch(() => {
    if (isPresent()) desk = undefined
  })
  return socket
}

function end(code: number): void {
  desk = undefined
  const all = [...entries.values()]
  entries.clear()
  for (const entry of all) entry.onLost(code)
}

/** A thousand lines a second pass here: no schema but the channel's own. */
function dispatch(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  // A pong: the server is there for all of them.
  if (!('channel' in body)) {
    for (const entry of entries.values()) entry.onMessage(body)
    return
  }
  const path = String(body.channel)
  const entry = entries.get(path)
  if (!entry) return
  if ('message' in body) entry.onMessage(body.message)
  else if ('type' in body && body.type === 'opened') entry.onOpened()
  else if ('code' in body) {
    entries.delete(path)
    entry.onClosed(Number(body.code))
    closeIfIdle()
  }
}

function closeIfIdle(): void {
  clearTimeout(idleTimer)
  if (entries.size > 0) return
  idleTimer = setTimeout(() => {
    if (entries.size === 0) closeNow()
  }, LINGER_MS)
}

function closeNow(): void {
  const present = desk
  desk = undefined
  present?.closing.abort()
}

/** Another session must not get it. */
onSession(() => {
  if (token() === null) closeNow()
})

type ChannelSocket = Pick<SocketHandlers, 'onMessage' | 'onClose' | 'signal'>

/**
 * Opens a channel, as a socket of its own would be: a channel that is refused opens, and is closed with its code at once.
 * Rejects with a SocketError after LIVE_TIMEOUT_MS at the latest.
 */
export async function openChannel(
  path: string,
  { onMessage, onClose, signal }: ChannelSocket,
): Promise<LiveSocket> {
  const socket = await connect()
  if (signal.aborted) {
    closeIfIdle()
    throw new SocketError('connect_failed')
  }
  const request = (body: DeskRequest) => socket.send(body)
  return new Promise((resolve, reject) => {
    const leave = () => {
      settle()
      if (entries.get(path) !== entry) return
      entries.delete(path)
      try {
        request({ type: 'unsubscribe', channel: path })
      } catch {
        // The socket has ended, and the subscription with it.
      }
      closeIfIdle()
    }
    const timer = setTimeout(() => {
      leave()
      reject(new SocketError('timeout'))
    }, LIVE_TIMEOUT_MS)
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    }
    const open: LiveSocket = {
      send(message) {
        if (entries.get(path) !== entry) throw new SocketError('not_connected')
        request({ type: 'send', channel: path, message })
      },
      close: leave,
    }
    let isOpen = false
    const onOpened = () => {
      isOpen = true
      clearTimeout(timer)
      resolve(open)
    }
    const entry: Entry = {
      onOpened,
      onMessage,
      onClosed(code) {
        onOpened()
        settle()
        // After whoever waits for the channel has it.
        setTimeout(() => onClose(code), 0)
      },
      onLost(code) {
        settle()
        if (isOpen) onClose(code)
        else reject(new SocketError('connect_failed'))
      },
    }
    signal.addEventListener('abort', leave)
    entries.set(path, entry)
    try {
      request({ type: 'subscribe', channel: path })
    } catch (error) {
      entries.delete(path)
      settle()
      reject(error)
    }
  })
}
