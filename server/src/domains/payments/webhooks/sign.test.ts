/** The signature, checked with the very lines that docs/webhooks.md gives to receivers. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newSecret, signature } from './sign.ts'

type Check = (body: string | Uint8Array, header: string | undefined, secret: string, now: number) => boolean
const docs = readFileSync(join(import.meta.dirname, '../../../../../docs/webhooks.md'), 'utf8')
const code = /```js\n([\s\S]*?)```/.exec(docs)?.[1] ?? ''
const { isFromPurser } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
  isFromPurser: Check
}

const NOW = Date.parse('2026-11-22T12:00:00.999Z')
const BODY = '{"id":"1","name":"é € 😀"}'
const secret = newSecret()
const header = signature(secret, BODY, NOW)

test('what is signed passes, as text and as bytes, for five minutes', () => {
  assert.match(header, /^t=1795348800,v1=[0-9a-f]{64}$/)
  assert.ok(isFromPurser(BODY, header, secret, NOW))
  assert.ok(isFromPurser(Buffer.from(BODY), header, secret, NOW + 299_000))
  assert.ok(!isFromPurser(BODY, header, secret, NOW + 301_000))
  assert.ok(!isFromPurser(BODY, header, secret, NOW - 301_000))
})

test('a forged, repeated or shortened one does not', () => {
  const later = header.replace(/t=\d+/, `t=${NOW / 1_000 + 100_000}`.split('.')[0] ?? '')
  assert.ok(!isFromPurser(BODY, later, secret, NOW + 100_000_000))
  assert.ok(!isFromPurser(`${BODY} `, header, secret, NOW))
  assert.ok(!isFromPurser(BODY, header, newSecret(), NOW))
  for (const wrong of [
    undefined,
    '',
    't=1795348800',
    header.slice(0, -2),
    header.replace('v1', 'v0'),
    `${header},v1=`,
  ])
    assert.ok(!isFromPurser(BODY, wrong, secret, NOW), wrong)
})

test('secrets are long, and never the same', () => {
  const all = Array.from({ length: 100 }, newSecret)
  assert.equal(new Set(all).size, 100)
  for (const one of all) assert.match(one, /^whsec_[\w-]{43}$/)
})
