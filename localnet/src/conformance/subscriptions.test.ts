import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import {
  generateKeyPairSigner,
  getSignatureFromTransaction,
  lamports,
  sendAndConfirmTransactionFactory,
  type Signature,
} from '@solana/kit'
import { Keypair, PublicKey } from '@solana/web3.js'
import { TestNetwork, build, send, transfer, type Json } from './network.ts'

let network: TestNetwork
before(async () => {
  network = await TestNetwork.start()
})
after(() => network.close())
/** A blockhash lives for 150 slots: on a busy machine it must outlive the waits of the clients. */
const SLOT_MS = 25
afterEach(() => network.value('localnet_setSlotTime', null))

/** Collects the notices of a subscription, and waits for a number of them without polling. */
class Notices<T> {
  readonly list: T[] = []
  private waiting: (() => void) | undefined
  add = (notice: T): void => {
    this.list.push(notice)
    this.waiting?.()
  }
  async atLeast(n: number): Promise<T[]> {
    while (this.list.length < n) await new Promise<void>((resolve) => (this.waiting = resolve))
    return this.list
  }
}

/** A raw subscription on a socket of its own; resolves when the network has answered. */
async function subscribe(
  method: string,
  ...params: unknown[]
): Promise<{ notices: Notices<Json>; close: () => void }> {
  const socket = new WebSocket(network.net.wsUrl)
  const notices = new Notices<Json>()
  const answered = Promise.withResolvers<void>()
  socket.addEventListener('open', () =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })),
  )
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data))
    if (!('id' in message)) return notices.add(message.params.result)
    if (!message.error) return answered.resolve()
    socket.close()
    answered.reject(new Error(message.error.message))
  })
  await answered.promise
  return { notices, close: () => socket.close() }
}

void test("kit's own sendAndConfirm works by subscription, at confirmed and at finalized", async () => {
  const payer = await network.wallet()
  await network.value('localnet_setSlotTime', SLOT_MS)
  const confirm = sendAndConfirmTransactionFactory({
    rpc: network.rpc,
    rpcSubscriptions: network.subscriptions,
  })
  for (const commitment of ['confirmed', 'finalized'] as const) {
    const { transaction } = await build(network, payer, {
      version: 1,
      instructions: [transfer(payer, payer.address, 1n)],
    })
    await confirm(transaction as never, { commitment })
    const { value } = await network.value('getSignatureStatuses', [getSignatureFromTransaction(transaction)])
    assert.ok([commitment, 'finalized'].includes(value[0].confirmationStatus))
  }
})

void test('web3.js confirms by subscription and by polling', async () => {
  await network.value('localnet_setSlotTime', SLOT_MS)
  const connection = network.web3('confirmed')
  const latest = await connection.getLatestBlockhash()
  const signature = await connection.requestAirdrop(Keypair.generate().publicKey, 1_000_000)
  const { value } = await connection.confirmTransaction({ signature, ...latest })
  assert.equal(value.err, null)
  let status = null
  while (status !== 'finalized')
    status = (await connection.getSignatureStatus(signature)).value?.confirmationStatus
})

void test('a signature that is already at its commitment is notified after the answer, for kit too', async () => {
  const { address } = await generateKeyPairSigner()
  const signature = await network.value('requestAirdrop', address, 1_000_000)
  await network.advance(2)
  const { notices, close } = await subscribe('signatureSubscribe', signature, { commitment: 'confirmed' })
  assert.deepEqual((await notices.atLeast(1))[0].value, { err: null })
  close()
  const kit = network.subscriptions.signatureNotifications(signature as Signature, {
    commitment: 'confirmed',
  })
  for await (const notice of await kit.subscribe({ abortSignal: AbortSignal.timeout(5000) })) {
    assert.deepEqual(notice.value, { err: null })
    break
  }
})

void test('a signature is notified once it reaches its commitment and not before, receipt on request', async () => {
  const payer = await network.wallet()
  const { wire, transaction } = await build(network, payer, {
    version: 0,
    instructions: [transfer(payer, payer.address, 10n ** 17n)],
  })
  const signature = getSignatureFromTransaction(transaction)
  const { notices, close } = await subscribe('signatureSubscribe', signature, {
    commitment: 'confirmed',
    enableReceivedNotification: true,
  })
  const slots = await subscribe('slotSubscribe')
  await send(network, wire, { skipPreflight: true })
  await network.advance(1)
  await slots.notices.atLeast(1)
  assert.deepEqual(
    notices.list.map((n) => n.value),
    ['receivedSignature'],
  )
  await network.advance(1)
  assert.deepEqual((await notices.atLeast(2))[1].value, { err: { InstructionError: [0, { Custom: 1 }] } })
  close()
  slots.close()
})

void test('what is confirmed is notified as final, and its slot as root', async () => {
  const { address } = await generateKeyPairSigner()
  const final = await subscribe('accountSubscribe', address, { encoding: 'base64' })
  const roots = await subscribe('rootSubscribe')
  await network.rpc.requestAirdrop(address, lamports(2_000_000n)).send()
  const slot = await network.advance(2)
  assert.equal((await final.notices.atLeast(1))[0].value.lamports, 2_000_000)
  assert.deepEqual(await roots.notices.atLeast(2), [slot - 3, slot - 2])
  for (const s of [final, roots]) s.close()
})

void test('under tower accounts, programs, logs, slots and roots are notified at the commitment asked for', async () => {
  await network.value('localnet_setCommitment', 'tower')
  const payer = await network.wallet()
  const { address } = await generateKeyPairSigner()
  const account = await subscribe('accountSubscribe', address, {
    commitment: 'confirmed',
    encoding: 'base64',
  })
  const final = await subscribe('accountSubscribe', address, { encoding: 'base64' })
  const program = await subscribe('programSubscribe', '11111111111111111111111111111111', {
    commitment: 'processed',
    encoding: 'base64',
  })
  const logs = await subscribe('logsSubscribe', { mentions: [address] }, { commitment: 'confirmed' })
  const slots = await subscribe('slotSubscribe')
  const roots = await subscribe('rootSubscribe')
  const { wire, transaction } = await build(network, payer, {
    version: 0,
    instructions: [transfer(payer, address, 1_000_000n)],
  })
  await send(network, wire)
  assert.ok((await program.notices.atLeast(2)).some((n) => n.value.pubkey === address))
  assert.equal(account.notices.list.length, 0)
  const slot = await network.advance(2)
  assert.equal((await account.notices.atLeast(1))[0].value.lamports, 1_000_000)
  assert.equal((await logs.notices.atLeast(1))[0].value.signature, getSignatureFromTransaction(transaction))
  assert.deepEqual(
    (await slots.notices.atLeast(2)).map((n) => n.slot),
    [slot - 1, slot],
  )
  assert.deepEqual(
    (await roots.notices.atLeast(2)).map((n) => n),
    [slot - 33, slot - 32],
  )
  assert.equal(final.notices.list.length, 0)
  await network.advance(30)
  assert.equal((await final.notices.atLeast(1))[0].value.lamports, 1_000_000)
  for (const s of [account, final, program, logs, slots, roots]) s.close()
  await network.value('localnet_setCommitment', 'alpenglow')
})

void test('web3.js hears account changes and stops hearing them', async () => {
  const connection = network.web3('processed')
  const { address } = await generateKeyPairSigner()
  const notices = new Notices<number>()
  const answered = Promise.withResolvers<void>()
  const id = connection.onAccountChange(new PublicKey(address), (info) => notices.add(info.lamports))
  const slots = connection.onSlotChange(() => answered.resolve())
  // Subscribe calls go out in order, so a slot notice means that both are in force.
  const ticking = setInterval(() => void network.advance(1), 20)
  await answered.promise
  clearInterval(ticking)
  await network.rpc.requestAirdrop(address, lamports(2_000_000n)).send()
  assert.deepEqual(await notices.atLeast(1), [2_000_000])
  await connection.removeAccountChangeListener(id)
  await connection.removeSlotChangeListener(slots)
})

void test('unknown subscriptions are refused', async () => {
  await assert.rejects(subscribe('voteSubscribe'), /Method not found/)
  await assert.rejects(subscribe('accountSubscribe', 'xyz'), /Invalid/)
})
