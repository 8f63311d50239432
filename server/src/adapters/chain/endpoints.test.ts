/**
 * Which endpoint is called, when, and for what: on a real network behind endpoints that fail like those of providers.
 */
import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { startLocalnet } from '@purser/localnet/index.ts'
import { getTransferSolInstruction } from '@solana-program/system'
import { generateKeyPairSigner, lamports } from '@solana/kit'
import { compile, DEFAULT_BUDGET } from '../../kernel/solana/compile.ts'
import { isFault } from '../../kernel/fault.ts'
import { createLog } from '../../kernel/log.ts'
import { startHostileChain } from '../../test/hostile-chain.ts'
import type { Rule } from '../../test/hostile-script.ts'
import { until } from '../../test/until.ts'
import { createCluster } from './cluster/cluster.ts'
import { createEndpoint } from './endpoint/endpoint.ts'
import { createHighestSlot } from './cluster/highest-slot.ts'
import { createRpcNode } from './rpc.ts'

const network = await startLocalnet({ rpcPort: 0, clock: 'steered' })
const hostile = await Promise.all([startHostileChain(network), startHostileChain(network)])
const [first, second] = hostile
const log = createLog('silent')
const SEND = 'sendTransaction'
const { address } = await generateKeyPairSigner()
after(async () => {
  for (const one of hostile) await one.close()
  await network.close()
})
afterEach(() => {
  for (const one of hostile) one.beHonest()
})

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
function open(count: 1 | 2 = 2) {
  const clock = steeredClock()
  const slots = createHighestSlot(clock)
  const nodes = hostile.slice(0, count).map(({ url }, i) => {
    const endpoint = createEndpoint({ url, name: `endpoint ${i + 1}`, clock, slots })
    return createRpcNode({ endpoint, lane: 'money', log, clock })
  })
  return { clock, slots, nodes, chain: createCluster(nodes, { slots }) }
}
const play = (which: typeof first, ...rules: Rule[]) => which.play({ name: 'a test', rules })
const asked = (which: typeof first, method = 'getBalance') => which.seen[method] ?? 0
const away = (error: unknown) => isFault(error, 'chain_away')
/** How often each endpoint was called while this ran. */
async function during(work: () => Promise<unknown>, method?: string): Promise<number[]> {
  const before = hostile.map((one) => asked(one, method))
  await work()
  return hostile.map((one, i) => asked(one, method) - (before[i] ?? 0))
}

test('reads stay with the first endpoint while it is well', async () => {
  const { chain } = open()
  assert.deepEqual(
    await during(async () => void (await chain.balance(address), await chain.balance(address))),
    [2, 0],
  )
})

for (const [name, rule] of Object.entries({
  '429': { kind: 'http', status: 429 },
  '403': { kind: 'http', status: 403 },
  '500': { kind: 'http', status: 500 },
  '503': { kind: 'http', status: 503 },
  'a closed connection': { kind: 'lose' },
  'a time-out': { kind: 'lose', how: 'hang' },
  '-32004': { kind: 'refuse', code: -32004, message: 'Block not available' },
  '-32005': { kind: 'refuse', code: -32005, message: 'Node is behind', data: { numSlotsBehind: 42 } },
  '-32011': { kind: 'refuse', code: -32011, message: 'Transaction history is not available from this node' },
  '-32014': { kind: 'refuse', code: -32014, message: 'Block status not yet available' },
  '-32016': { kind: 'refuse', code: -32016, message: 'Minimum context slot has not been reached' },
  '-32019': { kind: 'refuse', code: -32019, message: 'Failed to query long-term storage' },
} as const))
  test(`after ${name} the next endpoint answers, and the first is not asked a second time`, async () => {
    const { chain } = open()
    play(first, { on: 'getBalance', ...rule })
    assert.deepEqual(await during(() => chain.balance(address)), [1, 1])
  })

for (const code of [-32602, -32601])
  test(`${code} is a lack of this endpoint: another is asked, and this one not again`, async () => {
    const { chain } = open()
    play(first, { on: 'getBalance', kind: 'refuse', code, message: 'no' })
    // The endpoint may be one that does not know 'confirmed'.
    const times = code === -32602 ? 2 : 1
    assert.deepEqual(await during(() => chain.balance(address)), [times, 1])
    const alone = open(1).chain
    assert.deepEqual(await during(() => assert.rejects(alone.balance(address), away)), [times, 0])
  })

for (const code of [-32603, -32007, -32009, -32015])
  test(`${code} is an answer: neither this endpoint nor another is asked again`, async () => {
    const { chain } = open()
    play(first, { on: 'getBalance', kind: 'refuse', code, message: 'no' })
    assert.deepEqual(await during(() => assert.rejects(chain.balance(address), isFault)), [1, 0])
    const alone = open(1).chain
    assert.deepEqual(await during(() => assert.rejects(alone.balance(address), isFault)), [1, 0])
  })

async function signedTransfer(): Promise<Uint8Array> {
  const payer = await generateKeyPairSigner()
  const transfer = getTransferSolInstruction({
    source: payer,
    destination: address,
    amount: lamports(1_000_000n),
  })
  const wrapping = { operationId: 'one', format: 0 as const, budget: DEFAULT_BUDGET }
  const built = { feePayer: payer, instructions: [transfer] }
  return (await compile(built, wrapping, await open().chain.latestBlockhash()).sign()).bytes
}

for (const [name, rule] of Object.entries({
  'does not answer': { kind: 'lose' },
  'answers 429': { kind: 'http', status: 429 },
  refuses: { kind: 'refuse', code: -32002, message: 'Blockhash not found' },
} as const))
  test(`what the first endpoint ${name} is sent to the others at once, and to no other where it is taken`, async () => {
    const bytes = await signedTransfer()
    const { chain } = open()
    const taken = () => during(async () => assert.equal((await chain.send(bytes)).outcome, 'accepted'), SEND)
    assert.deepEqual(await taken(), [1, 0])
    play(first, { on: SEND, ...rule })
    assert.deepEqual(await taken(), [1, 1])
  })

for (const [name, again] of [
  ['seconds', '7'],
  ['a date', new Date(1_700_000_000_000 + 7_000).toUTCString()],
] as const)
  test(`an endpoint that says when to come again, in ${name}, is left alone until then and asked first after it`, async () => {
    const { chain, clock } = open()
    play(first, { on: 'getBalance', kind: 'http', status: 429, retryAfter: again, times: 1 })
    assert.deepEqual(await during(() => chain.balance(address)), [1, 1])
    clock.move(6_900)
    assert.deepEqual(await during(() => chain.balance(address)), [0, 1])
    assert.equal(asked(first, 'getHealth'), 0)
    clock.move(200)
    // A call that nobody waits for finds out whether it has recovered.
    await until('the first is asked again', async () => {
      const [one] = await during(() => chain.balance(address))
      return one === 1
    })
    assert.ok(asked(first, 'getHealth') > 0)
    first.seen['getHealth'] = 0
  })

test('a single endpoint is asked again when its time has come, and not before', async () => {
  const { chain, clock } = open(1)
  play(first, { on: 'getBalance', kind: 'http', status: 429, retryAfter: 4, times: 1 })
  assert.deepEqual(await during(() => chain.balance(address)), [2, 0])
  assert.ok(clock.monotonic() >= 4_000)
})

test('one that wants to be left alone for longer than a call lasts is not asked', async () => {
  const { chain } = open(1)
  play(first, { on: 'getBalance', kind: 'http', status: 429, retryAfter: 25 })
  assert.deepEqual(await during(() => assert.rejects(chain.balance(address), away)), [1, 0])
  assert.deepEqual(await during(() => assert.rejects(chain.balance(address), away)), [0, 0])
})

test('where all rest, they are asked all the same', async () => {
  const { chain } = open()
  for (const one of hostile) play(one, { on: 'getBalance', kind: 'http', status: 502, times: 1 })
  const counts = await during(() => chain.balance(address))
  assert.equal(counts[1], 2, 'the last one tries again in place')
})

test('a node that is behind says by how much, rests, and comes back once it is well', async () => {
  const { chain, clock, nodes } = open()
  const playing = play(first, {
    on: ['getBalance', 'getHealth'],
    kind: 'refuse',
    code: -32005,
    message: 'Node is behind by 42 slots',
    data: { numSlotsBehind: 42 },
  })
  await chain.balance(address)
  assert.equal(nodes[0]?.health.slotsBehind(), 42n)
  clock.move(60_000)
  assert.deepEqual(await during(() => chain.balance(address)), [0, 1])
  await until('it was asked how it is', () => (playing.struck()[0] ?? 0) > 1)
  assert.equal(nodes[0]?.health.isWell(), false)
  first.beHonest()
  clock.move(60_000)
  await until('it is well', () => nodes[0]?.health.isWell() === true)
  assert.equal(nodes[0]?.health.slotsBehind(), null)
  assert.deepEqual(await during(() => chain.balance(address)), [1, 0])
})

test('reads that decide about money ask for the highest slot that was seen: one that lags does not answer them', async () => {
  const { chain, slots } = open()
  await first.ask('localnet_advanceSlots', 100)
  const { slot } = await chain.balance(address)
  assert.equal(slots.slot(), slot)
  play(first, { on: '*', kind: 'lag', slots: 50 })
  const reads: [string, () => Promise<unknown>][] = [
    ['getBalance', () => chain.balance(address)],
    ['getMultipleAccounts', () => chain.balances([address])],
    ['getMultipleAccounts', () => chain.accounts([address])],
    ['getMultipleAccounts', () => chain.lamports([address])],
    ['getMultipleAccounts', () => chain.tokenAccounts([address])],
    ['getTokenAccountsByOwner', () => chain.holdings(address)],
    ['getLatestBlockhash', () => chain.latestBlockhash()],
  ]
  for (const [method, read] of reads) {
    const [, another = 0] = await during(read, method)
    assert.ok(another > 0, method)
  }
  assert.deepEqual(await during(() => chain.mintInfo(address), 'getAccountInfo'), [1, 0])
})

test('a slot that one endpoint made up is forgotten after 30 s, and it is not believed again', async () => {
  const { chain, slots, clock, nodes } = open()
  play(first, { on: '*', kind: 'jump', slots: 4_000 })
  const honest = (await nodes[1]?.balance(address))?.slot ?? 0n
  await chain.balance(address)
  assert.ok((slots.slot() ?? 0n) >= honest + 4_000n)
  first.beHonest()
  // No endpoint has reached the slot.
  await assert.rejects(chain.balance(address), away)
  for (let s = 0; s < 31; s += 5) {
    clock.move(5_000)
    await first.ask('localnet_advanceSlots', 3)
    await nodes[1]?.balance(address)
  }
  assert.ok((await chain.balance(address)).slot >= honest)
  play(first, { on: '*', kind: 'jump', slots: 4_000 })
  await nodes[0]?.balance(address)
  assert.ok((slots.slot() ?? 0n) < honest + 4_000n)
})
