// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as api from '@purser/contract/accounts.ts'
import { startTestDesk, until } from '../../test/harness.ts'

const desk = await startTestDesk({
  network: 'none',
  manyClients: true,
  env: { ALLOWED_EMAILS: '@example.com' },
})
const MINUTE = 60_000
const DAY = 86_400_000
const someone = () => `${randomUUID()}@example.com`
let clients = 0
/** Each test asks from an address of its own, so that the limit per client is met only where it is meant. */
const from = () => ({ headers: { 'x-forwarded-for': `203.0.113.${++clients}` } })
/** The newest request for each address, as a console remembers its own. */
const requests = new Map<string, { request_id: string }>()
async function requestCode(
  endpoint: typeof api.requestLoginCode,
  email: string,
  options: ReturnType<typeof from>,
) {
  const answer = await desk.call(endpoint, { body: { email }, ...options })
  if (answer.status === 200) requests.set(email.trim().toLowerCase(), { request_id: answer.ok.request_id })
  return answer
}
const ask = (email: string, options = from()) => requestCode(api.requestRegisterCode, email, options)
const askLogin = (email: string, options = from()) => requestCode(api.requestLoginCode, email, options)
const verify = (email: string, code: string, request = requests.get(email.trim().toLowerCase())) =>
  desk.call(api.verifyCode, { body: { email, code, ...request }, ...from() })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
async function receiveCode(email: string): Promise<string> {
  assert.equal((await ask(email)).status, 200)
  return desk.readCode(email)
}

test('the answer to a request for a code is the same for a known, an unknown and an excluded address', async () => {
  const known = await desk.signUp()
  const answers = await Promise.all(
    [known.email, someone(), 'mallory@elsewhere.org'].flatMap((email) => [ask(email), askLogin(email)]),
  )
  const ids = answers.map(({ ok }) => ok.request_id)
  assert.equal(new Set(ids).size, answers.length)
  for (const { status, text, ok } of answers)
    assert.deepEqual([status, text.replace(ok.request_id, ids[0] ?? '')], [200, answers[0]?.text])
})

test('a login for an unknown address sends a mail that points to registration and makes no code', async () => {
  const email = someone()
  await askLogin(email)
  const [mail] = (await desk.call(api.readOutbox, { query: { to: email } })).ok
  assert.match(mail?.text ?? '', /\/register/)
  assert.doesNotMatch(mail?.text ?? '', /\b\d{6}\b/)
})

test('a registration of a known address sends an ordinary login code', async () => {
  const { email, id } = await desk.signUp()
  const code = await receiveCode(email)
  const [mail] = (await desk.call(api.readOutbox, { query: { to: email } })).ok
  assert.match(mail?.text ?? '', /log in to Purser/)
  assert.equal((await verify(email, code)).ok.user.id, id)
})

test('an address that is not among ALLOWED_EMAILS is told so by mail and gets no account', async () => {
  for (const email of ['mallory@elsewhere.org', 'mallory@example.com.evil.org', 'x@sub.example.com']) {
    await ask(email)
    const mails = (await desk.call(api.readOutbox, { query: { to: email } })).ok
    assert.ok(mails.length > 0 && mails.every((mail) => !/\b\d{6}\b/.test(mail.text)), email)
  }
})

test('the address is the same in any letters and with blanks around it', async () => {
  const email = someone()
  await ask(`  ${email.toUpperCase()} `)
  const { ok } = await verify(email.toUpperCase(), await desk.readCode(email))
  assert.equal(ok.user.email, email)
})

test('the fifth wrong try uses the code up, and a new one works', async () => {
  const email = someone()
  const code = await receiveCode(email)
  for (let i = 0; i < 5; i++) {
    const { status, fault } = await verify(email, wrong(code))
    assert.deepEqual([status, fault.error], [401, 'Invalid verification code'])
  }
  assert.equal((await verify(email, code)).status, 401)
  assert.equal((await verify(email, await receiveCode(email))).status, 200)
})

test('four wrong tries leave the code usable', async () => {
  const email = someone()
  const code = await receiveCode(email)
  for (let i = 0; i < 4; i++) assert.equal((await verify(email, wrong(code))).status, 401)
  assert.equal((await verify(email, code)).status, 200)
})

test('of many parallel wrong tries and one right one no more than five are looked at', async () => {
  const email = someone()
  const code = await receiveCode(email)
  await Promise.all(Array.from({ length: 12 }, () => verify(email, wrong(code))))
  assert.equal((await verify(email, code)).status, 401)
})

test('a code is used once, however many use it at once', async () => {
  const email = someone()
  const code = await receiveCode(email)
  const answers = await Promise.all(Array.from({ length: 5 }, () => verify(email, code)))
  assert.deepEqual(answers.map((a) => a.status).sort(), [200, 401, 401, 401, 401])
  assert.equal((await verify(email, code)).status, 401)
})

test('a code is good for ten minutes and not longer', async () => {
  const [early, late] = [someone(), someone()]
  const [first, second] = [await receiveCode(early), await receiveCode(late)]
  desk.clock.move(10 * MINUTE - 5_000)
  assert.equal((await verify(early, first)).status, 200)
  desk.clock.move(5_001)
  assert.equal((await verify(late, second)).status, 401)
})

test('each code belongs to the request that asked for it', async () => {
  const email = someone()
  const old = await receiveCode(email)
  const first = requests.get(email)
  const fresh = await receiveCode(email)
  if (old !== fresh) {
    assert.equal((await verify(email, old)).status, 401)
    assert.equal((await verify(email, fresh, first)).status, 401)
  }
  assert.equal((await verify(email, old, first)).status, 200)
  assert.equal((await verify(email, fresh)).status, 200)
})

test('a code of one address is worth nothing for another', async () => {
  const [a, b] = [someone(), someone()]
  const code = await receiveCode(a)
  const other = await receiveCode(b)
  if (code !== other) assert.equal((await verify(b, code)).status, 401)
})

test('the sixth code that a client asks for an address within 15 minutes is refused with the time to wait', async () => {
  const email = someone()
  const client = from()
  for (let i = 0; i < 5; i++) assert.equal((await ask(email, client)).status, 200)
  const { status, headers, fault } = await askLogin(email, client)
  assert.deepEqual([status, fault.code], [429, 'too_many_codes'])
  const wait = Number(headers.get('retry-after'))
  assert.ok(wait > 800 && wait <= 900, String(wait))
  assert.equal((await ask(email)).status, 200, 'another client')
  assert.equal((await ask(someone(), client)).status, 200, 'another address')
  desk.clock.move(wait * 1_000)
  assert.equal((await ask(email, client)).status, 200)
})

test('the 51st code for a client within 15 minutes is refused, another client is not', async () => {
  const client = from()
  const answers = await Promise.all(Array.from({ length: 51 }, () => ask(someone(), client)))
  assert.deepEqual(
    answers.map((a) => a.status).filter((s) => s !== 200),
    [429],
  )
  assert.equal((await ask(someone())).status, 200)
})

test('what is no address and what is no code is refused with the field named', async () => {
  for (const email of [
    '',
    'ann',
    'ann@',
    '@example.com',
    'a b@example.com',
    `${'a'.repeat(250)}@example.com`,
  ]) {
    const { status, fault } = await ask(email)
    assert.deepEqual([status, fault.details?.[0]?.path], [400, 'email'], email)
  }
  for (const code of [
    '',
    '12345',
    '1234567',
    'abcdef',
    '１２３４５６',
    'ABCDEFGHJKL',
    'ABCDEFGHJKLMN',
    'ABCDEF-HJKLM',
  ]) {
    const { status, fault } = await verify(someone(), code)
    assert.deepEqual([status, fault.details?.[0]?.path], [400, 'code'], code)
  }
  const missing = await desk.call(api.verifyCode, { wrongBody: { email: someone() } })
  assert.equal(missing.fault.error, 'Verification code is required')
  const extra = await desk.call(api.requestLoginCode, { wrongBody: { email: someone(), admin: true } })
  assert.deepEqual(extra.fault.details, [{ path: 'admin', message: 'is not a known field' }])
})

test('a session lives 30 days from its last use', async () => {
  const { token } = await desk.signUp()
  for (let i = 0; i < 3; i++) {
    desk.clock.move(29 * DAY)
    assert.equal((await desk.call(api.getProfile, { token })).status, 200)
  }
  desk.clock.move(30 * DAY + 1_000)
  const { status, fault } = await desk.call(api.getProfile, { token })
  assert.deepEqual([status, fault.code], [401, 'no_session'])
})

test('logout ends this session and no other', async () => {
  const { email, token } = await desk.signUp()
  const other = (await verify(email, await receiveCode(email))).ok.token
  assert.equal((await desk.call(api.logout, { token })).status, 200)
  assert.equal((await desk.call(api.getProfile, { token })).status, 401)
  assert.equal((await desk.call(api.getProfile, { token: other })).status, 200)
  assert.equal((await desk.call(api.logout, { token })).status, 401)
})

test('neither a code nor a token lies in the database but in the outbox, and there only until it is used', async () => {
  const email = someone()
  const code = await receiveCode(email)
  assert.ok((await desk.database.dump()).includes(code))
  const { ok } = await verify(email, code)
  const dump = await desk.database.dump()
  assert.ok(dump.includes(email), 'the search finds what is there')
  assert.ok(!dump.includes(ok.token))
  assert.ok(!dump.split('\n').some((line) => line.startsWith('outbox_mails') && line.includes(code)))
})

test('a code that has expired is blanked in the outbox', async () => {
  const email = someone()
  const code = await receiveCode(email)
  const texts = async () => JSON.stringify((await desk.call(api.readOutbox, { query: { to: email } })).ok)
  assert.ok((await texts()).includes(code))
  desk.clock.move(10 * MINUTE + 1_000)
  await desk.stop()
  await desk.start()
  await until('it is blanked', async () => !(await texts()).includes(code))
})

test('the outbox answers to nobody who comes through a proxy', async () => {
  for (const name of [
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-real-ip',
    'x-forwarded-proto',
    'via',
  ]) {
    const { status } = await desk.call(api.readOutbox, { headers: { [name]: '203.0.113.9' } })
    assert.equal(status, 404, name)
  }
})

test('names are kept, one without the other is refused', async () => {
  const { token } = await desk.signUp()
  const { ok } = await desk.call(api.updateProfile, {
    token,
    body: { first_name: ' Ann ', last_name: 'Lee' },
  })
  assert.deepEqual([ok.first_name, ok.last_name], ['Ann', 'Lee'])
  for (const [path, body] of [
    ['first_name', { first_name: 'A\u001b[31mnn', last_name: 'Lee' }],
    ['last_name', { first_name: 'Ann', last_name: 'L\u202eee' }],
  ] as const) {
    const refused = await desk.call(api.updateProfile, { token, body })
    assert.equal(refused.status, 400)
    assert.deepEqual(refused.fault.details, [{ path, message: 'must not contain control characters' }])
  }
  const half = await desk.call(api.updateProfile, { token, body: { first_name: 'Bob' } })
  assert.deepEqual([half.status, half.fault.details?.[0]?.path], [400, 'last_name'])
})
