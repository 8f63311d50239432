// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/accounts.ts'
import { channels } from '@purser/contract/live.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, type User } from '../../test/harness.ts'
import { deviceName } from '../../kernel/http/device-name.ts'

const desk = await startTestDesk({ network: 'none', manyClients: true })
const DAY = 86_400_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** One more session of this user, from this browser and address. */
async function again({ email }: User, agent: string, address = '203.0.113.7'): Promise<string> {
  const headers = { 'user-agent': agent, 'x-forwarded-for': address }
  await desk.call(api.requestLoginCode, { body: { email }, headers })
  const code = await desk.readCode(email)
  return (await desk.call(api.verifyCode, { body: { email, code }, headers })).ok.token
}
const list = async (token: string) => (await desk.call(api.listSessions, { token })).ok
const works = async (token: string) => (await desk.call(api.getProfile, { token })).status === 200
async function channel(token: string) {
  const { ticket } = (await desk.call(api.createTicket, { token })).ok
  const socket = desk.socket(channels.status, { ticket })
  await socket.opened
  socket.send({ type: 'ping' })
  await socket.message((m) => m.type === 'pong')
  return socket
}
type Audited = { type: string; address: string; device: string; detail: Record<string, unknown> }
async function readAudit({ id }: User): Promise<Audited[]> {
  const { rows } = (await desk.database.db.execute(
    sql`select type, address, device, detail from audit where user_id = ${id} order by id`,
  )) as { rows: Audited[] }
  return rows
}

test('sessions are listed with browser, address and last use, the current one marked', async () => {
  const ann = await desk.signUp()
  desk.clock.move(60_000)
  const phone = await again(ann, SAFARI, '::ffff:198.51.100.4')
  desk.clock.move(60_000)
  const other = await again(ann, FIREFOX)
  const rows = await list(other)
  assert.deepEqual(
    rows.map(({ device, current }) => [device, current]),
    [
      ['Firefox on Linux', true],
      ['Safari on iPhone', false],
      ['node', false],
    ],
  )
  assert.equal(rows[1]?.address, '198.51.100.4')
  assert.ok(Math.abs(Date.parse(rows[0]?.last_used_at ?? '') - desk.clock.now()) < 10_000)
  assert.equal((await list(phone)).find(({ current }) => current)?.id, rows[1]?.id)
  const dump = await desk.database.dump()
  for (const token of [ann.token, phone, other]) assert.ok(!dump.includes(token), 'kept hashed')
  assert.match(phone, /^[\w-]{43}$/)
  assert.ok(!dump.includes('KHTML'), 'nothing else of the browser is kept')
})

test('the last use and its address follow what is done', async () => {
  const ann = await desk.signUp()
  desk.clock.move(5 * 60_000)
  const headers = { 'x-forwarded-for': '198.51.100.77' }
  await desk.call(api.getProfile, { token: ann.token, headers })
  const [row] = (await desk.call(api.listSessions, { token: ann.token, headers })).ok
  assert.equal(row?.address, '198.51.100.77')
  assert.ok(desk.clock.now() - Date.parse(row?.last_used_at ?? '') < 60_000)
})

test('one session is ended by another: its token, its tickets and its channels, within a second', async () => {
  const ann = await desk.signUp()
  const phone = await again(ann, SAFARI)
  const [mine, theirs] = [await channel(ann.token), await channel(phone)]
  const { ticket } = (await desk.call(api.createTicket, { token: phone })).ok
  const id = (await list(phone)).find(({ current }) => current)?.id ?? ''
  const began = performance.now()
  assert.equal((await desk.call(api.endSession, { token: ann.token, params: { id } })).status, 200)
  assert.equal(await theirs.closed, 4401)
  assert.ok(performance.now() - began < 1_000)
  assert.equal(await works(phone), false)
  assert.equal(await desk.socket(channels.status, { ticket }).closed, 4401, 'a ticket of it opens nothing')
  assert.equal(await works(ann.token), true)
  mine.send({ type: 'ping' })
  await mine.message((m) => m.type === 'pong')
  mine.close()
  const gone = await desk.call(api.endSession, { token: ann.token, params: { id } })
  assert.deepEqual([gone.status, gone.fault.error], [404, 'Session not found'])
  const rows = await readAudit(ann)
  assert.deepEqual(
    rows.map(({ type, address, device }) => [type, address, device]),
    [
      ['sign-in', '127.0.0.1', 'node'],
      ['sign-in', '203.0.113.7', 'Safari on iPhone'],
      // The row says who ended it and from which browser and address; its details say what was ended.
      ['session-ended', '127.0.0.1', 'node'],
    ],
  )
  assert.deepEqual(rows[2]?.detail, { device: 'Safari on iPhone', from: '203.0.113.7' })
})

test('a session of another answers as one that does not exist', async () => {
  const [ann, bob] = [await desk.signUp(), await desk.signUp()]
  const [row] = await list(ann.token)
  const answers = await Promise.all(
    [row?.id ?? '', '00000000-0000-4000-8000-000000000000', '7', "1' or '1'='1"].map((id) =>
      desk.call(api.endSession, { token: bob.token, params: { id } }),
    ),
  )
  for (const { status, text } of answers) assert.deepEqual([status, text], [404, answers[0]?.text])
  assert.equal(await works(ann.token), true)
})

test('all others are ended, or all with this one', async () => {
  const ann = await desk.signUp()
  const [phone, laptop] = [await again(ann, SAFARI), await again(ann, FIREFOX)]
  const socket = await channel(phone)
  await desk.call(api.endSessions, { token: laptop, query: { others: 'true' } })
  assert.equal(await socket.closed, 4401)
  assert.deepEqual(await Promise.all([ann.token, phone, laptop].map(works)), [false, false, true])
  const rows = (await readAudit(ann)).filter(({ type }) => type === 'session-ended')
  assert.deepEqual(rows.map(({ device, detail }) => [device, detail.device]).toSorted(), [
    ['node', 'Safari on iPhone'],
    ['node', 'node'],
  ])
  const second = await again(ann, SAFARI)
  const mine = await channel(laptop)
  assert.equal((await desk.call(api.endSessions, { token: laptop })).status, 200)
  assert.equal(await mine.closed, 4401)
  assert.deepEqual(await Promise.all([second, laptop].map(works)), [false, false])
})

test('a session ends 180 days after it began, however much it is used', async () => {
  const { token } = await desk.signUp()
  for (let day = 0; day < 175; day += 25) {
    desk.clock.move(25 * DAY)
    assert.equal(await works(token), true, `after ${day + 25} days`)
  }
  desk.clock.move(5 * DAY - 60_000)
  assert.equal(await works(token), true)
  desk.clock.move(61_000)
  assert.equal(await works(token), false)
})

test('a token or device token of before is not taken on at sign-in', async () => {
  const ann = await desk.signUp()
  const given = 'A'.repeat(43)
  await desk.call(api.requestLoginCode, { body: { email: ann.email } })
  const body = { email: ann.email, code: await desk.readCode(ann.email), device_token: given }
  const { ok } = await desk.call(api.verifyCode, { body, token: given })
  assert.ok(ok.token !== given && ok.device_token !== given && ok.token !== ann.token)
  assert.equal(await works(given), false)
})

test('signing in and out and switching the guard are in the audit log', async () => {
  const ann = await desk.signUp()
  await desk.call(api.updateProfile, { token: ann.token, body: { keys_need_code: true } })
  await desk.call(api.updateProfile, { token: ann.token, body: { keys_need_code: true } })
  const headers = { 'x-forwarded-for': '198.51.100.9' }
  await desk.call(api.logout, { token: ann.token, headers })
  const rows = await readAudit(ann)
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['sign-in', 'guard', 'sign-out'],
  )
  assert.deepEqual(
    rows.map(({ device }) => device),
    ['node', 'node', 'node'],
  )
  assert.equal(rows[2]?.address, '198.51.100.9')
})

test('a browser is named as a person would name it', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'
  for (const [agent, name] of [
    [FIREFOX, 'Firefox on Linux'],
    [SAFARI, 'Safari on iPhone'],
    [`${chrome} Safari/537.36`, 'Chrome on Windows'],
    [`${chrome} Safari/537.36 Edg/142.0.0.0`, 'Edge on Windows'],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['curl/8.5.0', 'curl'],
    ['<script>alert(1)</script>', 'Unknown device'],
    ['Mozilla/5.0 (Macintosh)', 'A browser on Mac'],
    ['', 'Unknown device'],
    [undefined, 'Unknown device'],
    ['x'.repeat(9_000), 'x'.repeat(40)],
  ] as const)
    assert.equal(deviceName(agent), name, agent)
})
