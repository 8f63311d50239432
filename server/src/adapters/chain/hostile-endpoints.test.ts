/** Endpoints that answer what no node should: their answers must neither stop the desk nor steer it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { generateKeyPairSigner } from '@solana/kit'
import { createEndpointChecks } from '../../endpoint-checks.ts'
import { createLog } from '../../kernel/log.ts'
import { until } from '../../test/until.ts'
import { retryAfterMs } from './endpoint/call-failures.ts'
import { createCluster } from './cluster/cluster.ts'
import { createEndpoint } from './endpoint/endpoint.ts'
import { createHighestSlot } from './cluster/highest-slot.ts'
import { createRpcNode } from './rpc.ts'

const log = createLog('silent')
const { address } = await generateKeyPairSigner()
const U64 = 2n ** 64n

type Say = (method: string, reply: ServerResponse, id: string) => void
/** A node that answers every call as of this slot. */
const at =
  (slot: bigint | number): Say =>
  (method, reply, id) => {
    const context = `{"slot":${slot}}`
    const results: Record<string, string> = {
      getBalance: `{"context":${context},"value":7}`,
      getEpochInfo: `{"absoluteSlot":${slot},"blockHeight":${slot},"epoch":1,"slotIndex":1,"slotsInEpoch":10}`,
      getHealth: '"ok"',
      getBlockHeight: String(slot),
      getFirstAvailableBlock: '0',
      getSignatureStatuses: `{"context":${context},"value":[null]}`,
    }
    reply.end(`{"jsonrpc":"2.0","id":${id},"result":${results[method] ?? 'null'}}`)
  }

/** `asked` counts calls by method. */
async function startNode(say: Say) {
  const asked: Record<string, number> = {}
  const server = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => void (body += part.toString()))
    request.on('end', () => {
      const { method, id } = JSON.parse(body) as { method: string; id: unknown }
      asked[method] = (asked[method] ?? 0) + 1
      reply.setHeader('content-type', 'application/json')
      say(method, reply, JSON.stringify(id))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** Stands still until `move`; sleeping moves it. */
function steeredClock() {
  let now = 0
  return {
    now: () => 1_700_000_000_000 + now,
    monotonic: () => now,
    sleep: async (ms: number) => {
      now += ms
      await new Promise((resolve) => setImmediate(resolve))
    },
    move: (ms: number) => void (now += ms),
  }
}

async function open(...says: Say[]) {
  const clock = steeredClock()
  const slots = createHighestSlot(clock)
  const there = await Promise.all(says.map(startNode))
  const nodes = there.map(({ url }, i) => {
    const endpoint = createEndpoint({ url, name: `endpoint ${i + 1}`, clock, slots })
    return createRpcNode({ endpoint, lane: 'money', log, clock })
  })
  const checks = createEndpointChecks({ nodes, slots, clock, log })
  return { clock, slots, there, nodes, checks, chain: createCluster(nodes, { slots }) }
}
const withStatus =
  (status: number, headers: Record<string, string> = {}): Say =>
  (_, reply) =>
    void reply.writeHead(status, headers).end('<html>')

for (const status of [301, 302, 307, 401, 402, 404, 410])
  test(`after ${status} the next endpoint answers: it says nothing of the chain`, async () => {
    const { chain, nodes, there } = await open(
      withStatus(status, { location: 'http://127.0.0.1:1/' }),
      at(1_000),
    )
    assert.equal((await chain.balance(address)).lamports, 7n)
    assert.ok((nodes[0]?.health.restMs() ?? 0) > 0)
    assert.equal(there[0]?.asked['getBalance'], 1)
  })

for (const body of [
  '<html><body>Welcome</body></html>',
  '{"error":"You have used up your credits"}',
  '{"message":"ok"}',
  '[]',
  'null',
  '"ok"',
  '7',
])
  test(`an endpoint that answers 200 with ${body} rests, and the next one answers`, async () => {
    const { chain, nodes, there } = await open((_, reply) => void reply.end(body), at(1_000))
    assert.equal((await chain.balance(address)).lamports, 7n)
    assert.ok((nodes[0]?.health.restMs() ?? 0) > 0, 'it rests')
    assert.equal(nodes[0]?.health.statistics().errorRate, 1)
    assert.equal((await chain.balance(address)).lamports, 7n)
    assert.equal(there[0]?.asked['getBalance'], 1, 'it is not asked while it rests')
  })

for (const slot of [U64, U64 * U64, -5n, 2n ** 63n])
  test(`a slot of ${slot} is none: reads do not ask for it`, async () => {
    const { nodes, slots } = await open(at(slot), at(1_000))
    await nodes[0]?.balance(address).catch(() => undefined)
    assert.equal(slots.slot(), undefined)
  })

test('an endpoint that claims a slot far ahead does not make the honest ones rest, nor itself the only one', async () => {
  for (const honest of [1, 2]) {
    const says = Array.from({ length: honest }, () => at(1_000))
    const { chain, checks, nodes, there } = await open(...says, at(900_000_000))
    await checks.run()
    assert.deepEqual(
      nodes.slice(0, honest).map(({ health }) => [health.isWell(), health.slotsBehind()]),
      says.map(() => [true, null]),
    )
    await chain.balance(address)
    assert.ok((there[0]?.asked['getBalance'] ?? 0) > 0)
  }
})

test('an endpoint that counts what it lags by in nonsense stops no check of the others', async () => {
  const nonsense: Say = (_, reply, id) =>
    void reply.end(
      `{"jsonrpc":"2.0","id":${id},"error":{"code":-32005,"message":"no","data":{"numSlotsBehind":1.5}}}`,
    )
  const { checks, chain, nodes } = await open(nonsense, at(1_000))
  await checks.run()
  assert.equal(checks.states()[1]?.state, 'ok')
  assert.equal((await chain.balance(address)).lamports, 7n)
  assert.ok((nodes[0]?.health.restMs() ?? 0) > 0)
})

test('of three the one that lies 300 slots behind is found, whoever claims more', async () => {
  const { checks, nodes } = await open(at(1_000), at(1_300), at(1_301))
  await checks.run()
  assert.deepEqual(
    nodes.map(({ health }) => health.slotsBehind() !== null),
    [true, false, false],
  )
})

test('Retry-After says nothing where its time is past, and never more than half a minute', () => {
  const now = 1_700_000_000_000
  for (const past of ['0', '-5', new Date(now - 60_000).toUTCString(), new Date(0).toUTCString(), 'soon', ''])
    assert.equal(retryAfterMs(past, now), null, past)
  for (const far of ['31536000', '9'.repeat(400), new Date(now + 10 ** 11).toUTCString()])
    assert.equal(retryAfterMs(far, now), 30_000, far.slice(0, 40))
  assert.equal(retryAfterMs('7', now), 7_000)
})

test('one that answers 429 and a time that is past is not asked without a pause', async () => {
  const { chain, nodes, there, clock } = await open(withStatus(429, { 'retry-after': '0' }), at(1_000))
  for (let i = 0; i < 20; i++) await chain.balance(address)
  assert.ok((nodes[0]?.health.restMs() ?? 0) > 0)
  assert.equal(there[0]?.asked['getBalance'], 1)
  assert.equal(there[0]?.asked['getHealth'], undefined)
  clock.move(1_000)
  await chain.balance(address)
  await until('it was asked how it is', () => (there[0]?.asked['getHealth'] ?? 0) === 1)
})

test('an endpoint that flaps rests longer with each failure, and a body that is cut off is one', async () => {
  const cutOff: Say = (_, reply) => {
    reply.writeHead(200, { 'content-length': '500' })
    reply.write('{"jsonrpc":"2.0",')
    setImmediate(() => reply.destroy())
  }
  const { nodes, chain } = await open(cutOff, at(1_000))
  assert.equal((await chain.balance(address)).lamports, 7n)
  assert.equal(nodes[0]?.health.restMs(), 1_000)
})

test('a body without an end is given up before it fills the memory', async () => {
  const MIB = 1 << 20
  let flooded = 0
  const flood: Say = (_, reply) => {
    reply.writeHead(200)
    const chunk = Buffer.alloc(MIB, 0x20)
    const more = (): void => {
      for (let flows = true; flows && !reply.destroyed; flooded += MIB) flows = reply.write(chunk)
      if (!reply.destroyed) reply.once('drain', more)
    }
    more()
  }
  const { chain, nodes } = await open(flood, at(1_000))
  assert.equal((await chain.balance(address)).lamports, 7n)
  // It would send gigabytes until its time-out.
  assert.ok(flooded < 192 * MIB, `${flooded / MIB} MiB`)
  assert.ok((nodes[0]?.health.restMs() ?? 0) > 0)
})

test('ten endpoints that are down are all asked, and the eleventh answers', async () => {
  const down = Array.from({ length: 10 }, () => withStatus(503))
  const { chain, there } = await open(...down, at(1_000))
  assert.equal((await chain.balance(address)).lamports, 7n)
  for (const { asked } of there) assert.equal(asked['getBalance'], 1)
})
