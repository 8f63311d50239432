/**
 * A log line on its way to 1,000 open consoles, 100 lines a second for 10 seconds, through the bus and the live
 * channels of the server; the consoles are bare sockets in a process of their own. Fails if the 99th percentile from
 * the publication of a line to its arrival is above 50 ms, or if a line is missing.
 *
 * Run: node bench/fan-out.ts
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import websocket from '@fastify/websocket'
import Fastify from 'fastify'
import { createBus } from '../server/src/kernel/bus.ts'
import { createChannels } from '../server/src/kernel/live/channel.ts'
import { createLog } from '../server/src/kernel/log.ts'

const CONSOLES = 1_000
const A_SECOND = 100
const SECONDS = 10
const LIMIT_MS = 50
/** Both processes read the same clock of the machine. */
const now = () => performance.timeOrigin + performance.now()
const MARK = '"said":'

async function serve(): Promise<void> {
  const app = Fastify()
  await app.register(websocket)
  const log = createLog('silent')
  const bus = createBus(log)
  // The greatest number of consoles: each session opens no more than it is allowed.
  let opened = 0
  app.addHook('onRequest', async (request) => {
    const n = ++opened
    request.caller = { userId: n % 10, sessionId: String(n % 50) }
  })
  const channels = createChannels({ app, bus, log })
  channels.open('/ws/logs/:externalId', () => Promise.resolve('logs:one'))
  bus.subscribe('agent.log', ({ log: line }) => channels.stream('logs:one', { type: 'log', log: line }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.({ port: (app.server.address() as AddressInfo).port })
  process.once('message', () => {
    const began = now()
    const busy = process.cpuUsage()
    let said = 0
    const timer = setInterval(() => {
      const due = Math.floor(((now() - began) / 1_000) * A_SECOND)
      for (; said < due && said < SECONDS * A_SECOND; said++) {
        const message = `Bought 12345.678901 BONK for 0.1 SOL (order ${String(said)} of 1000).`
        const line = { id: said, agent_id: 1, strategy_id: 'one', external_id: 'one', message, said: now() }
        bus.publish('agent.log', { userId: 1, agentId: 1, externalId: 'one', strategyId: null, log: line })
      }
      if (said < SECONDS * A_SECOND) return
      clearInterval(timer)
      const { user, system } = process.cpuUsage(busy)
      process.send?.({ cpu: (user + system) / 1e6 / SECONDS })
    }, 1)
  })
}

/** Counts whole frames, and reads the time of publication in each. */
function listen(port: number, heard: (ms: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET /ws/logs/one HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      ),
    )
    let rest = Buffer.alloc(0)
    let open = false
    socket.on('error', reject)
    socket.on('data', (data) => {
      const at = now()
      rest = rest.length === 0 ? data : Buffer.concat([rest, data])
      if (!open) {
        const end = rest.indexOf('\r\n\r\n')
        if (end < 0) return
        open = true
        rest = rest.subarray(end + 4)
        resolve()
      }
      while (rest.length >= 2) {
        const short = (rest[1] ?? 0) & 0x7f
        const head = short === 126 ? 4 : 2
        if (rest.length < head) return
        const length = short === 126 ? rest.readUInt16BE(2) : short
        if (rest.length < head + length) return
        const mark = rest.indexOf(MARK, head)
        if (((rest[0] ?? 0) & 0x0f) === 1) {
          const text = rest.toString('latin1', mark + MARK.length, head + length)
          heard(at - Number.parseFloat(text))
        }
        rest = rest.subarray(head + length)
      }
    })
  })
}

async function hear(port: number): Promise<void> {
  const times = new Float64Array(CONSOLES * A_SECOND * SECONDS)
  let count = 0
  for (let i = 0; i < CONSOLES; i += 50)
    await Promise.all(Array.from({ length: 50 }, () => listen(port, (ms) => void (times[count++] = ms))))
  process.send?.({ ready: true })
  let quiet = 0
  let before = 0
  const timer = setInterval(() => {
    quiet = count === before ? quiet + 1 : 0
    before = count
    if (count < times.length && (count === 0 || quiet < 20)) return
    clearInterval(timer)
    const sorted = times.slice(0, count).sort()
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
    process.send?.({ count, median: at(0.5), p99: at(0.99), most: at(0.999999) })
  }, 100)
}

type Told = {
  port?: number
  ready?: true
  cpu?: number
  count?: number
  median?: number
  p99?: number
  most?: number
}
async function main(): Promise<void> {
  const server = fork(import.meta.filename, ['serve'])
  const told = (from: typeof server, field: keyof Told) =>
    new Promise<Told>((resolve) => {
      const listener = (message: Told) => {
        if (!(field in message)) return
        from.off('message', listener)
        resolve(message)
      }
      from.on('message', listener)
    })
  const { port } = await told(server, 'port')
  const consoles = fork(import.meta.filename, ['hear', String(port)])
  await told(consoles, 'ready')
  const [spent, result] = [told(server, 'cpu'), told(consoles, 'count')]
  server.send('begin')
  const { cpu = Number.NaN } = await spent
  const { count = 0, median = Number.NaN, p99 = Number.NaN, most = Number.NaN } = await result
  server.kill()
  consoles.kill()
  const all = CONSOLES * A_SECOND * SECONDS
  console.log(`${count} of ${all} lines arrived at ${CONSOLES} consoles, ${A_SECOND} a second`)
  console.log(
    `median ${median.toFixed(1)} ms, 99th percentile ${p99.toFixed(1)} ms, longest ${most.toFixed(1)} ms, limit ${LIMIT_MS} ms (${(p99 / LIMIT_MS).toFixed(2)} of it)`,
  )
  console.log(`the server was busy for ${(cpu * 100).toFixed(0)} % of a core`)
  process.exit(count === all && p99 <= LIMIT_MS ? 0 : 1)
}

const [, , role, port] = process.argv
if (role === 'serve') await serve()
else if (role === 'hear') await hear(Number(port))
else await main()
