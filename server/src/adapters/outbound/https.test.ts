/** Calls to addresses that users name: which are refused, by which address, and what becomes of the others. */
import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { TEST_CERTIFICATE } from '../../test/certificate.ts'
import { startReceiver } from '../../test/receiver.ts'
import { createOutbound, type OutboundParts, type ResolveNames } from './https.ts'
import { isPermitted } from './permitted.ts'

const open = { signal: new AbortController().signal }
const local = await startReceiver()
const secure = await startReceiver({ secure: true })

const post = (url: string, parts: Partial<OutboundParts> = {}) =>
  createOutbound({ exposed: false, ca: TEST_CERTIFICATE, ...parts }).post(
    { url, headers: { 'content-type': 'application/json', 'purser-event': 'ping' }, body: '{"id":"é"}' },
    open.signal,
  )
/** Answers these addresses to consecutive look-ups; the last one for ever. */
const names =
  (...answers: string[][]): ResolveNames =>
  (_, done) => {
    const found = answers.length > 1 ? answers.shift() : answers[0]
    setImmediate(
      done,
      null,
      (found ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }

const PUBLIC = ['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.0.1', '2606:4700::1111', '2a00::1']
const NEARBY = `
  127.0.0.1 127.9.9.9 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1
  100.127.255.255 ::1 fc00::1 fd12::1
`
  .trim()
  .split(/\s+/)
const NEVER = `
  0.0.0.0 0.1.2.3 169.254.169.254 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255
  192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1
  :: fe80::1 fe80::1%eth0 fec0::1 ff02::1 2001:db8::1 2001::1 100::1 4000::1
  ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::127.0.0.1 ::7f00:1 64:ff9b::7f00:1
  64:ff9b:1::7f00:1 ::ffff:0:127.0.0.1 2002:7f00:1:: 2002:a00:1::1
  localhost 2130706433 127.1 0x7f000001 example.com
`
  .trim()
  .split(/\s+/)

test('public addresses are called from anywhere, those nearby by a desk that others cannot reach, all others never', () => {
  const judged = (list: string[], exposed: boolean) => list.filter((one) => isPermitted(one, { exposed }))
  assert.deepEqual(judged(PUBLIC, true), PUBLIC)
  assert.deepEqual(judged(PUBLIC, false), PUBLIC)
  assert.deepEqual(judged(NEARBY, true), [])
  assert.deepEqual(judged(NEARBY, false), NEARBY)
  assert.deepEqual(judged(NEVER, true), [])
  assert.deepEqual(judged(NEVER, false), [])
})

test('what is wrong with an address itself is said before anything is opened', () => {
  const exposed = createOutbound({ exposed: true })
  const athome = createOutbound({ exposed: false })
  const cases: [url: string, atHome: string | null, exposed: string | null][] = [
    ['https://example.com/hook?a=1', null, null],
    ['https://example.com:8443/', null, null],
    ['https://1.1.1.1/', null, null],
    ['', 'no_url', 'no_url'],
    ['example.com/hook', 'no_url', 'no_url'],
    ['https://', 'no_url', 'no_url'],
    ['http://example.com/', 'not_https', 'not_https'],
    ['ftp://example.com/', 'not_https', 'not_https'],
    ['file:///etc/passwd', 'not_https', 'not_https'],
    ['javascript:alert(1)', 'not_https', 'not_https'],
    ['http://10.0.0.1/', 'not_https', 'not_https'],
    ['http://localhost.example.com/', 'not_https', 'not_https'],
    ['http://127.0.0.1:4000/', null, 'not_https'],
    ['http://localhost:4000/', null, 'not_https'],
    ['http://[::1]:4000/', null, 'not_https'],
    ['https://user@example.com/', 'with_credentials', 'with_credentials'],
    ['https://user:pass@example.com/', 'with_credentials', 'with_credentials'],
    ['https://:pass@example.com/', 'with_credentials', 'with_credentials'],
    ['https://localhost/', null, 'private_address'],
    ['https://a.localhost./', null, 'private_address'],
    ['https://10.0.0.1/', null, 'private_address'],
    ['https://[fd00::1]/', null, 'private_address'],
    // Spellings that a URL turns into 127.0.0.1.
    ['https://2130706433/', null, 'private_address'],
    ['https://0x7f.1/', null, 'private_address'],
    ['https://017700000001/', null, 'private_address'],
    ['https://①②⑦.0.0.1/', null, 'private_address'],
    ['https://169.254.169.254/latest/meta-data', 'private_address', 'private_address'],
    ['https://[::ffff:127.0.0.1]/', 'private_address', 'private_address'],
    ['https://0.0.0.0/', 'private_address', 'private_address'],
  ]
  for (const [url, home, strangers] of cases) {
    assert.equal(athome.refusal(url), home, `${url} at home`)
    assert.equal(exposed.refusal(url), strangers, `${url}, exposed`)
  }
})

test('a body is posted as it is, over HTTP to this machine and over HTTPS', async () => {
  assert.deepEqual(await post(`http://127.0.0.1:${local.port}/plain`), { status: 200 })
  assert.deepEqual(await post(`https://localhost:${secure.port}/secure`), { status: 200 })
  for (const [receiver, path] of [
    [local, '/plain'],
    [secure, '/secure'],
  ] as const) {
    const { body, headers } = await receiver.nth(path, 0)
    assert.equal(body, '{"id":"é"}')
    assert.equal(headers['content-length'], '11')
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['purser-event'], 'ping')
  }
})

test('a certificate that nobody vouches for, or of another name, is refused', async () => {
  const before = secure.posted.length
  assert.deepEqual(
    await createOutbound({ exposed: false }).post(
      { url: `https://localhost:${secure.port}/`, headers: {}, body: '' },
      open.signal,
    ),
    { failure: 'certificate' },
  )
  const resolve = names(['127.0.0.1'])
  assert.deepEqual(await post(`https://other.example:${secure.port}/`, { resolve }), {
    failure: 'certificate',
  })
  assert.deepEqual(await post(`https://receiver.example:${secure.port}/`, { resolve }), { status: 200 })
  assert.equal(secure.posted.length, before + 1)
})

test('exposed, a name is judged by the addresses that the socket is given, and nothing is connected to', async () => {
  const before = secure.connections()
  const url = `https://receiver.example:${secure.port}/`
  const refused = { failure: 'no_answer' }
  for (const address of [
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '169.254.169.254',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
  ])
    assert.deepEqual(await post(url, { exposed: true, resolve: names([address]) }), refused, address)
  // Unknown names, and those without an address, are answered alike.
  assert.deepEqual(await post(url, { exposed: true, resolve: names([]) }), refused)
  const unknown: ResolveNames = (_, done) => done(new Error('ENOTFOUND'), [])
  assert.deepEqual(await post(url, { exposed: true, resolve: unknown }), refused)
  // An address in the URL is refused alike.
  assert.deepEqual(await post(`https://127.0.0.1:${secure.port}/`, { exposed: true }), refused)
  assert.equal(secure.connections(), before)
})

test('exposed, a name that answers another address the next time reaches nothing', async () => {
  const before = secure.connections()
  const url = `https://receiver.example:${secure.port}/`
  let asked = 0
  const rebinding = names(['1.1.1.1'], ['127.0.0.1'])
  const resolve: ResolveNames = (name, done) => {
    asked++
    rebinding(name, done)
  }
  const outbound = createOutbound({ exposed: true, ca: TEST_CERTIFICATE, resolve })
  // The attack on a check by a separate look-up: the second answer is the one that counts.
  assert.equal(outbound.refusal(url), null)
  await new Promise((done) => resolve('receiver.example', done))
  assert.deepEqual(await outbound.post({ url, headers: {}, body: '' }, open.signal), { failure: 'no_answer' })
  assert.equal(asked, 2)
  assert.equal(secure.connections(), before)
})

test('of several addresses only the permitted ones are tried', async () => {
  const before = secure.posted.length
  const resolve = names(['169.254.169.254', '127.0.0.1', '::ffff:127.0.0.1'])
  assert.deepEqual(await post(`https://receiver.example:${secure.port}/`, { resolve }), { status: 200 })
  assert.equal(secure.posted.length, before + 1)
})

test('a name that passes for this machine and is another reaches nothing over HTTP', async () => {
  const resolve = names(['10.255.255.1'])
  assert.deepEqual(await post(`http://a.localhost:${local.port}/`, { resolve }), { failure: 'no_answer' })
})

test('redirects are not followed', async () => {
  local.answer(
    '/moved',
    (response) => void response.writeHead(307, { location: `http://127.0.0.1:${local.port}/target` }).end(),
  )
  assert.deepEqual(await post(`http://127.0.0.1:${local.port}/moved`), { status: 307 })
  assert.equal(local.posted.filter(({ path }) => path === '/target').length, 0)
})

test('no more of an answer is read than is allowed, and a status counts whatever comes after it', async () => {
  let written = 0
  let closed = false
  local.answer('/endless', (response) => {
    response.writeHead(200)
    response.on('close', () => void (closed = true))
    const more = () => {
      while (!closed && written < 1e9) {
        written += 65_536
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more)
      }
    }
    more()
  })
  assert.deepEqual(await post(`http://127.0.0.1:${local.port}/endless`), { status: 200 })
  assert.ok(written < 1e8, `${written} bytes were written`)
  local.answer('/broken', (response) => {
    response.writeHead(202)
    response.write('a')
    setImmediate(() => response.destroy())
  })
  assert.deepEqual(await post(`http://127.0.0.1:${local.port}/broken`), { status: 202 })
})

test('silence ends after 10 seconds, before the headers and after them', async () => {
  let slept = 0
  const hurried: Clock = {
    ...systemClock,
    sleep: (ms, signal, options) => {
      slept = ms
      return systemClock.sleep(Math.min(ms, 150), signal, options)
    },
  }
  local.answer('/silent', () => undefined)
  assert.deepEqual(await post(`http://127.0.0.1:${local.port}/silent`, { clock: hurried }), {
    failure: 'no_answer',
  })
  assert.equal(slept, 10_000)
  local.answer('/slow', (response) => {
    response.writeHead(200)
    response.write('a')
  })
  assert.deepEqual(await post(`http://127.0.0.1:${local.port}/slow`, { clock: hurried }), { status: 200 })
  // A look-up that never answers.
  const resolve: ResolveNames = () => undefined
  assert.deepEqual(await post('https://receiver.example/', { clock: hurried, resolve }), {
    failure: 'no_answer',
  })
})

test('what refuses the connection, hangs up or speaks no HTTP gives one and the same failure', async () => {
  const garbage = createServer((socket) => void socket.resume().end('hello\r\n\r\n'))
  await new Promise<void>((done) => garbage.listen(0, '127.0.0.1', done))
  after(() => new Promise<void>((done) => void garbage.close(() => done())))
  const { port } = garbage.address() as AddressInfo
  local.answer('/hang-up', (response) => void response.socket?.destroy())
  for (const url of [
    `http://127.0.0.1:9/`,
    `http://127.0.0.1:${local.port}/hang-up`,
    `http://127.0.0.1:${port}/`,
  ])
    assert.deepEqual(await post(url), { failure: 'no_answer' }, url)
})

test('a call rejects when it is aborted', async () => {
  const aborting = new AbortController()
  local.answer('/aborted', () => aborting.abort())
  const calling = createOutbound({ exposed: false }).post(
    { url: `http://127.0.0.1:${local.port}/aborted`, headers: {}, body: '' },
    aborting.signal,
  )
  await assert.rejects(calling, { name: 'AbortError' })
})
