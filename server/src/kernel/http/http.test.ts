// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { getProfile, updateProfile } from '@purser/contract/accounts.ts'
import { getBalance } from '@purser/contract/balances/balances.ts'
import { buildPath } from '@purser/contract/endpoint.ts'
import { getStatus } from '@purser/contract/system.ts'
import { generateWallet, revealKey } from '@purser/contract/wallets/wallets.ts'
import { startTestDesk } from '../../test/harness.ts'

const desk = await startTestDesk({ exposed: true, network: 'none' })
const user = await desk.signUp()

type Raw = { status: number; headers: Record<string, unknown>; text: string }
/** Requests that fetch cannot make: with any header, any body. */
function raw(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
) {
  return new Promise<Raw>((resolve, reject) => {
    const { method = 'GET', body } = options
    // Without its length the body of a DELETE would be read as the next request.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const headers = { ...length, ...options.headers }
    const call = request(`${desk.url}${path}`, { method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    call.on('error', reject)
    // Set for every method: the client omits it for a DELETE, which then cannot be read as a request.
    if (body !== undefined) call.setHeader('content-length', Buffer.byteLength(body))
    call.end(body)
  })
}
const auth = { authorization: `Bearer ${user.token}` }
const json = { 'content-type': 'application/json' }

test('only the public host and loopback hosts are served', async () => {
  const port = new URL(desk.url).port
  for (const host of [
    'desk.example',
    'DESK.example',
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::1]:${port}`,
  ])
    assert.equal((await raw('/api/status', { headers: { host } })).status, 200, host)
  for (const host of [
    'evil.example',
    'desk.example.evil.org',
    '192.168.0.1',
    '127.0.0.1.evil.org',
    'desk.example:81',
  ]) {
    const { status, text } = await raw('/api/status', { headers: { host } })
    assert.equal(status, 403, `${host}: ${text}`)
  }
})

test('pages of other sites are refused on every route, the own ones are not', async () => {
  const port = new URL(desk.url).port
  for (const origin of ['https://desk.example', `http://localhost:${port}`, `http://127.0.0.1:${port}`])
    assert.equal((await desk.call(getStatus, { headers: { origin } })).status, 200, origin)
  for (const origin of [
    'https://evil.example',
    'null',
    'http://desk.example',
    `http://localhost:1`,
    'http://127.0.0.1',
  ])
    for (const path of ['/api/status', '/api/users/me', '/healthz', '/', '/metrics', '/api/dev/outbox'])
      assert.equal((await raw(path, { headers: { origin, ...auth } })).status, 403, `${origin} ${path}`)
})

test('every route but the public ones answers 401 without a token, before validation', async () => {
  assert.ok(desk.app.endpoints.length > 10)
  for (const endpoint of desk.app.endpoints) {
    const path = `/api${endpoint.path.replaceAll(/:\w+/g, '1')}`
    for (const headers of [
      {},
      { authorization: 'Bearer nonsense' },
      { authorization: `Bearer ${'x'.repeat(43)}` },
    ]) {
      const { status } = await raw(path, {
        method: endpoint.method,
        headers: { ...json, ...headers },
        ...(endpoint.method === 'GET' ? {} : { body: '{"nonsense":true}' }),
      })
      if (endpoint.access === 'session') assert.equal(status, 401, `${endpoint.method} ${endpoint.path}`)
      else assert.notEqual(status, 401, endpoint.path)
    }
  }
})

/** They end the session of the caller. */
const ENDS = ['POST /auth/logout', 'DELETE /auth/sessions']

test('every route answers malformed input with a fault', async () => {
  const bodies = [
    'null',
    '[]',
    '"x"',
    '{"address":{}}',
    '{"walletAddress":["x"]}',
    '{"sol":-1}',
    '{"__proto__":{"x":1}}',
    '1e999',
  ]
  for (const endpoint of desk.app.endpoints.filter((e) => !ENDS.includes(`${e.method} ${e.path}`)))
    for (const body of endpoint.method === 'GET' ? [''] : bodies) {
      const path = `/api${endpoint.path.replaceAll(/:\w+/g, "1'%20or%20'1'='1")}`
      const { status, text } = await raw(path, {
        method: endpoint.method,
        headers: { ...auth, ...(body ? json : {}) },
        ...(body ? { body } : {}),
      })
      const where = `${endpoint.method} ${endpoint.path} ${body}: ${status} ${text}`
      assert.ok(status !== 500, where)
      if (status >= 400)
        assert.deepEqual(Object.keys(JSON.parse(text) as object).slice(0, 2), ['error', 'code'], where)
      assert.doesNotMatch(text, /\bat .*\.ts|select .* from |insert into |node_modules|\/server\/src/i, where)
    }
})

test('broken JSON, another content type and too large a body are refused as such', async () => {
  const put = (body: string | Buffer, headers: Record<string, string> = json) =>
    raw('/api/users/me', { method: 'PUT', headers: { ...auth, ...headers }, body })
  assert.equal((await put('{"first_name":')).status, 400)
  assert.equal((await put('')).status, 400)
  assert.equal((await put('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status, 400)
  const large = await put(JSON.stringify({ first_name: 'x'.repeat(1_048_576), last_name: 'y' }))
  assert.deepEqual([large.status, (JSON.parse(large.text) as { code: string }).code], [413, 'too_large'])
})

test('an invalid field is named with its path and what it must be', async () => {
  const { status, fault } = await desk.call(updateProfile, {
    token: user.token,
    wrongBody: { first_name: 5, last_name: 'x'.repeat(101), color: 'red' },
  })
  assert.equal(status, 400)
  assert.deepEqual(fault.details?.map((d) => d.path).sort(), ['color', 'first_name', 'last_name'])
})

test('an unknown route is a 404 fault, a page is not', async () => {
  const { status, text } = await raw('/api/nothing', { headers: auth })
  assert.deepEqual(
    [status, JSON.parse(text)],
    [404, { error: 'There is nothing at this address.', code: 'route_not_found' }],
  )
})

test("another user's wallet answers exactly like one that does not exist", async () => {
  const other = await desk.signUp()
  const { address } = (await desk.call(generateWallet, { token: other.token })).ok
  const nobody = 'So11111111111111111111111111111111111111112'
  for (const call of [
    (a: string) => desk.call(getBalance, { token: user.token, params: { address: a } }),
    (a: string) => desk.call(revealKey, { token: user.token, body: { address: a } }),
  ]) {
    const [foreign, missing] = await Promise.all([call(address), call(nobody)])
    assert.deepEqual([foreign.status, foreign.text], [404, missing.text])
  }
})

test('while the chain is unavailable the answer is 503 and the server is not ready', async () => {
  const { address } = (await desk.call(generateWallet, { token: user.token })).ok
  const { status, fault } = await desk.call(getBalance, { token: user.token, params: { address } })
  assert.deepEqual([status, fault.code], [503, 'chain_away'])
  const ready = await raw('/readyz')
  assert.equal(ready.status, 503)
  const { endpoints, ...rest } = JSON.parse(ready.text) as { endpoints: { name: string; state: string }[] }
  assert.deepEqual(rest, {
    ready: false,
    checks: { database: true, chain: false, history: true, workers: true },
  })
  assert.deepEqual(
    endpoints.map(({ name, state }) => [name, state]),
    [['endpoint 1', 'resting']],
  )
  assert.equal((await raw('/healthz')).status, 200)
})

test('answers of the API are never cached', async () => {
  for (const path of ['/api/status', '/api/users/me', '/api/nothing'])
    assert.equal((await raw(path, { headers: auth })).headers['cache-control'], 'no-store', path)
})

test('the document of the API names every route', async () => {
  const { paths } = JSON.parse((await raw('/api/openapi.json')).text) as { paths: Record<string, object> }
  for (const { method, path } of desk.app.endpoints)
    assert.ok(
      method.toLowerCase() in (paths[`/api${path.replaceAll(/:(\w+)/g, '{$1}')}`] ?? {}),
      `${method} ${path}`,
    )
  assert.match((await raw('/api/docs/')).text, /swagger/i)
})

test('metrics require their token', async () => {
  const asked = (headers: Record<string, string>) => raw('/metrics', { headers })
  const good = await asked({ authorization: `Bearer ${desk.config.metricsToken}` })
  assert.match(good.text, /purser_http_request_seconds/)
  for (const line of [
    'purser_hold 0',
    'purser_check{check="database"} 1',
    'purser_operations_open{status="resolving"} 0',
    'purser_oldest_open_operation_seconds{status="running"} 0',
    'purser_strategies{status="active"} 0',
  ])
    assert.ok(good.text.split('\n').includes(line), line)
  for (const authorization of ['', 'Bearer ', `Bearer ${desk.config.metricsToken}x`, `Bearer ${user.token}`])
    assert.equal((await asked({ authorization })).status, 401, authorization)
})

test('a path parameter is escaped on the way', () => {
  assert.equal(buildPath('/wallet/:address/balance', { address: 'a/b?c' }), '/wallet/a%2Fb%3Fc/balance')
  assert.throws(() => buildPath('/wallet/:address/balance'), /needs address/)
})

test('six hundred requests in a minute of one session pass', async () => {
  const other = await desk.signUp()
  for (let round = 0; round < 30; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => desk.call(getProfile, { token: other.token })),
    )
    assert.ok(answers.every((a) => a.status === 200))
  }
})
