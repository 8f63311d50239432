import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { WebSocketServer } from 'ws'
import * as z from 'zod/mini'

// The little of a browser that the session looks at when it is loaded: another tab may log out.
Object.assign(globalThis, { window: new EventTarget() })
const { dial, listenOn } = await import('./dial.ts')

const wish = (signal: AbortSignal) => {
  const heard: unknown[] = []
  const closed: boolean[] = []
  return {
    heard,
    closed,
    path: '/ws/x',
    schema: z.object({ type: z.literal('hello') }),
    onMessage: (message: unknown) => void heard.push(message),
    onUnreadable: (body: unknown) => void heard.push({ unreadable: body }),
    onClose: (clean: boolean) => void closed.push(clean),
    signal,
  }
}

test('without a session nothing is dialled', async () => {
  await assert.rejects(dial(wish(new AbortController().signal)), {
    message: 'No authentication token found',
  })
})

test('a line that is gone says so instead of losing what it was to send', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [peer] = (await once(server, 'connection')) as [import('ws').WebSocket]
  if (socket.readyState !== WebSocket.OPEN)
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const ending = new AbortController()
  const told = wish(ending.signal)
  const line = listenOn(socket, told)
  const received = once(peer, 'message')
  line.send({ type: 'ask' })
  assert.equal(String((await received)[0]), '{"type":"ask"}')
  const gone = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }))
  peer.send('{"type":"hello"}')
  peer.send('{"type":"other"}')
  peer.send('no json')
  peer.close(1000)
  await gone
  assert.deepEqual(told.heard, [
    { type: 'hello' },
    { unreadable: { type: 'other' } },
    { unreadable: 'no json' },
  ])
  assert.deepEqual(told.closed, [true])
  assert.throws(() => line.send({ type: 'ask' }), { message: 'WebSocket is not connected' })
  ending.abort()
  server.close()
})
