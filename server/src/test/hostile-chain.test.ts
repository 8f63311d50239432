/** Every lie that a hostile chain can tell, as a client of Solana sees it. */
import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { createRpc, createSolanaRpcApi, createDefaultRpcTransport, DEFAULT_RPC_CONFIG } from '@solana/kit'
import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  type Signature,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { startLocalnet } from '@purser/localnet/index.ts'
import { createSignatureNotifications } from '../adapters/chain/endpoint/signature-notifications.ts'
import { createLog } from '../kernel/log.ts'
import { seededRandom } from './seeded-random.ts'
import { startHostileChain } from './hostile-chain.ts'
import type { Rule } from './hostile-script.ts'
import { blockhashNotFound, lasting, createMixture, scriptNames, createScript } from './hostile-scripts.ts'
import { fund, SOL } from './money.ts'
import { until } from './until.ts'

const network = await startLocalnet({ rpcPort: 0, clock: 'steered', commitment: 'tower' })
/** The time for lies that last a number of milliseconds. */
let nowMs = 0
const hostile = await startHostileChain(network, { monotonic: () => nowMs })
const other = await startHostileChain(network)
const { ask } = hostile
after(async () => {
  await hostile.close()
  await other.close()
  await network.close()
})
const runSlots = () => ask('localnet_setSlotTime', 20)
afterEach(async () => {
  hostile.beHonest()
  await runSlots()
})
await runSlots()

const createClient = (url: string) =>
  createRpc({
    api: createSolanaRpcApi({ ...DEFAULT_RPC_CONFIG, defaultCommitment: 'confirmed' }),
    transport: createDefaultRpcTransport({ url }),
  })
const rpc = createClient(hostile.url)
const honest = createClient(network.rpcUrl)
const play = (...rules: Rule[]) => hostile.play({ name: 'a test', rules })
const payer = await generateKeyPairSigner()
await fund(ask, payer.address, 100n * SOL)

type Lifetime = { blockhash: Blockhash; lastValidBlockHeight: bigint }
async function signed(amount: bigint, options: { from?: KeyPairSigner; lifetime?: Lifetime } = {}) {
  const { from = payer, lifetime = (await honest.getLatestBlockhash().send()).value } = options
  const to = (await generateKeyPairSigner()).address
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(from, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source: from, destination: to, amount }),
        m,
      ),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  return {
    to,
    wire: getBase64EncodedWireTransaction(transaction),
    signature: getSignatureFromTransaction(transaction),
  }
}
type Signed = Awaited<ReturnType<typeof signed>>
const send = ({ wire }: Signed, skipPreflight = false, by = rpc) =>
  by.sendTransaction(wire, { encoding: 'base64', skipPreflight, preflightCommitment: 'confirmed' }).send()
const readStatus = async (signature: Signature, by = rpc) =>
  (await by.getSignatureStatuses([signature], { searchTransactionHistory: true }).send()).value[0]
const held = async (address: Address, by = honest) => (await by.getBalance(address).send()).value
const arrived = ({ to }: Signed, amount = SOL) =>
  until('it has arrived', async () => (await held(to)) === amount)
const confirmed = ({ signature }: Signed) =>
  until(
    'it is confirmed',
    async () => (await readStatus(signature, honest))?.confirmationStatus === 'confirmed',
  )
/** A transaction that has landed, past every lie. */
async function landed(): Promise<Signed> {
  const t = await signed(SOL)
  await send(t, false, honest)
  await confirmed(t)
  return t
}
/** Advances slots, and waits a moment for messages in transit. */
const advance = (slots: number) => ask('localnet_advanceSlots', slots)
/** A transaction that landed a few slots ago, and stays that young for as long as the test takes. */
async function justLanded(): Promise<Signed> {
  await ask('localnet_setSlotTime', null)
  const t = await signed(SOL)
  await send(t, false, honest)
  await advance(4)
  await confirmed(t)
  return t
}

test('without a script it is the network', async () => {
  const t = await signed(SOL)
  assert.equal(await send(t), t.signature)
  await arrived(t)
  assert.equal(await rpc.getGenesisHash().send(), await honest.getGenesisHash().send())
  assert.ok((hostile.seen['sendTransaction'] ?? 0) > 0)
})

test('a send is passed on and then refused', async () => {
  const playing = play({ on: 'sendTransaction', ...blockhashNotFound, forward: true, times: 1 })
  const t = await signed(SOL)
  await assert.rejects(send(t), /Transaction simulation failed/)
  await arrived(t)
  assert.deepEqual(playing.struck(), [1])
  await send(await signed(SOL))
})

test('a send is refused and passed on later', async () => {
  play({ on: 'sendTransaction', ...blockhashNotFound, forward: 200 })
  const t = await signed(SOL)
  await assert.rejects(send(t), /Transaction simulation failed/)
  assert.equal(await held(t.to), 0n)
  await hostile.delivered()
  await arrived(t)
})

test('a send is refused and not passed on', async () => {
  play({ on: 'sendTransaction', kind: 'refuse', code: -32005, message: 'Node is behind' })
  const t = await signed(SOL)
  await assert.rejects(send(t))
  await advance(5)
  assert.equal(await held(t.to), 0n)
})

for (const forward of [true, false])
  test(`an answer is lost and its call ${forward ? '' : 'not '}passed on`, async () => {
    play({ on: 'sendTransaction', kind: 'lose', forward })
    const t = await signed(SOL)
    await assert.rejects(send(t))
    await advance(5)
    assert.equal(await held(t.to), forward ? SOL : 0n)
  })

test('an answer never comes, and the call is passed on', async () => {
  play({ on: 'sendTransaction', kind: 'lose', how: 'hang', forward: true })
  const t = await signed(SOL)
  const asked = rpc
    .sendTransaction(t.wire, { encoding: 'base64' })
    .send({ abortSignal: AbortSignal.timeout(300) })
  await assert.rejects(asked, /timeout|aborted/i)
  await arrived(t)
})

test('too many requests say when to come again', async () => {
  play({ on: '*', kind: 'http', status: 429, retryAfter: 7 })
  await assert.rejects(
    rpc.getSlot().send(),
    (error: { context?: { statusCode?: number; headers?: Headers } }) => {
      assert.equal(error.context?.statusCode, 429)
      assert.equal(error.context?.headers?.get('retry-after'), '7')
      return true
    },
  )
})

for (const as of ['html', 'partial', 'empty', 'number'] as const)
  test(`garbage comes in place of an answer: ${as}`, async () => {
    play({ on: 'getSlot', kind: 'garbage', as })
    const answer = await rpc
      .getSlot()
      .send()
      .catch((error: unknown) => error)
    assert.notEqual(typeof answer, 'bigint')
  })

const raw = async (id: number, method: string, ...params: unknown[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const answer = await fetch(hostile.url, { method: 'POST', body })
  return (await answer.json()) as { id: number; result: unknown }
}

test('an answer has the id of another call', async () => {
  play({ on: 'getGenesisHash', kind: 'wrong-id' })
  assert.notEqual((await raw(5, 'getGenesisHash')).id, 5)
})

test('an answer is that of the call before', async () => {
  play({ on: 'getBalance', kind: 'crossed' })
  const one = await landed()
  const first = await raw(1, 'getBalance', one.to, { commitment: 'confirmed' })
  const second = await raw(2, 'getBalance', payer.address, { commitment: 'confirmed' })
  assert.deepEqual([second.id, second.result], [1, first.result])
})

test("answers go to each other's callers", async () => {
  play({ on: 'getBalance', kind: 'reversed', calls: 2 })
  const one = await landed()
  const [first, second] = await Promise.all([
    raw(1, 'getBalance', one.to, { commitment: 'confirmed' }),
    raw(2, 'getBalance', payer.address, { commitment: 'confirmed' }),
  ])
  assert.deepEqual([first.id, second.id], [2, 1])
  assert.equal((await raw(3, 'getBalance', one.to)).id, 3, 'one alone comes after a while')
})

test('a send is passed on twice', async () => {
  play({ on: 'sendTransaction', kind: 'twice' })
  const t = await signed(SOL)
  await send(t, true)
  await arrived(t)
})

test('a send is accepted and passed on later', async () => {
  play({ on: 'sendTransaction', kind: 'hold', ms: 400 })
  const t = await signed(SOL)
  assert.equal(await send(t), t.signature)
  await advance(3)
  assert.equal(await held(t.to), 0n)
  await arrived(t)
})

test('a send is accepted and never passed on', async () => {
  play({ on: 'sendTransaction', kind: 'swallow' })
  const t = await signed(SOL)
  assert.equal(await send(t), t.signature)
  await advance(5)
  assert.equal(await held(t.to), 0n)
})

test('an answer is late', async () => {
  play({ on: 'getSlot', kind: 'delay', ms: 200 })
  const began = performance.now()
  await rpc.getSlot().send()
  assert.ok(performance.now() - began >= 195)
})

test('no signature is known', async () => {
  const t = await landed()
  play({ on: 'getSignatureStatuses', kind: 'nulls' })
  assert.equal(await readStatus(t.signature), null)
})

test('lists are too short or too long', async () => {
  const t = await landed()
  const asked = async () => ({
    statuses: (await rpc.getSignatureStatuses([t.signature, t.signature]).send()).value.length,
    accounts: (await rpc.getMultipleAccounts([t.to, payer.address]).send()).value.length,
    signatures: (await rpc.getSignaturesForAddress(t.to).send()).length,
  })
  play({ on: '*', kind: 'short', by: 1 })
  assert.deepEqual(await asked(), { statuses: 1, accounts: 1, signatures: 0 })
  play({ on: '*', kind: 'long', by: 2 })
  assert.deepEqual(await asked(), { statuses: 4, accounts: 4, signatures: 3 })
})

test('the first answer comes again and again', async () => {
  play({ on: 'getSignatureStatuses', kind: 'stale' })
  const t = await signed(SOL)
  assert.equal(await readStatus(t.signature), null)
  await send(t)
  await confirmed(t)
  assert.equal(await readStatus(t.signature), null)
})

test('a node that lags has older slots, statuses, balances and blockhashes, and says what it has not reached', async () => {
  const t = await justLanded()
  const [now, fresh] = [await honest.getSlot().send(), (await honest.getLatestBlockhash().send()).value]
  play({ on: '*', kind: 'lag', slots: 40 })
  assert.ok((await rpc.getSlot().send()) <= now - 30n)
  assert.ok((await rpc.getEpochInfo().send()).absoluteSlot <= now - 30n)
  assert.equal(await readStatus(t.signature), null)
  assert.deepEqual(await rpc.getSignaturesForAddress(t.to).send(), [])
  assert.equal(await held(t.to, rpc), 0n)
  assert.notEqual((await rpc.getLatestBlockhash().send()).value.blockhash, fresh.blockhash)
  await assert.rejects(rpc.getBalance(t.to, { minContextSlot: now }).send(), /Minimum context slot/i)
  await assert.rejects(send(await signed(SOL)), /simulation failed|Blockhash not found/i)
  await advance(100)
  assert.equal((await readStatus(t.signature))?.confirmationStatus, 'finalized', 'it comes after')
})

test('a node claims to be ahead, at every commitment or at some', async () => {
  const height = (at: 'confirmed' | 'finalized') => honest.getBlockHeight({ commitment: at }).send()
  const t = await landed()
  play({ on: '*', kind: 'jump', slots: 400, commitments: ['finalized'] })
  const [confirmedHeight, finalizedHeight] = [await height('confirmed'), await height('finalized')]
  assert.ok((await rpc.getBlockHeight({ commitment: 'finalized' }).send()) >= finalizedHeight + 400n)
  assert.ok((await rpc.getBlockHeight({ commitment: 'confirmed' }).send()) < confirmedHeight + 300n)
  play({ on: '*', kind: 'jump', slots: 400 })
  const { absoluteSlot, blockHeight } = await rpc.getEpochInfo({ commitment: 'confirmed' }).send()
  assert.ok(blockHeight >= confirmedHeight + 400n)
  const { context } = await rpc.getSignatureStatuses([t.signature]).send()
  assert.ok(context.slot >= absoluteSlot)
  assert.equal((await rpc.getBalance(t.to, { minContextSlot: context.slot }).send()).value, SOL)
})

test('a node has forgotten what was, and says so, hides it, or refuses to look', async () => {
  const t = await justLanded()
  const found = () =>
    rpc.getTransaction(t.signature, { maxSupportedTransactionVersion: 0, encoding: 'json' }).send()
  for (const how of ['openly', 'secretly'] as const) {
    play({ on: '*', kind: 'forget', how })
    assert.equal(await readStatus(t.signature), null)
    assert.deepEqual(await rpc.getSignaturesForAddress(t.to).send(), [])
    assert.equal(await found(), null)
    const first = await rpc.getFirstAvailableBlock().send()
    assert.equal(first > (await honest.getSlot().send()) - 10n, how === 'openly')
  }
  play({ on: '*', kind: 'forget', how: 'refuses' })
  for (const look of [() => readStatus(t.signature), () => rpc.getSignaturesForAddress(t.to).send(), found])
    await assert.rejects(look(), /history is not available/i)
  assert.ok((await rpc.getSignatureStatuses([t.signature]).send()).value[0], 'what is new it knows')
})

test('on a dead fork nothing that the chain does is seen, and what is sent stays there', async () => {
  const old = await landed()
  for (const lands of ['confirmed', 'never'] as const) {
    play({ on: '*', kind: 'fork', lands })
    const { value } = await rpc.getLatestBlockhash().send()
    const valid = async (by: typeof rpc, hash: Blockhash) => (await by.isBlockhashValid(hash).send()).value
    assert.equal(await valid(honest, value.blockhash), false, 'its blockhashes are its own')
    assert.equal(await valid(rpc, value.blockhash), true)
    assert.equal(await valid(rpc, (await honest.getLatestBlockhash().send()).value.blockhash), false)
    const before = await held(payer.address, rpc)
    const later = await landed()
    assert.equal(await readStatus(later.signature), null)
    assert.equal(await held(payer.address, rpc), before)
    const t = await signed(SOL, { lifetime: value })
    assert.equal(await send(t), t.signature)
    await advance(40)
    assert.equal(
      (await readStatus(t.signature))?.confirmationStatus,
      lands === 'never' ? undefined : 'confirmed',
    )
    assert.equal(await readStatus(t.signature, honest), null)
    assert.equal(
      (await rpc
        .getTransaction(t.signature, { maxSupportedTransactionVersion: 0, encoding: 'json' })
        .send()) === null,
      lands === 'never',
    )
    const root = await rpc.getBlockHeight({ commitment: 'finalized' }).send()
    await advance(10)
    assert.ok(
      (await rpc.getBlockHeight({ commitment: 'finalized' }).send()) <= root + 1n,
      'nothing is finalized',
    )
    assert.ok((await rpc.getBlockHeight().send()) > root + 30n)
    hostile.beHonest()
    assert.equal(await readStatus(t.signature), null, 'it has vanished')
    assert.ok(await readStatus(old.signature))
  }
})

test('a fork may pass sends on to the chain', async () => {
  play({ on: '*', kind: 'fork', lands: 'processed', forward: true })
  const t = await signed(SOL)
  await send(t)
  assert.equal((await readStatus(t.signature))?.confirmationStatus, 'processed')
  await arrived(t)
})

for (const recorded of [true, false])
  test(`what would fail pays no fee and is ${recorded ? '' : 'not '}in a block`, async () => {
    play({ on: '*', kind: 'zero-fee', recorded })
    const poor = await generateKeyPairSigner()
    await fund(ask, poor.address, SOL)
    const t = await signed(2n * SOL, { from: poor })
    await assert.rejects(send(t), /simulation failed/i)
    assert.equal(await send(t, true), t.signature)
    await advance(5)
    assert.equal(await held(poor.address), SOL)
    const status = await readStatus(t.signature)
    assert.equal(status?.err !== null && status !== null, recorded)
    const [row] = await rpc.getSignaturesForAddress(poor.address).send()
    assert.equal(row?.signature === t.signature, recorded)
    const found = await rpc
      .getTransaction(t.signature, { maxSupportedTransactionVersion: 0, encoding: 'json' })
      .send()
    assert.equal(found?.meta?.fee, recorded ? 0n : undefined)
    const fine = await signed(SOL)
    await send(fine)
    await arrived(fine)
  })

test('another genesis is told, and a blockhash that ends early', async () => {
  play({ on: '*', kind: 'genesis', hash: 'x' }, { on: '*', kind: 'short-lived', blocks: 140 })
  assert.equal(await rpc.getGenesisHash().send(), 'x')
  const [{ lastValidBlockHeight }, height] = [
    (await rpc.getLatestBlockhash().send()).value,
    await honest.getBlockHeight().send(),
  ]
  assert.ok(lastValidBlockHeight <= height + 11n)
})

test('lies end after so many milliseconds, slots or calls, and begin where they are told', async () => {
  const genesis = async () => (await rpc.getGenesisHash().send()) === 'x'
  play({ on: '*', kind: 'genesis', hash: 'x', forMs: 200 })
  nowMs += 199
  assert.ok(await genesis())
  nowMs += 1
  assert.ok(!(await genesis()))
  play({ on: '*', kind: 'genesis', hash: 'x', forSlots: 1_000 })
  assert.ok(await genesis())
  await advance(1_000)
  assert.ok(!(await genesis()))
  play({ on: 'getGenesisHash', kind: 'genesis', hash: 'x', from: 2, times: 2 })
  assert.deepEqual(
    [await genesis(), await genesis(), await genesis(), await genesis()],
    [false, true, true, false],
  )
  play({ on: '*', kind: 'genesis', hash: 'x', about: payer.address })
  assert.ok(!(await genesis()))
  const lied = async () => {
    const all: boolean[] = []
    for (let i = 0; i < 20; i++) all.push(await genesis())
    return all
  }
  const rule: Rule = { on: '*', kind: 'genesis', hash: 'x', probability: 0.5 }
  hostile.play({ name: 'seeded', rules: [rule] }, 3)
  const once = await lied()
  hostile.play({ name: 'seeded', rules: [rule] }, 3)
  assert.deepEqual(await lied(), once)
  assert.ok(once.includes(true) && once.includes(false))
})

test('two on one network disagree', async () => {
  const t = await landed()
  play({ on: '*', kind: 'forget', how: 'openly' })
  assert.equal(await readStatus(t.signature), null)
  assert.ok(await readStatus(t.signature, createClient(other.url)))
})

test('subscriptions are passed on, lost and delayed as the script says', async () => {
  const log = createLog('silent')
  for (const [rules, hears] of [
    [[], true],
    [[{ on: 'signatureNotification', kind: 'delay', ms: 100 }], true],
    [[{ on: 'signatureNotification', kind: 'lose', how: 'hang' }], false],
  ] as [Rule[], boolean][]) {
    play(...rules)
    const signatureNotifications = createSignatureNotifications({ url: hostile.wsUrl ?? '', log })
    const heard: string[] = []
    const t = await signed(SOL)
    signatureNotifications.subscribe(t.signature, (notice) => heard.push(notice))
    await until('it listens', () => heard.includes('subscribed'))
    await send(t)
    await arrived(t)
    if (hears) await until('it was told', () => heard.includes('notified'))
    else await advance(50)
    assert.equal(heard.includes('notified'), hears)
    signatureNotifications.close()
  }
})

test('every script has a name, may be limited, and mixtures can be had again', () => {
  assert.ok(scriptNames.length > 30)
  for (const name of scriptNames) {
    assert.ok(createScript(name).rules.length > 0, name)
    for (const rule of lasting(createScript(name), 9_000).rules) assert.equal(rule.forMs, 9_000)
  }
  assert.deepEqual(createMixture(seededRandom(5)), createMixture(seededRandom(5)))
  assert.notDeepEqual(createMixture(seededRandom(5)), createMixture(seededRandom(6)))
})
