// On PostgreSQL as well.
/** A client that sends slowly on purpose holds no connection for long. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { startTestDesk } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { limitConnections } from './connections.ts'

const desk = await startTestDesk({ network: 'none' })
const { server } = desk.app.http
const port = Number(new URL(desk.url).port)

/** Sends the parts, then a byte every tenth of a second, and returns what was answered before it was cut off. */
function trickle(text: string): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    let timer: NodeJS.Timeout | undefined
    // Not before the parts, which wait for the connection on a busy machine.
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text)
      timer = setInterval(() => socket.write('x'), 100)
    })
    socket.on('data', (data) => (said += data.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(said.split('\r\n')[0] ?? '')
    })
  })
}

test('headers and bodies have timeouts', () => {
  assert.deepEqual([server.headersTimeout, server.requestTimeout], [10_000, 30_000])
  assert.ok(server.maxConnections < 100_000)
})

test('slow headers, slow bodies and idle sockets are disconnected, and others are served meanwhile', async () => {
  server.headersTimeout = 500
  server.requestTimeout = 1_000
  const host = `Host: 127.0.0.1:${port}\r\n`
  const body = `${host}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"email":"`
  const slow = [
    ...Array.from({ length: 100 }, () => `GET /api/status HTTP/1.1\r\n${host}X-Slow: `),
    ...Array.from({ length: 100 }, () => `POST /api/auth/verify-code HTTP/1.1\r\n${body}`),
    ...Array.from({ length: 100 }, () => `POST /api/agents HTTP/1.1\r\n${body}`),
  ].map(trickle)
  const silent = Array.from(
    { length: 100 },
    () =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => undefined)
        socket.on('close', () => resolve())
        socket.resume()
      }),
  )
  assert.equal((await fetch(`${desk.url}/api/status`)).status, 200)
  const answers = await Promise.all(slow)
  await Promise.all(silent)
  assert.ok(
    answers.slice(0, 200).every((line) => line === '' || line.startsWith('HTTP/1.1 400')),
    answers[0],
  )
  // A stranger gets the answer before the body, and is cut off all the same.
  assert.ok(
    answers.slice(200).every((line) => line.startsWith('HTTP/1.1 401')),
    answers[200],
  )
  const left = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  assert.ok(left < 10, `${left} connections are left`)
})

test('connections are limited by client, and released on close', async (t) => {
  const alone = createServer((_, response) => response.end('here'))
  limitConnections(alone, { direct: true, max: 5 })
  await new Promise<void>((resolve) => alone.listen(0, '127.0.0.1', resolve))
  t.after(() => alone.close())
  const url = `http://127.0.0.1:${(alone.address() as AddressInfo).port}`
  const held = Array.from({ length: 5 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
  await Promise.all(held.map((socket) => once(socket, 'connect')))
  await until(
    'all are counted',
    () => new Promise<boolean>((resolve) => alone.getConnections((_, n) => resolve(n === 5))),
  )
  await assert.rejects(fetch(url))
  for (const socket of held) socket.destroy()
  await until('they are given back', () =>
    fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
})
