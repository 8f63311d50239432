// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { FaultAnswer } from '@purser/contract/faults.ts'
import { startTestDesk, type TestDesk } from '../../test/harness.ts'
import { lines, speak } from '../../test/raw.ts'

const near = await startTestDesk({ network: 'none' })
const far = await startTestDesk({ network: 'none', exposed: true })
const user = await near.signUp()

const PAGES = [
  "default-src 'none'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self'",
  "style-src-attr 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
]
const API_DOCS = [
  ...PAGES.map((one) => (/^(frame-src|form-action) /.test(one) ? one.replace("'self'", "'none'") : one)),
  // One style element, identified by its hash.
  "style-src-elem 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
]
/** Headers of every answer, whatever it is. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=()',
}
const parsePolicy = (text: string | null) => (text ?? '').split(';').map((part) => part.trim())

type Asked = { path: string; method?: string; headers?: Record<string, string> }
async function check(desk: TestDesk, { path, method = 'GET', headers = {} }: Asked, policy = PAGES) {
  const answer = await fetch(`${desk.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: '{"nonsense":true}' }),
  })
  const text = await answer.text()
  const where = `${method} ${path} (${answer.status})`
  const has = Object.fromEntries(Object.keys(ALWAYS).map((name) => [name, answer.headers.get(name)]))
  assert.deepEqual(has, ALWAYS, where)
  const secure = desk.config.publicUrl.protocol === 'https:'
  const expected = secure ? [...policy, 'upgrade-insecure-requests'] : policy
  assert.deepEqual(parsePolicy(answer.headers.get('content-security-policy')), expected, where)
  assert.equal(answer.headers.get('strict-transport-security'), secure ? 'max-age=31536000' : null, where)
  return { status: answer.status, text, type: answer.headers.get('content-type') ?? '' }
}

/** They end the session of the caller. */
const ENDS = ['POST /auth/logout', 'DELETE /auth/sessions']
const OTHERS = [
  '/',
  '/dashboard',
  '/pay/some-reference',
  '/dev/outbox',
  '/favicon.svg',
  '/scheme.js',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/api/nothing',
  '/assets/nothing.js',
]

test('every route of the table, every page and every file is answered with the security headers', async () => {
  assert.ok(near.app.endpoints.length > 100)
  for (const desk of [near, far])
    for (const { method, path } of desk.app.endpoints) {
      const asked = { path: `/api${path.replaceAll(/:\w+/g, '1')}`, method }
      await check(desk, asked)
      // Called with a session: tests what a route answers past its guard.
      if (desk === near && !ENDS.includes(`${method} ${path}`))
        await check(desk, { ...asked, headers: { authorization: `Bearer ${user.token}` } })
    }
  for (const desk of [near, far]) for (const path of OTHERS) await check(desk, { path })
})

test('a page of another site, another host and an unreadable address are refused with them', async () => {
  await check(near, { path: '/', headers: { origin: 'https://evil.example' } })
  for (const desk of [near, far]) {
    const host = new URL(desk.url).host
    const { status, head } = await speak(desk.url, lines('GET /%zz HTTP/1.1', `Host: ${host}`))
    assert.equal(status, 404)
    for (const name of [...Object.keys(ALWAYS), 'content-security-policy'])
      assert.match(head, new RegExp(`\r\n${name}: `, 'i'), name)
  }
})

test('what is no request is answered in the shape of every error, with the same headers', async () => {
  for (const desk of [near, far]) {
    const host = `Host: ${new URL(desk.url).host}`
    const asked = {
      'is not HTTP': [
        lines('HELLO'),
        lines('GET / HTTP/1.1', host, 'Content-Length: 1', 'Content-Length: 2'),
      ],
      'The request is too large.': [lines('GET / HTTP/1.1', host, `X-Long: ${'x'.repeat(40_000)}`)],
    }
    for (const [message, texts] of Object.entries(asked))
      for (const request of texts) {
        const { status, head, text } = await speak(desk.url, request)
        const { error, code, details } = FaultAnswer.parse(JSON.parse(text))
        assert.deepEqual(
          [status, code, details?.[0]?.message ?? error],
          message === 'is not HTTP' ? [400, 'invalid_input', message] : [413, 'too_large', message],
        )
        for (const name of [...Object.keys(ALWAYS), 'content-security-policy', 'cache-control'])
          assert.match(head, new RegExp(`\r\n${name}: `, 'i'), name)
      }
  }
})

test('the page of the API has a policy of its own, for all of its files', async () => {
  for (const desk of [near, far]) {
    const { status, text } = await check(desk, { path: '/api/docs/' }, API_DOCS)
    assert.equal(status, 200)
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '')
    assert.ok(files.length >= 5)
    for (const file of files)
      await check(desk, { path: new URL(file, 'http://x/api/docs/').pathname }, API_DOCS)
  }
})

test('no document holds a script, a style or a handler of its own, and every file it names is ours', async () => {
  const web = join(import.meta.dirname, '../../../../web')
  const documents = [
    readFileSync(join(web, 'index.html'), 'utf8'),
    readFileSync(join(web, 'pay.html'), 'utf8'),
    (await check(near, { path: '/api/docs/' }, API_DOCS)).text,
  ]
  for (const text of documents) {
    assert.match(text, /<!doctype html>/i)
    assert.doesNotMatch(text, /<style|\sstyle=|\son\w+=|javascript:/i)
    for (const [tag] of text.matchAll(/<script[^>]*>/g)) assert.match(tag, /\ssrc="/)
    for (const [, file] of text.matchAll(/(?:src|href)="([^"]+)"/g))
      assert.doesNotMatch(file ?? '', /^(https?:)?\/\/|^data:/)
  }
})
