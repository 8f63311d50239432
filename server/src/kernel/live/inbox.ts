/** The messages that come in on one socket: text only, rate limited, and buffered until there is a handler. */
import type { WebSocket } from 'ws'
import type { Clock } from '../clock.ts'
import { closeSocket, POLICY_VIOLATION, UNSUPPORTED_DATA } from './close-socket.ts'
import { createTokenBucket } from '../http/rate-limits.ts'

export type InboxRate = { burst: number; perSecond: number }
/** Messages and protocol pings of one socket. */
const RATE: InboxRate = { burst: 100, perSecond: 20 }
/** The buffer while there is no handler. Beyond it messages are dropped. */
const BUFFER = { messages: 10, characters: 1_048_576 }

export type Inbox = {
  /** Gets the buffered messages first, then every one that arrives. */
  onMessage(handle: (text: string) => void): void
}

export function createInbox(socket: WebSocket, clock: Clock, rate: InboxRate = RATE): Inbox {
  const withinRate = createTokenBucket(rate, clock)
  const buffered: string[] = []
  let characters = 0
  let handler: ((text: string) => void) | null = null

  function accepts(isBinary: boolean): boolean {
    if (isBinary) closeSocket(socket, { code: UNSUPPORTED_DATA, reason: 'text only', clock })
    else if (!withinRate())
      closeSocket(socket, { code: POLICY_VIOLATION, reason: 'too many messages', clock })
    return socket.readyState === socket.OPEN
  }

  socket.on('ping', () => void accepts(false))
  socket.on('message', (data, isBinary) => {
    if (!accepts(isBinary)) return
    const text = String(data)
    if (handler) return handler(text)
    characters += text.length
    if (buffered.length < BUFFER.messages && characters <= BUFFER.characters) buffered.push(text)
  })

  return {
    onMessage(handle) {
      handler = handle
      for (const text of buffered.splice(0)) handle(text)
    },
  }
}
