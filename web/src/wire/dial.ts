/** One socket on a live channel, to talk and to listen. Nothing is opened again by itself: whoever dials decides that. */
import { createTicket } from '@purser/contract/accounts.ts'
import {
  CLOSE_NO_SESSION,
  HEARTBEAT_SECONDS,
  LIVE_TIMEOUT_MS,
  PING_SECONDS,
} from '@purser/contract/limits.ts'
import { liveTexts } from '@purser/contract/distribution-texts.ts'
import type * as z from 'zod/mini'
import { call } from './api.ts'
import { doubt } from './connection.ts'
import { never } from './retry.ts'
import { end, token } from './session.ts'

/** Why no socket could be opened; the message is the sentence for it. */
export class DialError extends Error {}

export type Line = {
  /** Throws when the socket is not open. */
  send(message: object): void
  close(): void
}
export type Dialling<S extends z.ZodMiniType> = {
  path: string
  schema: S
  onMessage: (message: z.output<S>) => void
  /** A message of no known shape; pings and heartbeats that are not in the schema come here too. */
  onUnreadable: (body: unknown) => void
  /** Told once, after opening, however it ends; `clean` is a normal close by the server. */
  onClose: (clean: boolean) => void
  signal: AbortSignal
}

/** A socket on which not even a heartbeat arrives for so long is dead. */
const SILENCE_MS = 3 * HEARTBEAT_SECONDS * 1000
const NORMAL = 1000

/** The open line, or a DialError after 10 s at the latest. Ended by the signal it closes without a word. */
export async function dial<S extends z.ZodMiniType>(wish: Dialling<S>): Promise<Line> {
  if (token() === null) throw new DialError(liveTexts.noToken)
  const late = AbortSignal.timeout(LIVE_TIMEOUT_MS)
  const signal = AbortSignal.any([wish.signal, late])
  let ticket: string
  try {
    ticket = (await call(createTicket, { retry: never, signal })).ticket
  } catch {
    throw new DialError(late.aborted ? liveTexts.timeout : liveTexts.connectFailed)
  }
  const url = new URL(`${wish.path}?ticket=${encodeURIComponent(ticket)}`, window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url)
  await opened(socket, signal, late)
  return listenOn(socket, wish)
}

function opened(socket: WebSocket, signal: AbortSignal, late: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      socket.close()
      if (!late.aborted) doubt()
      reject(new DialError(late.aborted ? liveTexts.timeout : liveTexts.connectFailed))
    }
    if (signal.aborted) return fail()
    signal.addEventListener('abort', fail, { once: true })
    const done = (settle: () => void) => () => {
      signal.removeEventListener('abort', fail)
      settle()
    }
    socket.addEventListener('open', done(resolve), { once: true })
    socket.addEventListener('close', done(fail), { once: true })
  })
}

/** The line on a socket that is open. */
export function listenOn<S extends z.ZodMiniType>(socket: WebSocket, wish: Dialling<S>): Line {
  let over = false
  let silence: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(() => finish(false), SILENCE_MS)
  }
  const ping = setInterval(() => socket.send('{"type":"ping"}'), PING_SECONDS * 1000)
  const stop = () => {
    over = true
    clearTimeout(silence)
    clearInterval(ping)
    wish.signal.removeEventListener('abort', stop)
    socket.close(NORMAL)
  }
  const finish = (clean: boolean) => {
    if (over) return
    stop()
    if (!clean) doubt()
    wish.onClose(clean)
  }
  wish.signal.addEventListener('abort', stop)
  if (wish.signal.aborted) stop()
  heard()
  socket.addEventListener('close', (event) => {
    if (event.code === CLOSE_NO_SESSION) end()
    finish(event.code === NORMAL)
  })
  socket.addEventListener('message', (event) => {
    if (over) return
    heard()
    let body: unknown
    try {
      body = JSON.parse(String(event.data))
    } catch {
      return wish.onUnreadable(event.data)
    }
    const parsed = wish.schema.safeParse(body)
    if (parsed.success) wish.onMessage(parsed.data)
    else wish.onUnreadable(body)
  })
  return {
    send: (message) => {
      if (over || socket.readyState !== WebSocket.OPEN) throw new DialError(liveTexts.notConnected)
      socket.send(JSON.stringify(message))
    },
    close: stop,
  }
}
