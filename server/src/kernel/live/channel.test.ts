// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { readConfig } from '../../config/config.ts'
import { type AccountsParts, createAccounts } from '../../domains/accounts/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import { openSocket } from '../../test/socket.ts'
import { until } from '../../test/until.ts'
import { WebSocket } from 'ws'
import { createBus } from '../bus.ts'
import { createChannels } from './channel.ts'
import { systemClock } from '../clock.ts'
import { createHttp } from '../http/http.ts'
import { createLimiter } from '../concurrency/limiter.ts'
import { createLog } from '../log.ts'

const log = createLog('silent')
/** Messages of two thousand characters: far more than all buffers on the way together. */
const LONG = 15_000
const database = await openTestDatabase()
const bus = createBus(log)
let skew = 0
const clock = { ...systemClock, now: () => Date.now() + skew }
let code = ''
const config = readConfig({})
const pepper = randomBytes(32)
const accountParts: AccountsParts = {
  db: database.db,
  bus,
  clock,
  limiter: createLimiter(database.db, clock),
  mailer: {
    async send({ secret }) {
      code = secret?.value ?? ''
    },
    deliver: async () => undefined,
    forget: async () => undefined,
    healthy: async () => true,
  },
  pepper,
  publicUrl: config.publicUrl,
  allowedEmails: null,
  keysNeedCode: false,
  realFunds: false,
}
const accounts = createAccounts(accountParts)
after(async () => {
  channels.close()
  await app.close()
  await database.close()
})
const app = await createHttp({
  config,
  log,
  version: 'test',
  redis: null,
  clock: systemClock,
  authenticate: async ({ token, ticket }) =>
    ticket ? accounts.sessions.useTicket(ticket) : token ? accounts.sessions.authenticate(token) : null,
})
let sessionsAway = false
const channels = createChannels({
  app,
  bus,
  log,
  recheckMs: 100,
  async liveSessions(ids) {
    if (sessionsAway) throw new Error('the database is away')
    return accounts.sessions.listLive(ids)
  },
})
channels.open('/ws/room/:id', async (caller, { id }) => (id === 'mine' ? `room:${caller.userId}` : null))
channels.open('/ws/long', async ({ userId }) => `long:${userId}`, {
  heartbeat: { message: { type: 'heartbeat' }, everySeconds: 60 },
  onMessage: (connection) =>
    connection.replay(async (send) => {
      await send(Array.from({ length: LONG }, (_, n) => ({ n, text: 'x'.repeat(2_000) })))
    }),
})
let began = Promise.withResolvers<void>()
channels.open('/ws/large', async ({ userId }) => `large:${userId}`, {
  onMessage: (connection) =>
    connection.replay((send) => {
      const sent = send([{ text: 'x'.repeat(20_000_000) }])
      began.resolve()
      return sent
    }),
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })

let people = 0
async function signIn() {
  const email = `p${++people}@example.com`
  await accounts.signIn.requestCode('register', email, { client: `client of ${email}` })
  const { token, user } = await accounts.signIn.verifyCode({ email, code, client: `client of ${email}` })
  const caller = await accounts.sessions.authenticate(token)
  assert.ok(caller)
  return { token, caller, userId: user.id }
}
const open = (credentials = {}, path = '/ws/room/mine') => openSocket(url, path, credentials)
/** Only after the answer is it certain that the channel is joined. */
async function joined(credentials: object, path?: string) {
  const socket = open(credentials, path)
  await socket.opened
  socket.send({ type: 'ping' })
  await socket.message((m) => m.type === 'pong')
  return socket
}

test('without a session the upgrade is accepted and the channel closes with 4401', async () => {
  for (const credentials of [{}, { token: 'x'.repeat(43) }, { ticket: 'x'.repeat(43) }]) {
    const socket = open(credentials)
    await socket.opened
    assert.equal(await socket.closed, 4401)
  }
})

test('a channel that is not yours or does not exist closes with 4404', async () => {
  const { token } = await signIn()
  assert.equal(await open({ token }, '/ws/room/other').closed, 4404)
})

test('an unknown path closes with 4404, and without a session with 4401', async () => {
  const { token } = await signIn()
  for (const path of ['/ws/nothing', '/ws/room', '/ws/']) {
    assert.equal(await open({ token }, path).closed, 4404, path)
    assert.equal(await open({}, path).closed, 4401, path)
  }
  for (const path of ['/ws/nothing', '/ws/room/mine']) {
    const asked = await fetch(`${url}${path}`)
    const { code: word } = (await asked.json()) as { code: string }
    assert.deepEqual([asked.status, word], [404, 'route_not_found'], path)
  }
})

test('a ticket opens one channel', async () => {
  const { caller } = await signIn()
  const { ticket } = await accounts.sessions.createTicket(caller)
  const first = await joined({ ticket })
  assert.equal(await open({ ticket }).closed, 4401)
  first.close()
})

test('of many concurrent uses of a ticket one succeeds', async () => {
  const { caller } = await signIn()
  const { ticket } = await accounts.sessions.createTicket(caller)
  const uses = await Promise.all(Array.from({ length: 8 }, () => accounts.sessions.useTicket(ticket)))
  assert.equal(uses.filter((found) => found !== null).length, 1)
})

test('a ticket is valid for 30 seconds and not after logout', async () => {
  const { caller } = await signIn()
  const [good, late] = [
    await accounts.sessions.createTicket(caller),
    await accounts.sessions.createTicket(caller),
  ]
  skew += 29_000
  assert.ok(await accounts.sessions.useTicket(good.ticket))
  skew += 1_500
  assert.equal(await accounts.sessions.useTicket(late.ticket), null)
  const orphan = await accounts.sessions.createTicket(caller)
  await accounts.sessions.logout(caller)
  assert.equal(await accounts.sessions.useTicket(orphan.ticket), null)
})

test('logout closes the channels of this session within a second and leaves those of others', async () => {
  const [ann, bob] = [await signIn(), await signIn()]
  const [a, b] = [await joined({ token: ann.token }), await joined({ token: bob.token })]
  const began = performance.now()
  await accounts.sessions.logout(ann.caller)
  assert.equal(await a.closed, 4401)
  assert.ok(performance.now() - began < 1_000)
  b.send({ type: 'ping' })
  channels.send(`room:${bob.userId}`, { type: 'still here' })
  await b.message((m) => m.type === 'still here')
  b.close()
})

test('a session that another process ended is found, and none is ended while the database is unavailable', async () => {
  const [ann, bob] = [await signIn(), await signIn()]
  const [a, b] = [await joined({ token: ann.token }), await joined({ token: bob.token })]
  // Acts like another server that cannot publish.
  const elsewhere = createAccounts({ ...accountParts, bus: createBus(log) })
  sessionsAway = true
  await elsewhere.sessions.logout(ann.caller)
  assert.equal(await accounts.sessions.authenticate(ann.token), null)
  channels.send(`room:${ann.userId}`, { type: 'still here' })
  await a.message((m) => m.type === 'still here')
  sessionsAway = false
  assert.equal(await a.closed, 4401)
  channels.send(`room:${bob.userId}`, { type: 'still here' })
  await b.message((m) => m.type === 'still here')
  b.close()
})

test('a message reaches all subscribers of its feed, in order, and no others', async () => {
  const [ann, bob] = [await signIn(), await signIn()]
  const [a1, a2, b] = await Promise.all([ann, ann, bob].map(({ token }) => joined({ token })))
  for (let n = 0; n < 100; n++) channels.send(`room:${ann.userId}`, { type: 'n', n })
  for (const socket of [a1, a2]) {
    await socket?.message((m) => m.n === 99)
    assert.deepEqual(
      socket?.messages.filter((m) => m.type === 'n').map((m) => m.n),
      Array.from({ length: 100 }, (_, n) => n),
    )
  }
  assert.equal(b?.messages.filter((m) => m.type === 'n').length, 0)
  for (const socket of [a1, a2, b]) socket?.close()
})

test('invalid messages on a channel do no harm', async () => {
  const { token } = await signIn()
  const socket = await joined({ token })
  socket.send(['ping'])
  socket.send({ type: { type: 'ping' } })
  socket.send({ type: 'ping' })
  await socket.message((m) => m.type === 'pong')
  socket.close()
})

test('a page of another site cannot open a channel', async () => {
  const { token } = await signIn()
  const socket = openSocket(url, '/ws/room/mine', { token }, { origin: 'https://evil.example' })
  await assert.rejects(socket.opened, /403/)
})

test('a long replay respects backpressure, and live messages follow it completely', async () => {
  const { token, userId } = await signIn()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/long?token=${token}`)
  const numbers: number[] = []
  let closed: number | null = null
  socket.on('close', (code) => (closed = code))
  socket.on('message', (data) => {
    numbers.push((JSON.parse(String(data)) as { n: number }).n)
    if (numbers.length === 1) socket.pause()
  })
  await new Promise((resolve) => socket.on('open', resolve))
  socket.send('{"type":"go"}')
  await until('the first is there', () => numbers.length > 0)
  for (let n = 0; n < 100; n++) channels.send(`long:${userId}`, { n: LONG + n })
  // A fast client gets all of it meanwhile.
  const quick = await joined({ token }, '/ws/long')
  quick.send({ type: 'go' })
  await until('the quick one has all', () => quick.messages.some((m) => m.n === LONG - 1))
  assert.equal(closed, null)
  socket.resume()
  await until('the slow one has all', () => closed !== null || numbers.length === LONG + 100)
  assert.equal(closed, null)
  assert.deepEqual(
    numbers,
    Array.from({ length: LONG + 100 }, (_, n) => n),
  )
  socket.close()
  quick.close()
})

test('a slow client gets a message that is longer than what may be buffered, and what is said meanwhile', async () => {
  const { token } = await signIn()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/large?token=${token}`)
  const lengths: number[] = []
  let closed: number | null = null
  socket.on('close', (code) => (closed = code))
  socket.on('message', (data) => lengths.push(String(data).length))
  await new Promise((resolve) => socket.on('open', resolve))
  began = Promise.withResolvers()
  socket.pause()
  socket.send('{"type":"go"}')
  await began.promise
  // They are answered ahead of the replay, like a heartbeat.
  for (let n = 0; n < 3; n++) socket.send('{"type":"ping"}')
  const other = await joined({ token }, '/ws/large')
  socket.resume()
  await until('it has all', () => closed !== null || lengths.length === 4)
  assert.deepEqual(
    [closed, ...lengths.map((length) => length > 20_000_000)],
    [null, true, false, false, false],
  )
  socket.close()
  other.close()
})

test('streamed messages of any length arrive completely and in order', async () => {
  const [ann, bob] = [await signIn(), await signIn()]
  const [a1, a2, b] = await Promise.all([ann, ann, bob].map(({ token }) => joined({ token })))
  // Around the lengths at which a frame's length is encoded differently.
  const texts = [0, 1, 80, 120, 126, 1_000, 65_500, 65_536, 70_000].map((length) => 'é'.repeat(length))
  for (let n = 0; n < 500; n++)
    channels.stream(`room:${ann.userId}`, { type: 'line', n, text: n < 20 ? texts[n % texts.length] : '' })
  for (const socket of [a1, a2]) {
    await socket?.message((m) => m.n === 499)
    const lines = socket?.messages.filter((m) => m.type === 'line') ?? []
    assert.deepEqual(
      lines.map((m) => m.n),
      Array.from({ length: 500 }, (_, n) => n),
    )
    for (const { n, text } of lines.slice(0, 20)) assert.equal(text, texts[Number(n) % texts.length])
  }
  assert.equal(b?.messages.filter((m) => m.type === 'line').length, 0)
  for (const socket of [a1, a2, b]) socket?.close()
})

test('whether a message is wanted is asked when it would go out, after a replay', async () => {
  const { token, userId } = await signIn()
  const socket = await joined({ token }, '/ws/long')
  socket.send({ type: 'go' })
  await socket.message((m) => m.n === 0)
  let wanted = true
  channels.send(`long:${userId}`, { n: 'unwanted by then' }, () => wanted)
  channels.send(`long:${userId}`, { n: 'wanted' }, ({ caller }) => caller.userId === userId)
  wanted = false
  await socket.message((m) => m.n === 'wanted')
  channels.send(`long:${userId}`, { n: 'unwanted' }, () => wanted)
  channels.send(`long:${userId}`, { n: 'last' })
  await socket.message((m) => m.n === 'last')
  assert.deepEqual(
    socket.messages.flatMap(({ n }) => (typeof n === 'string' ? [n] : [])),
    ['wanted', 'last'],
  )
  socket.close()
})

test('messages streamed during a replay follow it', async () => {
  const { token, userId } = await signIn()
  const socket = await joined({ token }, '/ws/long')
  socket.send({ type: 'go' })
  await socket.message((m) => m.n === 0)
  for (let n = 0; n < 100; n++) channels.stream(`long:${userId}`, { n: LONG + n })
  await until('all of it', () => socket.messages.some((m) => m.n === LONG + 99))
  assert.deepEqual(
    socket.messages.flatMap(({ n }) => (n === undefined ? [] : [n])),
    Array.from({ length: LONG + 100 }, (_, n) => n),
  )
  socket.close()
})
