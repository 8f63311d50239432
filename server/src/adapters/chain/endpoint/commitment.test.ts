/** Calls to endpoints that run Alpenglow, that refuse 'confirmed', or that say less of a status than others. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, test } from 'node:test'
import { startLocalnet } from '@purser/localnet/index.ts'
import { type Address, generateKeyPairSigner, type Signature } from '@solana/kit'
import { type WebSocket, WebSocketServer } from 'ws'
import { createEndpointChecks } from '../../../endpoint-checks.ts'
import { compile, DEFAULT_BUDGET } from '../../../kernel/solana/compile.ts'
import { isFault } from '../../../kernel/fault.ts'
import { createLog } from '../../../kernel/log.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { SignatureNotice } from '../../../ports/signature-notifications.ts'
import { startHostileChain } from '../../../test/hostile-chain.ts'
import { parse } from '@purser/localnet/rpc/exact-json.ts'
import type { Rule } from '../../../test/hostile-script.ts'
import { until } from '../../../test/until.ts'
import { createCluster } from '../cluster/cluster.ts'
import { createEndpointCommitment } from './commitment.ts'
import { createEndpoint } from './endpoint.ts'
import { createHighestSlot } from '../cluster/highest-slot.ts'
import { createRpcNode } from '../rpc.ts'
import { createSignatureNotifications } from './signature-notifications.ts'
import { systemClock } from '../../../kernel/clock.ts'

const network = await startLocalnet({ rpcPort: 0, clock: 'steered', faults: true, commitment: 'tower' })
const hostile = await Promise.all([startHostileChain(network), startHostileChain(network)])
const [first, second] = hostile
const log = createLog('silent')
const payer = await generateKeyPairSigner()
await first.ask('requestAirdrop', payer.address, 5_000_000_000)
await first.ask('localnet_advanceSlots', 40)
after(async () => {
  for (const one of hostile) await one.close()
  await network.close()
})
afterEach(async () => {
  for (const one of hostile) one.beHonest()
  await first.ask('localnet_setCommitment', 'tower')
})

/** The refusal of a node that does not know the word, in the terms of agave's serde. */
const NO_CONFIRMED: Rule = {
  on: '*',
  about: '"confirmed"',
  kind: 'refuse',
  code: -32602,
  message: 'Invalid params: unknown variant `confirmed`, expected `processed` or `finalized`.',
}
const play = (which: typeof first, ...rules: Rule[]) => which.play({ name: 'a test', rules })

function open(count: 1 | 2 = 1) {
  const slots = createHighestSlot(systemClock)
  const nodes = hostile.slice(0, count).map(({ url }, i) => {
    const endpoint = createEndpoint({ url, name: `endpoint ${i + 1}`, slots })
    return createRpcNode({ endpoint, lane: 'money', log })
  })
  const [node] = nodes
  assert.ok(node)
  const checks = createEndpointChecks({ nodes, slots, clock: systemClock, log })
  return { node, nodes, slots, checks, chain: createCluster(nodes, { slots }) }
}
async function calls(work: () => Promise<unknown>, which = first): Promise<number> {
  const sum = () => Object.values(which.seen).reduce((a, b) => a + b, 0)
  const before = sum()
  await work()
  return sum() - before
}
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address
const NOBODY = '1111111111111111111111111111111111111111111111111111111111111111' as Signature

/** Contains nothing but a memo, which no other one has. */
async function transaction(chain: Pick<Chain, 'latestBlockhash'>) {
  const wrapping = { operationId: randomUUID(), format: 0 as const, budget: DEFAULT_BUDGET }
  const lifetime = await chain.latestBlockhash()
  return { ...compile({ feePayer: payer, instructions: [] }, wrapping, lifetime), lifetime }
}

/** Forwards calls, and changes the text of the answers. */
async function startProxy(
  change: (text: string, asked: string) => string | Promise<string>,
  to = network.rpcUrl,
) {
  const pass = async (request: IncomingMessage, reply: ServerResponse) => {
    const body = (await request.toArray()).join('')
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(to, { method: 'POST', headers, body })
    const text = await change(await answer.text(), body)
    reply.setHeader('content-type', 'application/json').end(text)
  }
  const server = createServer((request, reply) => void pass(request, reply)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

void test("an endpoint that refuses 'confirmed' answers all that is asked, for one call more in all", async () => {
  const { chain, node, checks } = open()
  play(first, NO_CONFIRMED)
  assert.equal(node.health.moved(), 'confirmed')
  assert.equal(
    await calls(async () => assert.equal((await chain.balance(payer.address)).lamports, 5_000_000_000n)),
    2,
  )
  assert.equal(node.health.moved(), 'finalized')
  const { unsigned, sign, lifetime } = await transaction(chain)
  const { bytes } = await sign()
  const reads: (() => Promise<unknown>)[] = [
    () => chain.balance(payer.address),
    () => chain.balances([payer.address]),
    () => chain.accounts([payer.address]),
    () => chain.tokenHoldings(payer.address, MINT),
    () => chain.mintInfo(MINT),
    () => chain.tokenMint(MINT),
    () => chain.states([payer.address]),
    () => chain.latestBlockhash(),
    () => chain.blockHeight('moved'),
    () => chain.blockHeight('final'),
    () => chain.rentExempt(0),
    () => chain.recentPrices([payer.address]),
    () => chain.listSignatures(payer.address),
    () => chain.signedTransaction(NOBODY),
    () => chain.execution(NOBODY),
    () => chain.statuses([NOBODY]),
    () => node.lookUp([NOBODY]),
    () => node.blockhashValid(lifetime.blockhash),
    async () => assert.equal((await chain.simulate(unsigned)).error, null),
    async () => assert.equal((await chain.send(bytes)).outcome, 'accepted'),
  ]
  for (const read of reads) assert.equal(await calls(read), 1, read.toString())
  assert.equal(await chain.healthy(), true)
  await checks.run()
  const [state] = checks.states()
  assert.deepEqual([state?.state, state?.commitment, state?.version1], ['ok', 'finalized', true])
})

void test("a call that was under way while another was refused for 'confirmed' is made again, too", async () => {
  play(first, NO_CONFIRMED)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const isHeld = (asked: string) => asked.includes('getBlockHeight') && asked.includes('"confirmed"')
  const url = await startProxy(async (text, asked) => {
    if (isHeld(asked)) await released
    return text
  }, first.url)
  const endpoint = createEndpoint({ url, name: 'endpoint 1', slots: createHighestSlot(systemClock) })
  const node = createRpcNode({ endpoint, lane: 'money', log })
  const height = node.blockHeight('moved')
  assert.equal((await node.balance(payer.address)).lamports, 5_000_000_000n)
  assert.equal(node.health.moved(), 'finalized')
  release()
  assert.ok((await height).height > 0n)
  assert.equal(node.health.isRefusing(), false)
})

void test("a send is the first that meets an endpoint without 'confirmed', and is taken", async () => {
  const { sign } = await transaction(open().chain)
  const { chain } = open()
  play(first, NO_CONFIRMED)
  const { bytes } = await sign()
  assert.deepEqual(await chain.send(bytes), { outcome: 'accepted' })
})

void test("what is refused at every commitment was not refused for 'confirmed'", async () => {
  const { chain, node } = open()
  play(first, { on: 'getBalance', kind: 'refuse', code: -32602, message: 'no' })
  await assert.rejects(chain.balance(payer.address), (error) => isFault(error, 'chain_away'))
  assert.equal(node.health.moved(), 'confirmed')
  play(first, { ...NO_CONFIRMED, on: 'getBalance' }, { on: 'getBalance', from: 2, kind: 'http', status: 500 })
  await assert.rejects(chain.balance(payer.address), (error) => isFault(error, 'chain_away'))
  assert.equal(node.health.moved(), 'confirmed')
})

for (const code of [-32602, -32601])
  void test(`a read that is refused by ${code} is answered by the next endpoint, and the state says so`, async () => {
    const { chain, checks } = open(2)
    await checks.run()
    play(first, { on: ['getBalance', 'simulateTransaction'], kind: 'refuse', code, message: 'no' })
    assert.equal((await chain.balance(payer.address)).lamports, (await chain.balance(payer.address)).lamports)
    assert.equal((await chain.simulate((await transaction(chain)).unsigned)).error, null)
    assert.deepEqual(
      checks.states().map(({ state }) => state),
      ['refusing', 'ok'],
    )
  })

void test('where no endpoint answers a read it is an outage, never a refusal of what was asked about', async () => {
  const { chain } = open(2)
  const { unsigned } = await transaction(chain)
  for (const one of hostile)
    play(one, {
      on: ['simulateTransaction', 'getProgramAccounts'],
      kind: 'refuse',
      code: -32601,
      message: 'no',
    })
  await assert.rejects(chain.simulate(unsigned), (error) => isFault(error, 'chain_away'))
  await assert.rejects(chain.holders({ mint: MINT, program: payer.address }), (error) =>
    isFault(error, 'chain_away'),
  )
  second.beHonest()
  assert.equal(await chain.holders({ mint: MINT, program: payer.address }), 0)
})

void test("a certificate of Alpenglow has everything asked at 'finalized'; null and a refusal change nothing", async () => {
  const { node, checks } = open()
  await checks.run()
  assert.equal(node.health.moved(), 'confirmed')
  for (const rule of [
    { kind: 'refuse', code: -32601, message: 'Method not found' },
    { kind: 'http', status: 404 },
    { kind: 'http', status: 429, retryAfter: 20 },
    { kind: 'garbage', as: 'html' },
  ] as const) {
    play(first, { on: 'getAgGenesisCert', ...rule })
    await checks.run()
    assert.deepEqual(
      [node.health.moved(), node.health.restMs(), checks.states()[0]?.state],
      ['confirmed', 0, 'ok'],
    )
  }
  first.beHonest()
  await first.ask('localnet_setCommitment', 'alpenglow')
  await checks.run()
  assert.equal(node.health.moved(), 'finalized')
  const asked = first.seen['getAgGenesisCert']
  play(first, NO_CONFIRMED)
  assert.equal(await calls(() => node.balance(payer.address)), 1)
  await checks.run()
  assert.equal(first.seen['getAgGenesisCert'], asked, 'it is for good')
})

void test('what has landed is at least as far as what is read: a status below that has not moved', async () => {
  const { chain, node } = open()
  const { sign } = await transaction(chain)
  const { bytes, signature } = await sign()
  await chain.send(bytes)
  await first.ask('localnet_advanceSlots', 3)
  const reached = async () => (await chain.statuses([signature]))[0]?.commitment
  assert.equal(await reached(), 'confirmed')
  play(first, NO_CONFIRMED)
  await chain.balance(payer.address)
  assert.equal(node.health.moved(), 'finalized')
  assert.equal(await reached(), 'processed')
  await first.ask('localnet_advanceSlots', 32)
  assert.equal(await reached(), 'finalized')
})

void test('without a confirmation status, no confirmations left to wait for say that it is final', () => {
  const { read, raise } = createEndpointCommitment()
  assert.equal(read({ confirmations: null }), 'finalized')
  assert.equal(read({ confirmationStatus: null, confirmations: null }), 'finalized')
  for (const said of [{}, { confirmations: 0n }, { confirmations: 31n }])
    assert.equal(read(said), 'processed')
  assert.equal(read({ confirmationStatus: 'processed', confirmations: null }), 'processed')
  assert.equal(read({ confirmationStatus: 'confirmed', confirmations: 3n }), 'confirmed')
  raise()
  assert.equal(read({ confirmationStatus: 'confirmed', confirmations: 3n }), 'processed')
  assert.equal(read({ confirmations: null }), 'finalized')
})

void test('a node that leaves the confirmation status out finalizes all the same', async () => {
  const { chain } = open()
  const { bytes, signature } = await (await transaction(chain)).sign()
  await chain.send(bytes)
  const url = await startProxy((text) => text.replaceAll(/,"confirmationStatus":"\w+"/g, ''))
  const node = createRpcNode({ url, log })
  const state = async () => (await node.statuses([signature]))[0]?.commitment
  assert.equal(await state(), 'processed')
  await first.ask('localnet_advanceSlots', 40)
  assert.equal(await state(), 'finalized')
})

void test("subscriptions go on where 'confirmed' is refused, and are asked for as 'finalized' from then on", async () => {
  const asked: string[] = []
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket: WebSocket) =>
    socket.on('message', (data: Buffer) => {
      const { id, params } = parse(data.toString()) as {
        id: string
        params: [string, { commitment: string }]
      }
      const { commitment } = params[1]
      asked.push(commitment)
      const answer =
        commitment === 'confirmed'
          ? { error: { code: -32602, message: 'Invalid params' } }
          : { result: asked.length }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    }),
  )
  const commitment = createEndpointCommitment()
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  const notifications = createSignatureNotifications({ url, log, commitment })
  const heard: SignatureNotice[] = []
  notifications.subscribe(NOBODY, (notice) => heard.push(notice))
  await until('it is subscribed', () => heard.includes('subscribed'))
  notifications.subscribeAddress(payer.address, (notice) => heard.push(notice))
  await until('both are', () => heard.filter((one) => one === 'subscribed').length === 2)
  assert.deepEqual(asked, ['confirmed', 'finalized', 'finalized'])
  assert.equal(commitment.moved(), 'finalized')
  notifications.close()
  server.close()
})
