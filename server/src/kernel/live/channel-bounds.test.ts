/** A stranger, or a console gone wild, can do no lasting harm through live channels. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { WebSocket } from 'ws'
import { openBus } from '../../adapters/bus/open.ts'
import { eventShapes } from '../../app/event-shapes.ts'
import { readConfig } from '../../config/config.ts'
import { startRedisServer } from '../../test/redis-server.ts'
import { openSocket, type TestSocket } from '../../test/socket.ts'
import { until } from '../../test/until.ts'
import { createChannels } from './channel.ts'
import { systemClock } from '../clock.ts'
import { createHttp } from '../http/http.ts'
import { createLog } from '../log.ts'

const log = createLog('silent')
const redis = await startRedisServer()
/** Answers that wait until the test releases them. */
const held: (() => void)[] = []

/** One server process of several: the token is 'user.session', each part at least as long as a real token. */
async function server() {
  const { bus } = await openBus({ url: redis.url, key: async () => 'a key', shapes: eventShapes, log })
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
  channels.open('/ws/feed', async ({ userId }) => `feed:${userId}`, {
    onMessage: () => new Promise<void>((resolve) => held.push(resolve)),
  })
  channels.open('/ws/many', async ({ userId }) => `many:${userId}`, {
    async onMessage({ join, send }, message) {
      join(String((message as { feed: string }).feed))
      send({ joined: (message as { feed: string }).feed })
    },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  after(async () => {
    channels.close()
    await app.close()
    await bus.close()
  })
  return { url, bus, channels, app }
}
const [one, two] = await Promise.all([server(), server()])

async function open(token: string, at = one, path = '/ws/feed'): Promise<TestSocket> {
  const socket = openSocket(at.url, path, { token })
  await socket.opened
  socket.send({ type: 'ping' })
  await socket.message(({ type }) => type === 'pong')
  return socket
}
function bare(token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${one.url.replace('http', 'ws')}/ws/feed?token=${token}`)
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket))
    socket.on('error', reject)
  })
}
const waitForCloseCode = (socket: WebSocket) => new Promise<number>((resolve) => socket.on('close', resolve))

test('a session that ends on one server has its channels closed on the others within a second', async () => {
  const [here, there, other] = [await open('1.s'), await open('1.s', two), await open('1.t', two)]
  const began = performance.now()
  one.bus.publish('session.ended', { sessionId: '1.s' })
  assert.deepEqual(await Promise.all([here.closed, there.closed]), [4401, 4401])
  assert.ok(performance.now() - began < 1_000)
  other.send({ type: 'ping' })
  await until(
    'the other session is answered',
    () => other.messages.filter(({ type }) => type === 'pong').length === 2,
  )
  other.close()
})

test('a channel that is being opened while its session ends is closed as well', async () => {
  one.bus.publish('session.ended', { sessionId: '1.late' })
  assert.equal(await openSocket(one.url, '/ws/feed', { token: '1.late' }).closed, 4401)
})

test('a socket without a session is disconnected even if it does not answer the close', async () => {
  const sockets = await Promise.all(Array.from({ length: 50 }, () => bare('nobody')))
  // It receives nothing any more, not even the close.
  for (const socket of sockets) socket.pause()
  const count = () =>
    new Promise<number>((resolve) => one.app.server.getConnections((_, open) => resolve(open)))
  await until('they are gone', async () => (await count()) === 0)
  for (const socket of sockets) socket.terminate()
})

test('sockets are limited by session and by user, and released on close', async () => {
  const sockets = await Promise.all(Array.from({ length: 100 }, () => open('2.a')))
  assert.equal(await openSocket(one.url, '/ws/feed', { token: '2.a' }).closed, 1013)
  const others = await Promise.all(Array.from({ length: 400 }, (_, n) => open(`2.b${n % 8}`)))
  assert.equal(await openSocket(one.url, '/ws/feed', { token: '2.c' }).closed, 1013)
  const another = await open('3.a')
  for (const socket of [...sockets, ...others, another]) socket.close()
  await Promise.all([...sockets, ...others].map(({ closed }) => closed))
  const again = await until('one is free', async () => {
    const socket = openSocket(one.url, '/ws/feed', { token: '2.a' })
    const code = await Promise.race([
      socket.closed,
      socket.opened.then(() => {
        socket.send({ type: 'ping' })
        return socket.message(({ type }) => type === 'pong').then(() => null)
      }),
    ])
    return code === null ? socket : null
  })
  again.close()
})

test('floods of messages or pings, and binary frames, close the socket', async () => {
  const floods: [what: string, begin: (socket: WebSocket) => void, codes: number[]][] = [
    ['messages', (s) => Array.from({ length: 200 }, () => s.send('{"type":"x"}')), [1008]],
    ['pings', (s) => Array.from({ length: 200 }, () => s.send('{"type":"ping"}')), [1008]],
    ['pings of the protocol', (s) => Array.from({ length: 200 }, () => s.ping()), [1006, 1008]],
    ['binary', (s) => s.send(Buffer.alloc(100)), [1003]],
    ['ten megabytes', (s) => s.send('x'.repeat(10_000_000)), [1009]],
  ]
  for (const [what, begin, codes] of floods) {
    const socket = await bare('4.a')
    const closed = waitForCloseCode(socket)
    socket.on('error', () => undefined)
    begin(socket)
    // If pongs pile up, the socket is cut off before it gets the reason.
    assert.ok(codes.includes(await closed), what)
  }
})

test('concurrent messages of one socket are limited', async () => {
  held.length = 0
  const socket = await bare('5.a')
  const closed = waitForCloseCode(socket)
  for (let n = 0; n < 17; n++) socket.send('{"type":"resume"}')
  assert.equal(await closed, 1008)
  assert.equal(held.length, 16)
  for (const free of held) free()
})

test('a socket gets its own feed and the newest of those it joined', async () => {
  const socket = await open('6.a', one, '/ws/many')
  for (let n = 0; n < 80; n++) {
    socket.send({ feed: `f${n}` })
    // The socket would be closed for more than 16 at once.
    if (n % 10 === 9) await socket.message(({ joined }) => joined === `f${n}`)
  }
  assert.deepEqual(
    [
      one.channels.hasSubscribers('many:6'),
      one.channels.hasSubscribers('f0'),
      one.channels.hasSubscribers('f15'),
      one.channels.hasSubscribers('f79'),
    ],
    [true, false, false, true],
  )
  socket.close()
  await until(
    'no feed is left',
    () => !one.channels.hasSubscribers('f79') && !one.channels.hasSubscribers('many:6'),
  )
})
