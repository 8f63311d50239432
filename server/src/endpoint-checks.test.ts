// On PostgreSQL as well.
/** Results of a check for each endpoint, and the users who may see them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EndpointState, readNetwork } from '@purser/contract/network.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import { createHighestSlot } from './adapters/chain/cluster/highest-slot.ts'
import { createEndpoint } from './adapters/chain/endpoint/endpoint.ts'
import { createRpcNode } from './adapters/chain/rpc.ts'
import { CHECK_EVERY_MS, createEndpointChecks } from './endpoint-checks.ts'
import { systemClock } from './kernel/clock.ts'
import { createLog } from './kernel/log.ts'
import { startTestDesk, until } from './test/harness.ts'
import { startHostileChain } from './test/hostile-chain.ts'
import type { Rule } from './test/hostile-script.ts'

const log = createLog('silent')
const OTHER = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

async function twoEndpoints(clock = systemClock) {
  const network = await startLocalnet({ rpcPort: 0, clock: 'steered' })
  const hostile = [await startHostileChain(network), await startHostileChain(network)] as const
  const slots = createHighestSlot(clock)
  const nodes = hostile.map(({ url }, i) => {
    const endpoint = createEndpoint({ url, name: `endpoint ${i + 1}`, clock, slots })
    return createRpcNode({ endpoint, lane: 'money', log, clock })
  })
  const checks = createEndpointChecks({ nodes, slots, clock, log })
  return {
    hostile,
    nodes,
    checks,
    async found(...rules: Rule[]): Promise<EndpointState> {
      hostile[1].play({ name: 'a test', rules })
      await checks.run()
      hostile[1].beHonest()
      const [, second] = checks.states()
      assert.ok(second)
      return second
    },
    async [Symbol.asyncDispose]() {
      for (const one of hostile) await one.close()
      await network.close()
    },
  }
}

void test('a check finds lag, history and what transactions are taken', async () => {
  await using there = await twoEndpoints()
  const { checks, found, hostile, nodes } = there
  assert.equal(checks.states()[1]?.state, 'unknown')
  await hostile[0].ask('localnet_advanceSlots', 300)
  const well = await found()
  assert.deepEqual(
    [well.state, well.lag, well.history, well.version1, well.errorRate],
    ['ok', 0, true, true, 0],
  )
  assert.ok(well.firstBlock !== null && well.checkedAt !== null && well.latencyMs !== null)
  const lags = await found({ on: '*', kind: 'lag', slots: 200 })
  assert.equal(lags.state, 'behind')
  assert.ok((lags.lag ?? 0) >= 190)
  assert.equal(nodes[1]?.health.isWell(), false)
  assert.equal((await found()).state, 'ok')
  assert.equal((await found({ on: '*', kind: 'lag', slots: 40 })).state, 'ok')
  for (const code of [-32011, -32019])
    assert.equal(
      (await found({ on: 'getSignatureStatuses', kind: 'refuse', code, message: 'no' })).history,
      false,
    )
  const old = await found({ on: 'simulateTransaction', kind: 'refuse', code: -32602, message: 'no' })
  assert.equal(old.version1, false)
  const own = await found({
    on: 'getHealth',
    kind: 'refuse',
    code: -32005,
    message: 'Node is behind by 321 slots',
    data: { numSlotsBehind: 321 },
  })
  assert.equal(own.lag, 321)
  assert.ok(own.errorRate !== null && own.errorRate > 0)
})

void test('the checks come again every five minutes', async () => {
  let wake: () => void = () => undefined
  const slept: number[] = []
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      slept.push(ms)
      wake = resolve
      signal?.addEventListener('abort', () => resolve())
    })
  await using there = await twoEndpoints({ ...systemClock, sleep })
  const [first] = there.hostile
  const stop = there.checks.start()
  const times = () => first.seen['getFirstAvailableBlock'] ?? 0
  await until('it was checked at the start', () => times() === 1)
  assert.deepEqual(slept, [CHECK_EVERY_MS])
  assert.equal(CHECK_EVERY_MS, 300_000)
  wake()
  await until('it was checked again', () => times() === 2)
  stop()
})

void test('an endpoint that lags is looked at again after half a minute', async () => {
  const sleeping: { ms: number; wake: () => void }[] = []
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      sleeping.push({ ms, wake: resolve })
      signal?.addEventListener('abort', () => resolve())
    })
  await using there = await twoEndpoints({ ...systemClock, sleep })
  const [first, second] = there.hostile
  await first.ask('localnet_advanceSlots', 300)
  second.play({ name: 'lags', rules: [{ on: '*', kind: 'lag', slots: 200 }] })
  const stop = there.checks.start()
  await until('it is found', () => there.checks.states()[1]?.state === 'behind')
  second.beHonest()
  const recheck = await until('it will be looked at', () => sleeping.find(({ ms }) => ms === 30_000))
  recheck.wake()
  await until('it has caught up', () => there.checks.states()[1]?.state === 'ok')
  stop()
})

void test('endpoints are shown by name to who is signed in, and by how they do to who asks for readiness', async () => {
  const desk = await startTestDesk({ network: 'steered', endpoints: 2 })
  assert.equal((await desk.call(readNetwork, {})).status, 401)
  const { token } = await desk.signUp()
  const all = () => desk.call(readNetwork, { token })
  await until('both were checked', async () =>
    (await all()).ok.endpoints.every(({ checkedAt }) => checkedAt !== null),
  )
  const { text, ok } = await all()
  assert.equal(ok.cluster, 'localnet')
  assert.deepEqual(
    ok.endpoints.map(({ name, state }) => [name, state]),
    [
      ['endpoint 1', 'ok'],
      ['endpoint 2', 'ok'],
    ],
  )
  const ready = await (await fetch(`${desk.url}/readyz`)).text()
  const { endpoints } = JSON.parse(ready) as { endpoints: object[] }
  assert.deepEqual(
    endpoints.map((one) => Object.keys(one)),
    [0, 1].map(() => ['name', 'state', 'lag', 'errorRate', 'latencyMs']),
  )
  for (const { url } of desk.endpoints)
    for (const shown of [text, ready]) assert.ok(!shown.includes(new URL(url).host))
})

void test('an endpoint that turns out to be another network is not read from', async () => {
  const desk = await startTestDesk({ network: 'steered', endpoints: 2, pace: 600 })
  const { token } = await desk.signUp()
  const [first] = desk.endpoints
  first?.play({ name: 'another network', rules: [{ on: '*', kind: 'genesis', hash: OTHER }] })
  await until('it is found out', async () => {
    const { ok } = await desk.call(readNetwork, { token })
    return ok.endpoints[0]?.state === 'other_network'
  })
})
