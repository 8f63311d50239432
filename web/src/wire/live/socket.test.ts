import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { WebSocketServer } from 'ws'

// The parts of a browser that the session needs when it is loaded, and a server that answers the check after a lost
// socket.
Object.assign(globalThis, { window: new EventTarget(), fetch: async () => Response.json({}) })
const { attach, CLOSE_INACTIVE, openSocket } = await import('./socket.ts')

const handlers = (inactivityMs = 60_000) => {
  const stop = new AbortController()
  const messages: unknown[] = []
  const closings: number[] = []
  const onMessage = (body: unknown) => void messages.push(body)
  const onClose = (code: number) => void closings.push(code)
  return { messages, closings, stop, onMessage, onClose, inactivityMs, signal: stop.signal }
}

/** An open socket, and the server's end of it. */
async function openPair() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [peer] = (await once(server, 'connection')) as [import('ws').WebSocket]
  if (socket.readyState !== WebSocket.OPEN)
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }))
  return { server, socket, peer, closed }
}

test('without a session no socket is opened', async () => {
  await assert.rejects(openSocket('/ws/x', handlers()), {
    code: 'no_session',
    message: 'No authentication token found',
  })
})

test('a closed socket refuses to send instead of losing the message', async () => {
  const { server, socket, peer, closed } = await openPair()
  const given = handlers()
  const client = attach(socket, given)
  const received = once(peer, 'message')
  client.send({ type: 'ask' })
  assert.equal(String((await received)[0]), '{"type":"ask"}')
  peer.send('{"type":"hello"}')
  peer.send('{"type":"other"}')
  peer.send('no json')
  peer.close(1000)
  await closed
  assert.deepEqual(given.messages, [{ type: 'hello' }, { type: 'other' }, 'no json'])
  assert.deepEqual(given.closings, [1000])
  assert.throws(() => client.send({ type: 'ask' }), {
    code: 'not_connected',
    message: 'WebSocket is not connected',
  })
  server.close()
})

test('a socket on which nothing arrives is closed as inactive, one that is aborted says nothing', async () => {
  const quiet = await openPair()
  const given = handlers(50)
  attach(quiet.socket, given)
  await quiet.closed
  assert.deepEqual(given.closings, [CLOSE_INACTIVE])
  quiet.server.close()

  const left = await openPair()
  const aborted = handlers()
  attach(left.socket, aborted)
  aborted.stop.abort()
  await left.closed
  assert.deepEqual(aborted.closings, [])
  left.server.close()
})
