// On PostgreSQL as well.
/**
 * The names that the desk answers to, and the pages that may call it: on this machine alone, and exposed behind a
 * proxy.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestRegisterCode } from '@purser/contract/accounts.ts'
import { startTestDesk, type TestDesk } from '../../test/harness.ts'
import { lines, speak } from '../../test/raw.ts'
import { until } from '../../test/until.ts'

const local = await startTestDesk({ network: 'none' })
const exposed = await startTestDesk({ network: 'none', exposed: true })
const getPort = (desk: TestDesk) => new URL(desk.url).port
const STATUS = '/api/status'

const UPGRADE = [
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
]
const upgraded = (desk: TestDesk, ...head: string[]) =>
  speak(desk.url, `${['GET /ws/external-holders HTTP/1.1', ...head, ...UPGRADE].join('\r\n')}\r\n\r\n`)

test('a rebound name is refused on every route and channel', async () => {
  for (const desk of [local, exposed])
    for (const host of [
      'evil.example',
      `evil.example:${getPort(desk)}`,
      'localhost.evil.example',
      '127.0.0.1@evil.example',
    ])
      for (const path of [
        STATUS,
        '/',
        '/healthz',
        '/readyz',
        '/metrics',
        '/api/dev/outbox',
        '/dev/outbox',
        '/api/docs/',
      ])
        assert.equal(
          (await speak(desk.url, lines(`GET ${path} HTTP/1.1`, `Host: ${host}`))).status,
          403,
          `${host} ${path}`,
        )
  assert.equal((await upgraded(local, 'Host: evil.example')).status, 403)
  assert.equal((await upgraded(local, `Host: localhost:${getPort(local)}`)).status, 101)
})

test('a request with no Host or with two is refused', async () => {
  const own = `Host: 127.0.0.1:${getPort(local)}`
  for (const head of [
    ['GET /api/status HTTP/1.1'],
    ['GET /api/status HTTP/1.0'],
    ['GET /api/status HTTP/1.1', own, 'Host: evil.example'],
    ['GET /api/status HTTP/1.1', own, own],
    ['GET /api/status HTTP/1.1', 'Host:'],
  ]) {
    const { status } = await speak(local.url, lines(...head))
    assert.ok(status === 400 || status === 403, `${head.join(' | ')}: ${status}`)
  }
  assert.equal((await upgraded(local, own, 'Host: evil.example')).status, 403)
})

test('an absolute URL as request target must have a known host', async () => {
  const own = `127.0.0.1:${getPort(local)}`
  const asked = (target: string) => speak(local.url, lines(`GET ${target} HTTP/1.1`, `Host: ${own}`))
  assert.equal((await asked(`http://${own}${STATUS}`)).status, 200)
  for (const target of [`http://evil.example${STATUS}`, `http://a@${own}${STATUS}`, `ftp://${own}${STATUS}`])
    assert.ok([400, 403, 404].includes((await asked(target)).status), target)
  assert.equal((await asked(`http://evil.example${STATUS}`)).status, 403)
})

test('a cross-site image or form without Origin is refused, a link to the console is not', async () => {
  const asked = (path: string, site: string, mode: string) =>
    fetch(`${local.url}${path}`, { headers: { 'sec-fetch-site': site, 'sec-fetch-mode': mode } })
  // fetch sets a mode of its own: this request is written byte by byte.
  const raw = (path: string, mode: string) =>
    speak(
      local.url,
      lines(
        `GET ${path} HTTP/1.1`,
        `Host: 127.0.0.1:${getPort(local)}`,
        'Sec-Fetch-Site: cross-site',
        `Sec-Fetch-Mode: ${mode}`,
      ),
    )
  assert.equal((await raw(STATUS, 'no-cors')).status, 403)
  assert.equal((await raw(STATUS, 'navigate')).status, 200)
  assert.equal((await asked(STATUS, 'same-origin', 'cors')).status, 200)
})

test('the outbox is not served behind a proxy, and does not exist when exposed', async () => {
  await local.call(requestRegisterCode, { body: { email: 'ann@example.com' } })
  const seen = await fetch(`${local.url}/api/dev/outbox`)
  await until('the mail', async () => (await seen.clone().text()).includes('ann@example.com'))
  for (const name of [
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Forwarded',
    'Forwarded',
    'Via',
    'X-Real-IP',
    'X-Client-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
    'Fastly-Client-IP',
    'X-Original-Host',
  ])
    for (const path of ['/api/dev/outbox', '/dev/outbox'])
      assert.equal(
        (await fetch(`${local.url}${path}`, { headers: { [name]: '127.0.0.1' } })).status,
        404,
        name,
      )
  await exposed.call(requestRegisterCode, { body: { email: 'bob@example.com' } })
  for (const host of ['desk.example', 'desk.example:443', `127.0.0.1:${getPort(exposed)}`])
    for (const path of ['/api/dev/outbox', '/dev/outbox', '/api/dev/%6futbox']) {
      const { status, text } = await speak(exposed.url, lines(`GET ${path} HTTP/1.1`, `Host: ${host}`))
      assert.deepEqual([status, text.includes('bob@example.com')], [404, false], `${host} ${path}`)
    }
})

test('an unknown path is answered with a fault, in every spelling', async () => {
  const own = `Host: 127.0.0.1:${getPort(local)}`
  for (const path of [
    '//api/agents',
    '//evil.example/x',
    '/api%2fagents',
    '/%2e%2e/package.json',
    '/assets/../../package.json',
    '/%',
    '/a%00b',
    `/${'x'.repeat(12_000)}`,
    `/api/agents/${'1'.repeat(500)}`,
  ]) {
    const { status, text } = await speak(local.url, lines(`GET ${path} HTTP/1.1`, own))
    assert.deepEqual([status, (JSON.parse(text) as { code: string }).code], [404, 'route_not_found'], path)
  }
})
