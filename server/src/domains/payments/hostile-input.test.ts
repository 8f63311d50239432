// On PostgreSQL as well.
/** Hostile input to payments: addresses, amounts, names, and calls of the open routes. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as api from '@purser/contract/payments/payments.ts'
import { createWebhook } from '@purser/contract/webhooks.ts'
import { startTestDesk } from '../../test/harness.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call } = desk
const { token } = await desk.signUp()
const origin = desk.config.publicUrl.origin
const make = (body: object, key?: string) =>
  call(api.createPaymentLink, {
    token,
    body: { amount_usd: 1, ...body },
    ...(key === undefined ? {} : { key }),
  })

void test('a return address leads to https or to the console, however it is written', async () => {
  const host = new URL(origin).host
  for (const return_url of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    `blob:${origin}/6ba7b810-9dad-11d1-80b4-00c04fd430c8`,
    `filesystem:${origin}/temporary/x`,
    'file:///etc/passwd',
    `http://evil@${host}/`,
    `https://user:pass@shop.example/`,
    `https://${host}@evil.example/`,
    `http://${host}.evil.example/`,
    `http:\\\\evil.example\\${host}`,
    '//evil.example',
    '\\\\evil.example',
    ' ',
  ])
    assert.equal((await make({ return_url })).status, 400, return_url)
  const bent = await make({ return_url: 'https:\\\\shop.example\\a' })
  assert.equal(bent.ok.return_url, 'https://shop.example/a')
})

void test('amounts, times and tolerances are what they say, to the last digit', async () => {
  for (const amount_usd of [
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '1,5',
    '0.001',
    '1e-2',
    ' ',
    '+',
    '--1',
    '１',
    {},
    [1],
    null,
    true,
  ])
    assert.equal((await make({ amount_usd })).status, 400, JSON.stringify(amount_usd))
  for (const amount_usd of [1e21, Number.MAX_VALUE, '9'.repeat(400)])
    assert.equal((await make({ amount_usd })).status, 400, String(amount_usd))
  const minutes = async (expires_in_minutes: unknown) => (await make({ expires_in_minutes })).status
  const of = async (...all: unknown[]) => Promise.all(all.map(minutes))
  assert.deepEqual(await of(14, 15, 16, 43_199, 43_200, 43_201), [400, 201, 201, 201, 201, 400])
  assert.deepEqual(await of(15.5, '15', -15, null, 1e9), [400, 400, 400, 400, 400])
  const tolerances = [0, 50, '50.00', 50.01, '50.01', -1, '1e1', 'NaN', 0.001]
  const answers = await Promise.all(tolerances.map((tolerance_percent) => make({ tolerance_percent })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 400, 400, 400, 400, 400, 400],
  )
})

void test('names and addresses of payers are one line, and turn no text around', async () => {
  for (const payer_name of ['a\r\nBcc: b@example.com', 'a\nb', 'a\0b', 'abc\u202Egpj.exe', 'a\u2066b'])
    assert.equal((await make({ payer_name })).status, 400, JSON.stringify(payer_name))
  for (const payer_email of [
    'a@example.com\r\nBcc: b@example.com',
    'a@b@c',
    'a b@example.com',
    '"<x>"@example.com\n',
  ])
    assert.equal((await make({ payer_email })).status, 400, JSON.stringify(payer_email))
})

void test('the same key is the same link, and with another body none', async () => {
  const key = randomUUID()
  const [first, second] = await Promise.all([make({ amount_usd: 7 }, key), make({ amount_usd: 7 }, key)])
  assert.equal(first.ok.id, second.ok.id)
  assert.equal((await make({ amount_usd: 8 }, key)).status, 422)
})

void test('open routes take junk for what it is', async () => {
  const ask = async (method: string, path: string, body?: string) =>
    (
      await fetch(`${desk.url}/api/pay/${path}`, {
        method,
        ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
      })
    ).status
  const { reference_id } = (await make({})).ok
  for (const junk of [
    'x',
    '%00',
    '%2e%2e%2fpayments',
    "' or 1=1 --",
    '1'.repeat(44),
    'é',
    '0'.repeat(10_000),
  ])
    assert.ok([400, 404, 414].includes(await ask('GET', encodeURIComponent(junk))), junk)
  for (const method of ['PUT', 'DELETE', 'PATCH'])
    assert.ok([404, 405].includes(await ask(method, reference_id)), method)
  assert.equal(await ask('POST', `${reference_id}/quote`, '{"renew":"yes"}'), 400)
  assert.equal(await ask('POST', `${reference_id}/quote`, '{"renew":tr'), 400)
  assert.equal(await ask('POST', `${reference_id}/quote`, '[]'), 400)
  assert.equal(await ask('POST', `${reference_id}/transaction`, '{"account":"x"}'), 400)
  assert.equal(await ask('POST', `${reference_id}/quote`, `{"x":"${'y'.repeat(3_000_000)}"}`), 413)
  let last: Response | null = null
  for (let n = 0; n < 500 && last?.status !== 429; n++)
    last = await fetch(`${desk.url}/api/pay/${reference_id}/quote`, { method: 'POST' })
  assert.equal(last?.status, 429)
  assert.ok(Number(last?.headers.get('retry-after')) > 0)
})

void test('a webhook takes no address that is written to look like another', async () => {
  for (const url of [
    'https://user:pass@hooks.example/',
    'javascript:alert(1)',
    'ftp://hooks.example/',
    'https://',
    `https://${'a'.repeat(5_000)}.example/`,
  ])
    assert.equal((await call(createWebhook, { token, body: { url } })).status, 400, url)
})
