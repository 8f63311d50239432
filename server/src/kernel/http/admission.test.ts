// On PostgreSQL as well.
/** Limits that no spelling of a request avoids, and that a stranger cannot use up for the owner. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getProfile, updateProfile, verifyCode } from '@purser/contract/accounts.ts'
import { getStatus, testServices } from '@purser/contract/system.ts'
import { createGroup, listGroups } from '@purser/contract/wallets/wallet-groups.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk } from '../../test/harness.ts'
import { lines, speak } from '../../test/raw.ts'

const asked: string[] = []
const desk = await startTestDesk({ manyClients: true, overhear: (method) => void asked.push(method) })
const owner = await desk.signUp()
/** More requests than one client may make in a minute. */
const FLOOD = 2_600
const from = (ip: string) => ({ 'x-forwarded-for': ip })

/** Statuses of many requests, some at a time; `createHeaders` makes each one's. */
async function flood(
  paths: string[],
  createHeaders: (n: number) => Record<string, string>,
): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < FLOOD; n += 50)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, async (_, m) => {
          const path = paths[(n + m) % paths.length] ?? ''
          const answer = await fetch(`${desk.url}${path}`, { headers: createHeaders(n + m) })
          await answer.arrayBuffer()
          return answer.status
        }),
      )),
    )
  return statuses
}
const limited = (statuses: number[]) => statuses.filter((status) => status === 429).length

test('a path counts in every spelling', async () => {
  const statuses = await flood(['/%61pi/status', '/api/%73tatus', '/api/status?x=1'], () =>
    from('203.0.113.1'),
  )
  assert.ok(limited(statuses) > 100, `${limited(statuses)} of ${FLOOD}`)
  const port = new URL(desk.url).port
  const target = `GET http://127.0.0.1:${port}/api/status HTTP/1.1`
  const head = [`Host: 127.0.0.1:${port}`, 'X-Forwarded-For: 203.0.113.1']
  assert.equal((await speak(desk.url, lines(target, ...head))).status, 429)
})

test('unknown tokens count against the client, and a session at the same address is not affected', async () => {
  const token = (n: number) => `${n}`.padStart(43, 'x')
  const headers = (n: number) => ({ ...from('203.0.113.2'), authorization: `Bearer ${token(n)}` })
  const statuses = await flood(['/api/users/me', '/api/status'], headers)
  assert.ok(limited(statuses) > 100, `${limited(statuses)} of ${FLOOD}`)
  const { status, headers: said } = await desk.call(getStatus, { headers: from('203.0.113.2') })
  assert.equal(status, 429)
  assert.ok(Number(said.get('retry-after')) >= 1)
  const own = await desk.call(getProfile, { token: owner.token, headers: from('203.0.113.2') })
  assert.equal(own.ok.email, owner.email)
})

test('one /64 of IPv6 is one client', async () => {
  const statuses = await flood(['/api/status'], (n) => from(`2001:db8:0:7::${(n + 1).toString(16)}`))
  assert.ok(limited(statuses) > 100, `${limited(statuses)} of ${FLOOD}`)
  assert.equal((await desk.call(getStatus, { headers: from('2001:db8:0:8::1') })).status, 200)
})

test('unknown paths are rate limited too', async () => {
  const port = new URL(desk.url).port
  const one = `GET /nothing HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Forwarded-For: 203.0.113.3\r\n\r\n`
  let last = 200
  // Many requests on one connection: an answer needs no more.
  for (let round = 0; round < 65 && last !== 429; round++)
    last = (await speak(desk.url, one.repeat(99) + lines(one.trim()))).text.includes('429 Too Many')
      ? 429
      : 200
  assert.equal(last, 429)
})

test('without a session the body is not read', async () => {
  const port = new URL(desk.url).port
  const head = [`Host: 127.0.0.1:${port}`, 'Content-Type: application/json', 'X-Forwarded-For: 203.0.113.4']
  // The announced body does not come, is no JSON, or is too large.
  for (const more of [
    ['Content-Length: 50', ''],
    ['Content-Length: 900000000', ''],
    ['Transfer-Encoding: chunked', ''],
  ]) {
    const request = ['PUT /api/users/me HTTP/1.1', ...head, ...more].join('\r\n')
    const { status } = await speak(desk.url, `${request}\r\n5\r\n{"fir\r\n`)
    assert.equal(status, 401, more[0])
  }
  const large = await fetch(`${desk.url}/api/auth/verify-code`, {
    method: 'POST',
    headers: { ...from('203.0.113.4'), 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.com', code: '1'.repeat(20_000) }),
  })
  assert.equal(large.status, 413)
})

test('twenty thousand unknown fields are answered with twenty details and a count', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`key${n}`, n]))
  const { status, fault, text } = await desk.call(updateProfile, { token: owner.token, wrongBody: unknown })
  assert.deepEqual([status, fault.details?.length], [400, 21])
  assert.deepEqual(fault.details?.at(-1), { path: 'body', message: 'has 19,980 more errors' })
  assert.ok(text.length < 5_000)
  const long = await desk.call(updateProfile, { token: owner.token, wrongBody: { ['x'.repeat(500_000)]: 1 } })
  assert.ok(long.text.length < 1_000)
})

test('an oversized list is refused before its entries are validated', async () => {
  const wrongBody = { first_name: Array(200_000).fill(0) }
  const { fault } = await desk.call(updateProfile, { token: owner.token, wrongBody })
  assert.deepEqual(fault.details, [{ path: 'body', message: 'must hold at most 100,000 values' }])
})

test('a key is one request in every spelling of its URL', async () => {
  const key = 'group-once'
  const body = { name: 'Once' }
  const first = await desk.call(createGroup, { token: owner.token, key, body })
  const again = await fetch(`${desk.url}/api/%77allet-groups`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })
  assert.deepEqual([again.status, await again.text()], [first.status, first.text])
  const { ok } = await desk.call(listGroups, { token: owner.token })
  assert.equal(ok.filter(({ name }) => name === 'Once').length, 1)
})

test('readiness checks of the chain are cached', async () => {
  asked.length = 0
  const began = performance.now()
  for (let round = 0; round < 10; round++)
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        assert.equal((await fetch(`${desk.url}/readyz`)).status, 200)
        assert.equal((await desk.call(testServices, { token: owner.token })).status, 200)
      }),
    )
  const seconds = (performance.now() - began) / 1_000
  const calls = asked.filter((method) => method === 'getLatestBlockhash').length
  assert.ok(calls <= Math.ceil(seconds) + 2, `${calls} calls in ${seconds} s`)
})

test('requests without a session create few counters', async () => {
  for (let n = 0; n < 200; n++)
    await desk.call(verifyCode, {
      body: { email: `x${n}@example.com`, code: '123456' },
      headers: { ...from('203.0.113.5'), authorization: `Bearer ${'y'.repeat(40)}${n}` },
    })
  const { rows } = (await desk.database.db.execute(sql`select count(*)::text as count from sessions`)) as {
    rows: { count: string }[]
  }
  assert.equal(rows[0]?.count, '1')
})
