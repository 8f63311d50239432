/** One socket for many channels: each with its own rights, messages and end. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readConfig } from '../../config/config.ts'
import { openSocket, type TestSocket } from '../../test/socket.ts'
import { until } from '../../test/until.ts'
import { createBus } from '../bus.ts'
import { createChannels } from './channel.ts'
import { systemClock } from '../clock.ts'
import { createHttp } from '../http/http.ts'
import { createLog } from '../log.ts'

const log = createLog('silent')
const bus = createBus(log)
/** The token is 'user.session'. */
const app = await createHttp({
  config: readConfig({}),
  log,
  version: 'test',
  redis: null,
  clock: systemClock,
  authenticate: async ({ token = '' }) => {
    const [userId, sessionId] = token.split('.')
    return userId && sessionId ? { userId: Number(userId), sessionId: token } : null
  },
})
const channels = createChannels({ app, bus, log })
/** Lookups of /ws/slow/:id that wait until the test releases them. */
const held: (() => void)[] = []
channels.open('/ws/lines/:id', async ({ userId }, { id }) => (id === `${userId}` ? `lines:${id}` : null))
channels.open('/ws/status', async ({ userId }) => `status:${userId}`)
channels.open('/ws/slow/:id', async (_, { id }) => {
  await new Promise<void>((resolve) => held.push(resolve))
  return id === 'broken' ? Promise.reject(new Error('the lookup broke')) : `slow:${id}`
})
channels.open('/ws/echo/:id', async (_, { id }) => `echo:${id}`, {
  onOpen: ({ send }, { id }) => send({ hello: id }),
  async onMessage({ send, replay }, message) {
    const { many } = message as { many?: number }
    if (many === undefined) return send({ echo: message })
    await replay((sendAll) => sendAll(Array.from({ length: many }, (_, n) => ({ n }))))
  },
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
after(async () => {
  channels.close()
  await app.close()
})

type Body = { channel?: string; type?: string; code?: number; message?: unknown }
function listMessages(socket: TestSocket, channel: string): Body[] {
  return (socket.messages as Body[]).filter((one) => one.channel === channel)
}
async function openDesk(token: string): Promise<TestSocket> {
  const socket = openSocket(url, '/ws/desk', { token })
  await socket.opened
  return socket
}
async function subscribe(socket: TestSocket, channel: string): Promise<void> {
  const before = listMessages(socket, channel).length
  socket.send({ type: 'subscribe', channel })
  await until('an answer', () => listMessages(socket, channel).length > before)
}

test('each channel has its own messages, and one of somebody else is closed with 4404', async () => {
  const [one, two] = [await openDesk('1.a'), await openDesk('2.b')]
  await subscribe(one, '/ws/lines/1')
  await subscribe(one, '/ws/status')
  await subscribe(two, '/ws/lines/1')
  await subscribe(two, '/ws/none')
  await subscribe(two, '/ws/lines/%E0%A4%A')
  channels.send('lines:1', { n: 1 })
  for (const n of [2, 3, 4]) channels.stream('lines:1', { n, text: 'Süd ☃' })
  channels.send('status:1', { s: 1 })
  channels.send('status:2', { s: 2 })
  await until('all lines', () => listMessages(one, '/ws/lines/1').length === 5)
  assert.deepEqual(listMessages(one, '/ws/lines/1'), [
    { channel: '/ws/lines/1', type: 'opened' },
    { channel: '/ws/lines/1', message: { n: 1 } },
    ...[2, 3, 4].map((n) => ({ channel: '/ws/lines/1', message: { n, text: 'Süd ☃' } })),
  ])
  assert.deepEqual(listMessages(one, '/ws/status').at(-1)?.message, { s: 1 })
  assert.deepEqual(
    two.messages,
    ['/ws/lines/1', '/ws/none', '/ws/lines/%E0%A4%A'].map((channel) => ({
      channel,
      type: 'closed',
      code: 4404,
    })),
  )
  one.close()
  await until('no subscriber is left', () => !channels.hasSubscribers('lines:1'))
})

test('a channel is left alone, ended alone, and opened again', async () => {
  const one = await openDesk('1.a')
  await subscribe(one, '/ws/lines/1')
  await subscribe(one, '/ws/status')
  one.send({ type: 'unsubscribe', channel: '/ws/lines/1' })
  await until('the channel is left', () => !channels.hasSubscribers('lines:1'))
  assert.ok(channels.hasSubscribers('status:1'))
  await subscribe(one, '/ws/lines/1')
  channels.end('lines:1')
  await until('its end', () => listMessages(one, '/ws/lines/1').at(-1)?.code === 4404)
  assert.ok(!channels.hasSubscribers('lines:1'))
  // Asked for twice it is opened once.
  one.send({ type: 'subscribe', channel: '/ws/status' })
  channels.send('status:1', { s: 1 })
  await until('the message', () =>
    listMessages(one, '/ws/status').some(({ message }) => message !== undefined),
  )
  assert.equal(listMessages(one, '/ws/status').filter(({ type }) => type === 'opened').length, 1)
  one.close()
})

test('what a channel is sent reaches its handlers, and a replay carries its path', async () => {
  const one = await openDesk('1.a')
  await subscribe(one, '/ws/echo/x')
  await subscribe(one, '/ws/echo/y')
  one.send({ type: 'send', channel: '/ws/echo/x', message: { a: 1 } })
  one.send({ type: 'send', channel: '/ws/echo/z', message: { b: 1 } })
  one.send({ type: 'send', channel: '/ws/echo/y', message: { many: 500 } })
  await until('the replay', () => listMessages(one, '/ws/echo/y').length === 502)
  const messages = (path: string) =>
    listMessages(one, path).flatMap(({ message }) => (message === undefined ? [] : [message]))
  assert.deepEqual(messages('/ws/echo/x'), [{ hello: 'x' }, { echo: { a: 1 } }])
  assert.deepEqual(
    messages('/ws/echo/y').slice(1),
    Array.from({ length: 500 }, (_, n) => ({ n })),
  )
  assert.deepEqual(listMessages(one, '/ws/echo/z'), [])
  // Other messages change nothing.
  for (const body of [
    {},
    { type: 'subscribe' },
    { type: 'subscribe', channel: 'x' },
    { type: 'subscribe', channel: 1 },
  ])
    one.send(body)
  one.send({ type: 'ping' })
  await one.message(({ type }) => type === 'pong')
  one.close()
})

test('a channel that is left while it is looked up is not opened, and one whose lookup breaks is closed', async () => {
  const one = await openDesk('1.a')
  one.send({ type: 'subscribe', channel: '/ws/slow/1' })
  await until('the lookup has begun', () => held.length === 1)
  one.send({ type: 'unsubscribe', channel: '/ws/slow/1' })
  one.send({ type: 'subscribe', channel: '/ws/slow/1' })
  await until('the second lookup has begun', () => held.length === 2)
  held.splice(0).forEach((release) => release())
  await until('it is open', () => listMessages(one, '/ws/slow/1').length > 0)
  channels.send('slow:1', { n: 1 })
  await until('the message', () => listMessages(one, '/ws/slow/1').length > 1)
  assert.deepEqual(listMessages(one, '/ws/slow/1'), [
    { channel: '/ws/slow/1', type: 'opened' },
    { channel: '/ws/slow/1', message: { n: 1 } },
  ])
  one.send({ type: 'subscribe', channel: '/ws/slow/broken' })
  await until('the lookup has begun', () => held.length === 1)
  held.splice(0).forEach((release) => release())
  await until('its end', () => listMessages(one, '/ws/slow/broken').at(-1)?.code === 1011)
  one.close()
})

test('a session that ends closes the socket, and without one it closes with 4401', async () => {
  const [one, two] = [await openDesk('1.a'), await openDesk('1.b')]
  await subscribe(one, '/ws/status')
  await subscribe(two, '/ws/status')
  bus.publish('session.ended', { sessionId: '1.a' })
  assert.equal(await one.closed, 4401)
  channels.send('status:1', { s: 1 })
  await until('the other goes on', () => listMessages(two, '/ws/status').length === 2)
  two.close()
  assert.equal(await openSocket(url, '/ws/desk').closed, 4401)
})

test('a socket has at most 200 channels', async () => {
  const one = await openDesk('1.c')
  for (let n = 0; n <= 200; n++) one.send({ type: 'subscribe', channel: `/ws/echo/${n}` })
  await until(
    'all answers',
    () => listMessages(one, '/ws/echo/200').length > 0 && listMessages(one, '/ws/echo/199').length > 0,
  )
  assert.deepEqual(listMessages(one, '/ws/echo/200'), [
    { channel: '/ws/echo/200', type: 'closed', code: 1013 },
  ])
  assert.equal((one.messages as Body[]).filter(({ type }) => type === 'opened').length, 200)
  one.close()
})
