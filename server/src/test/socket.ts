/** A live channel as a client sees it. */
import { WebSocket } from 'ws'
import { until } from './until.ts'

export type TestSocket = {
  messages: { type?: string; [field: string]: unknown }[]
  send(message: object): void
  /** The first message that fits, now or later. */
  message(fits: (message: TestSocket['messages'][number]) => boolean): Promise<TestSocket['messages'][number]>
  /** The close code. */
  closed: Promise<number>
  opened: Promise<void>
  close(): void
}

export function openSocket(
  url: string,
  path: string,
  credentials: { token?: string; ticket?: string } = {},
  headers: Record<string, string> = {},
): TestSocket {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}?${new URLSearchParams(credentials)}`, {
    headers,
  })
  const messages: TestSocket['messages'] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data)) as (typeof messages)[number]))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const opened = new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve())
    socket.on('error', reject)
  })
  opened.catch(() => undefined)
  return {
    messages,
    closed,
    opened,
    send: (message) => socket.send(JSON.stringify(message)),
    message: (fits) => until('a message on the channel', () => messages.find(fits)),
    close: () => socket.close(),
  }
}
