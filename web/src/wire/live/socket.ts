/**
 * The console's WebSocket client: one socket on a live channel, opened with a one-use ticket, pinged and watched for
 * inactivity. It never reconnects by itself: channel.ts and run-operation.ts do.
 */
import { createTicket } from '@purser/contract/accounts.ts'
import { CLOSE_NO_SESSION, LIVE_TIMEOUT_MS, PING_SECONDS } from '@purser/contract/limits.ts'
import { liveTexts } from '@purser/contract/live-texts.ts'
import { call } from '../api.ts'
import { checkConnection } from '../connection.ts'
import { never } from '../retry.ts'
import { endSession, token } from '../session.ts'

const sentences = {
  no_session: liveTexts.noToken,
  timeout: liveTexts.timeout,
  connect_failed: liveTexts.connectFailed,
  not_connected: liveTexts.notConnected,
} as const

export class SocketError extends Error {
  readonly code: keyof typeof sentences
  constructor(code: keyof typeof sentences) {
    super(sentences[code])
    this.code = code
  }
}

export type LiveSocket = {
  /** Throws a SocketError when the socket is not open. */
  send(message: object): void
  /** Closes it without a call of onClose. */
  close(): void
}
export type SocketHandlers = {
  /** The parsed JSON, pongs and heartbeats included; the raw text if it is not JSON. */
  onMessage: (body: unknown) => void
  /** Called once after opening, however the socket ends, unless it was closed from here. */
  onClose: (code: number) => void
  /** A socket on which nothing arrives for this long is closed with CLOSE_INACTIVE. */
  inactivityMs: number
  /** Aborting closes the socket without a call of onClose. */
  signal: AbortSignal
}

export const CLOSE_NORMAL = 1000
/** Our own code: an abnormal end, so that the channel reconnects. */
export const CLOSE_INACTIVE = 4000

/** The open socket; rejects with a SocketError after LIVE_TIMEOUT_MS at the latest. */
export async function openSocket(path: string, handlers: SocketHandlers): Promise<LiveSocket> {
  if (token() === null) throw new SocketError('no_session')
  const timeout = AbortSignal.timeout(LIVE_TIMEOUT_MS)
  const signal = AbortSignal.any([handlers.signal, timeout])
  const failure = () => new SocketError(timeout.aborted ? 'timeout' : 'connect_failed')
  let ticket: string
  try {
    ticket = (await call(createTicket, { retry: never, signal })).ticket
  } catch {
    throw failure()
  }
  const url = new URL(`${path}?ticket=${encodeURIComponent(ticket)}`, window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url)
  try {
    await opened(socket, signal)
  } catch {
    socket.close()
    if (!signal.aborted) checkConnection()
    throw failure()
  }
  return attach(socket, handlers)
}

function opened(socket: WebSocket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('closed before it was open'))
    if (signal.aborted) return fail()
    signal.addEventListener('abort', fail, { once: true })
    socket.addEventListener('close', fail, { once: true })
    socket.addEventListener(
      'open',
      () => {
        signal.removeEventListener('abort', fail)
        resolve()
      },
      { once: true },
    )
  })
}

/** Creates the client on an open socket. */
export function attach(
  socket: WebSocket,
  { onMessage, onClose, inactivityMs, signal }: SocketHandlers,
): LiveSocket {
  let closed = false
  const bearer = token()
  let inactivity: ReturnType<typeof setTimeout> | undefined
  let heardAt = performance.now()
  // Not restarted by each message: a thousand a second may come.
  const watch = (ms: number) => {
    inactivity = setTimeout(() => {
      const silentMs = performance.now() - heardAt
      if (silentMs < inactivityMs) watch(inactivityMs - silentMs)
      else finish(CLOSE_INACTIVE)
    }, ms)
  }
  const ping = setInterval(() => socket.send('{"type":"ping"}'), PING_SECONDS * 1000)
  const close = () => {
    closed = true
    clearTimeout(inactivity)
    clearInterval(ping)
    signal.removeEventListener('abort', close)
    socket.close(CLOSE_NORMAL)
  }
  const finish = (code: number) => {
    if (closed) return
    close()
    if (code !== CLOSE_NORMAL) checkConnection()
    onClose(code)
  }
  signal.addEventListener('abort', close)
  if (signal.aborted) close()
  else watch(inactivityMs)
  socket.addEventListener('close', ({ code }) => {
    if (code === CLOSE_NO_SESSION) endSession(bearer)
    finish(code)
  })
  socket.addEventListener('message', ({ data }) => {
    if (closed) return
    heardAt = performance.now()
    onMessage(parsed(String(data)))
  })
  return {
    send: (message) => {
      if (closed || socket.readyState !== WebSocket.OPEN) throw new SocketError('not_connected')
      socket.send(JSON.stringify(message))
    },
    close,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
