// On PostgreSQL as well.
/** Strangers try an address, and its owner notices little of it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as api from '@purser/contract/accounts.ts'
import { revealKey, generateWallet } from '@purser/contract/wallets/wallets.ts'
import { startTestDesk, until } from '../../test/harness.ts'

const desk = await startTestDesk({ network: 'none', manyClients: true })
const MINUTE = 60_000
const DAY = 86_400_000
let clients = 0
/** A client that nobody was before. */
const somewhere = () => {
  clients++
  return { headers: { 'x-forwarded-for': `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}` } }
}
type Place = ReturnType<typeof somewhere>
const mailsTo = async (email: string) => (await desk.call(api.readOutbox, { query: { to: email } })).ok
const codeIn = (text = '') => /\b(\d{6}|[A-Z0-9]{12})\b/.exec(text)?.[1] ?? ''

async function ask(email: string, place: Place, device_token?: string): Promise<string> {
  const body = { email, ...(device_token ? { device_token } : {}) }
  const answer = await desk.call(api.requestLoginCode, { body, ...place })
  assert.equal(answer.status, 200, answer.text)
  return answer.ok.request_id
}
type Verify = { email: string; code: string; request_id?: string; device_token?: string }
const verify = (body: Verify, place: Place) => desk.call(api.verifyCode, { body, ...place })
const wrong = (code: string) =>
  code.length === 6 ? String((Number(code) + 1) % 1_000_000).padStart(6, '0') : `${code.slice(1)}0`

/** An account whose owner signed in from one place; the token is that browser's. */
async function owner() {
  const email = `${randomUUID()}@example.com`
  const place = somewhere()
  await desk.call(api.requestRegisterCode, { body: { email }, ...place })
  const { ok } = await verify({ email, code: await desk.readCode(email) }, place)
  return { email, place, id: ok.user.id, device_token: ok.device_token, token: ok.token }
}

/** Asks and gives wrong codes until `tries` of them were looked at; each code takes five. */
async function guess(email: string, tries: number): Promise<void> {
  for (let done = 0; done < tries; done += 5) {
    // The address is mailed twenty codes in ten minutes.
    if (done % 100 === 0) desk.clock.move(11 * MINUTE)
    const place = somewhere()
    const request_id = await ask(email, place)
    const code = codeIn((await mailsTo(email))[0]?.text)
    for (let i = 0; i < 5; i++) {
      const { status } = await verify({ email, code: wrong(code), request_id }, place)
      assert.equal(status, 401)
    }
  }
}

test('a hundred anonymous wrong codes, none ever requested, keep the owner from nothing', async () => {
  const ann = await owner()
  for (let i = 0; i < 10; i++) {
    const place = somewhere()
    const tries = Array.from({ length: 10 }, () => verify({ email: ann.email, code: '123456' }, place))
    for (const { status } of await Promise.all(tries)) assert.equal(status, 401)
  }
  const place = somewhere()
  await ask(ann.email, place)
  assert.equal((await verify({ email: ann.email, code: await desk.readCode(ann.email) }, place)).status, 200)
  const { address } = (await desk.call(generateWallet, { token: ann.token })).ok
  await desk.call(api.updateProfile, { token: ann.token, body: { keys_need_code: true } })
  const code = await desk.keyCode(ann, 'reveal')
  assert.equal((await desk.call(revealKey, { token: ann.token, body: { address, code } })).status, 200)
})

test("a stranger's requests and tries leave the owner's code alone", async () => {
  const { email } = await owner()
  const [mine, theirs] = [somewhere(), somewhere()]
  const request_id = await ask(email, mine)
  const code = await desk.readCode(email)
  for (let i = 0; i < 5; i++) await ask(email, theirs)
  const guesses = Array.from({ length: 40 }, () => verify({ email, code }, theirs))
  for (const { status } of await Promise.all(guesses))
    assert.equal(status, 401, 'the code of another request')
  assert.equal((await verify({ email, code }, theirs)).status, 401)
  assert.equal(
    (await verify({ email, code, request_id }, somewhere())).status,
    200,
    'by its id from anywhere',
  )
})

test('without an id the newest code that the same client asked for is meant, also within an IPv6 network', async () => {
  const { email } = await owner()
  const at = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  await ask(email, at('2001:db8:1:2::1'))
  const code = await desk.readCode(email)
  await ask(email, at('2001:db8:1:3::1'))
  const other = await desk.readCode(email)
  if (code !== other) assert.equal((await verify({ email, code }, at('2001:db8:1:3::1'))).status, 401)
  assert.equal((await verify({ email, code }, at('2001:db8:1:2:ffff::9'))).status, 200)
})

test('of a hundred parallel guesses at a code five are looked at, and the code is dead', async () => {
  const { email } = await owner()
  const place = somewhere()
  const request_id = await ask(email, place)
  const code = await desk.readCode(email)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => verify({ email, code: wrong(code), request_id }, somewhere())),
  )
  assert.ok(answers.every(({ status }) => status === 401))
  assert.equal((await verify({ email, code, request_id }, place)).status, 401)
})

test('the sixty-first wrong code of a client within 15 minutes is refused with the time to wait; right ones do not count', async () => {
  const { email } = await owner()
  const place = somewhere()
  await ask(email, place)
  assert.equal((await verify({ email, code: await desk.readCode(email) }, place)).status, 200)
  const guesses = Array.from({ length: 61 }, () => verify({ email, code: '123456' }, place))
  const answers = await Promise.all(guesses)
  assert.equal(answers.filter(({ status }) => status === 401).length, 60)
  const [refused] = answers.filter(({ status }) => status === 429)
  assert.equal(refused?.fault.code, 'too_many_tries')
  const wait = Number(refused?.headers.get('retry-after'))
  assert.ok(wait > 800 && wait <= 900, String(wait))
  const elsewhere = somewhere()
  await ask(email, elsewhere)
  const code = await desk.readCode(email)
  assert.equal((await verify({ email, code }, elsewhere)).status, 200, 'another client')
  desk.clock.move(wait * 1_000)
  assert.equal((await verify({ email, code: '123456' }, place)).status, 401)
})

test('an address is mailed twenty codes in ten minutes; the others wait, clients in turn, also over a restart', async () => {
  const { email, device_token } = await owner()
  desk.clock.move(11 * MINUTE)
  const before = (await mailsTo(email)).length
  const mailed = async () => (await mailsTo(email)).length - before
  const [flood, second] = [somewhere(), somewhere()]
  const others = Array.from({ length: 3 }, somewhere)
  for (const place of others) for (let i = 0; i < 5; i++) await ask(email, place)
  for (let i = 0; i < 5; i++) await ask(email, flood)
  assert.equal(await mailed(), 20)
  for (const place of [...others, second])
    for (let i = 0; i < 2; i++) {
      const answer = await desk.call(api.requestLoginCode, { body: { email }, ...place })
      assert.equal(answer.status, place === second ? 200 : 429, 'a client is bounded by its own limit')
    }
  const late = somewhere()
  const request_id = await ask(email, late)
  assert.equal(await mailed(), 20)
  const waiting = (await desk.database.dump()).split('\n').filter((line) => line.includes(request_id))
  assert.equal(waiting.length, 1)

  const own = await ask(email, somewhere(), device_token)
  assert.equal(await mailed(), 21, 'a browser that has signed in before waits for nobody')
  const code = codeIn((await mailsTo(email))[0]?.text)
  assert.equal((await verify({ email, code, request_id: own, device_token }, somewhere())).status, 200)

  await desk.stop()
  desk.clock.move(11 * MINUTE)
  await desk.start()
  await until('those that waited are mailed', async () => (await mailed()) === 24)
  const texts = (await mailsTo(email)).slice(0, 3).map(({ text }) => codeIn(text))
  // First the first of each client, in the order in which they asked; then what one asked for besides.
  const [third = '', next = ''] = texts
  assert.equal((await verify({ email, code: next, request_id }, somewhere())).status, 200)
  assert.equal((await verify({ email, code: third }, second)).status, 200)
})

test('validity counts from mailing, however long a request waited', async () => {
  const { email } = await owner()
  desk.clock.move(11 * MINUTE)
  for (let place = somewhere(), i = 0; i < 20; i++) {
    if (i % 5 === 0) place = somewhere()
    await ask(email, place)
  }
  const place = somewhere()
  const request_id = await ask(email, place)
  const count = (await mailsTo(email)).length
  desk.clock.move(10 * MINUTE + 1_000)
  await until('it is mailed', async () => (await mailsTo(email)).length === count + 1)
  const code = codeIn((await mailsTo(email))[0]?.text)
  desk.clock.move(9 * MINUTE)
  assert.equal((await verify({ email, code, request_id }, place)).status, 200)
})

test('after 200 wrong tries in a day strange browsers get long codes, known ones short ones, and it ends', async () => {
  const { email, device_token, id } = await owner()
  await guess(email, 195)
  const place = somewhere()
  const last = await ask(email, place)
  const short = codeIn((await mailsTo(email))[0]?.text)
  assert.equal(short.length, 6, 'not yet')
  for (let i = 0; i < 5; i++) await verify({ email, code: wrong(short), request_id: last }, place)

  desk.clock.move(11 * MINUTE)
  const strange = somewhere()
  const request_id = await ask(email, strange)
  const long = codeIn((await mailsTo(email))[0]?.text)
  assert.match(long, /^[A-Z0-9]{12}$/)
  assert.equal((await verify({ email, code: wrong(long), request_id }, strange)).status, 401)
  assert.equal((await verify({ email, code: ` ${long.toLowerCase()} `, request_id }, strange)).status, 200)

  const known = somewhere()
  const own = await ask(email, known, device_token)
  const code = codeIn((await mailsTo(email))[0]?.text)
  assert.equal(code.length, 6)
  assert.equal((await verify({ email, code, request_id: own, device_token }, known)).status, 200)

  const rows = (await desk.database.dump()).split('\n')
  const failed = rows.filter((line) => new RegExp(`^audit: \\(\\d+,${id},sign-in-failed,`).test(line))
  assert.equal(failed.length, 10, 'on record, and no more than that of a day')

  desk.clock.move(DAY)
  await ask(email, somewhere())
  assert.equal(codeIn((await mailsTo(email))[0]?.text).length, 6, 'the day is over')
})

test('codes under way count with the wrong tries: no day has more than 200 guesses at six digits', async () => {
  const { email } = await owner()
  await guess(email, 150)
  desk.clock.move(11 * MINUTE)
  for (let i = 0; i < 20; i++) await ask(email, somewhere())
  const lengths = (await mailsTo(email)).slice(0, 20).map(({ text }) => codeIn(text).length)
  assert.deepEqual(lengths.toReversed(), [...Array(10).fill(6), ...Array(10).fill(12)])
})

test('a device token is its user’s alone: a foreign or invented one is not taken on', async () => {
  const [ann, bob] = [await owner(), await owner()]
  for (const device_token of [bob.device_token, 'x'.repeat(43), '']) {
    const place = somewhere()
    await ask(ann.email, place, device_token)
    const code = await desk.readCode(ann.email)
    const { ok } = await verify({ email: ann.email, code, device_token }, place)
    assert.notEqual(ok.device_token, device_token)
    assert.match(ok.device_token, /^[\w-]{43}$/)
  }
  const place = somewhere()
  await ask(ann.email, place, ann.device_token)
  const code = await desk.readCode(ann.email)
  const { ok } = await verify({ email: ann.email, code, device_token: ann.device_token }, place)
  assert.equal(ok.device_token, ann.device_token, 'the own one stays')
  const dump = await desk.database.dump()
  for (const { device_token } of [ann, bob]) assert.ok(!dump.includes(device_token), 'kept hashed')
})

test('a known browser is not held up by what its whole network does', async () => {
  const { email, device_token } = await owner()
  const network = somewhere()
  await Promise.all(Array.from({ length: 60 }, () => verify({ email, code: '123456' }, network)))
  for (let i = 0; i < 5; i++) await ask(email, network)
  assert.equal((await desk.call(api.requestLoginCode, { body: { email }, ...network })).status, 429)
  const request_id = await ask(email, network, device_token)
  const code = await desk.readCode(email)
  assert.equal((await verify({ email, code, request_id }, network)).status, 429)
  assert.equal((await verify({ email, code, device_token }, network)).status, 200)
})

test('a browser that guesses like a stranger is one from then on', async () => {
  const { email, device_token } = await owner()
  for (let i = 0; i < 200; i++) {
    if (i % 60 === 0) desk.clock.move(16 * MINUTE)
    assert.equal((await verify({ email, code: '123456', device_token }, somewhere())).status, 401)
  }
  const place = somewhere()
  await ask(email, place, device_token)
  const code = await desk.readCode(email)
  const { ok } = await verify({ email, code, device_token }, place)
  assert.notEqual(ok.device_token, device_token)
})

test('codes for keys are bound to their session and their purpose, and counted apart: 25 wrong ones a day', async () => {
  const { email, token } = await owner()
  const place = somewhere()
  await ask(email, place)
  const signIn = await desk.readCode(email)
  const { address } = (await desk.call(generateWallet, { token })).ok
  await desk.call(api.updateProfile, { token, body: { keys_need_code: true } })
  const reveal = (code: string, session = token) =>
    desk.call(revealKey, { token: session, body: { address, code } })
  const keys = await desk.keyCode({ email, token }, 'reveal')
  if (signIn !== keys) assert.equal((await reveal(signIn)).status, 403, 'a sign-in code opens no key')
  assert.equal((await verify({ email, code: keys }, place)).status, signIn === keys ? 200 : 401)
  const second = (await verify({ email, code: signIn }, place)).ok.token
  assert.equal((await reveal(keys, second)).status, 403, 'the code of another session')
  assert.equal((await reveal(keys)).status, 200)

  let refused = await reveal('123456', second)
  for (let i = 0; i < 24; i++) refused = await reveal('123456', second)
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 86_000)
  const fresh = await desk.keyCode({ email, token }, 'reveal')
  assert.equal((await reveal(fresh)).status, 200, 'the first session goes on')
  await ask(email, place)
  assert.equal((await verify({ email, code: await desk.readCode(email) }, place)).status, 200)
})
