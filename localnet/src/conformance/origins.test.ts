/** No web page of another site reaches the network: by HTTP, by preflight, or by WebSocket. */
import assert from 'node:assert/strict'
import { request, type IncomingHttpHeaders } from 'node:http'
import { after, before, test } from 'node:test'
import { generateKeyPairSigner } from '@solana/kit'
import { WebSocket } from 'ws'
import { TestNetwork } from './network.ts'

let network: TestNetwork
before(async () => {
  network = await TestNetwork.start()
})
after(() => network.close())

type Raw = { status: number; headers: IncomingHttpHeaders; text: string }
/** Requests that fetch cannot make: with any Host. */
function raw(method: string, headers: Record<string, string>, body = ''): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const call = request(network.net.rpcUrl, { method, headers }, (response) => {
      let text = ''
      response.on('data', (data: Buffer) => (text += data.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    call.on('error', reject)
    call.end(body)
  })
}
/** The status with which the upgrade is refused, or 101. */
function upgrade(headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(network.net.wsUrl, { headers })
    socket.on('unexpected-response', (_, response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    socket.on('open', () => {
      socket.close()
      resolve(101)
    })
    socket.on('error', reject)
  })
}

const OWN = [
  'http://localhost:3000',
  'https://localhost',
  'http://127.0.0.1:5173',
  'http://[::1]:3000',
  'chrome-extension://bfnaelmomeimhlpmgjnjophhpkkoljpa',
  'moz-extension://0b2a1d4e-0000-4000-8000-000000000000',
  'safari-web-extension://0B2A1D4E-0000-4000-8000-000000000000',
]
const FOREIGN = [
  'https://evil.example',
  'null',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example:3000',
  'http://evil.example#localhost',
  'file://',
  'chrome-extension',
]

void test('a page of this machine and a browser wallet may ask, and only they may read the answer', async () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}'
  for (const origin of OWN) {
    const answer = await raw('POST', { origin }, body)
    assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [200, origin])
    assert.equal(answer.headers.vary, 'Origin')
    const preflight = await raw('OPTIONS', { origin, 'access-control-request-method': 'POST' })
    assert.deepEqual([preflight.status, preflight.headers['access-control-allow-origin']], [200, origin])
    assert.equal(await upgrade({ origin }), 101)
  }
})

void test('a program that names no origin is answered, and tells no page that it may read', async () => {
  const { status, headers } = await raw('POST', {}, '{"jsonrpc":"2.0","id":1,"method":"getHealth"}')
  assert.deepEqual([status, headers['access-control-allow-origin'], headers.vary], [200, undefined, 'Origin'])
  assert.equal(await upgrade({}), 101)
})

void test('a page of another site gets 403 whatever it asks, and nothing happens', async () => {
  const { address } = await generateKeyPairSigner()
  const body = `{"jsonrpc":"2.0","id":1,"method":"requestAirdrop","params":["${address}",1000000]}`
  for (const origin of FOREIGN) {
    for (const method of ['POST', 'OPTIONS', 'GET']) {
      const answer = await raw(method, { origin }, method === 'POST' ? body : '')
      assert.deepEqual(
        [answer.status, answer.headers['access-control-allow-origin']],
        [403, undefined],
        `${method} ${origin}`,
      )
    }
    assert.equal(await upgrade({ origin }), 403, origin)
  }
  // A form or an image names no origin: the browser says only that the request is cross-site.
  assert.equal((await raw('POST', { 'sec-fetch-site': 'cross-site' }, body)).status, 403)
  assert.equal(await network.balance(address, 'processed'), 0)
})

void test('under a name that is not this machine nobody is answered', async () => {
  for (const host of [
    'evil.example',
    'localhost.evil.example:8899',
    '127.0.0.1.evil.example',
    '192.168.0.1:8899',
  ]) {
    assert.equal((await raw('POST', { host }, '{}')).status, 403, host)
    assert.equal(await upgrade({ host }), 403, host)
  }
  for (const host of ['localhost', '127.0.0.1:1', '[::1]:8899'])
    assert.equal((await raw('POST', { host }, '{}')).status, 200, host)
})
