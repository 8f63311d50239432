import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import {
  generateKeyPairSigner,
  getBase58Decoder,
  getSignatureFromTransaction,
  type KeyPairSigner,
} from '@solana/kit'
import { getAddMemoInstruction } from '@solana-program/memo'
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget'
import { TestNetwork, build, send, transfer, type Json } from './network.ts'

let network: TestNetwork
let payer: KeyPairSigner
before(async () => {
  network = await TestNetwork.start()
  payer = await network.wallet(1000n)
})
after(() => network.close())

const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as never
const fresh = async (): Promise<string> => (await generateKeyPairSigner()).address

for (const version of ['legacy', 0, 1] as const)
  void test(`a ${version} transfer moves the amount and costs 5,000 lamports`, async () => {
    const to = await fresh()
    const before = await network.balance(payer.address)
    const { wire, transaction } = await build(network, payer, {
      version,
      instructions: [transfer(payer, to, 1_000_000n)],
    })
    const sent = await send(network, wire)
    assert.equal(sent.result, getSignatureFromTransaction(transaction))
    assert.equal(await network.balance(to), 1_000_000)
    assert.equal(await network.balance(payer.address), before - 1_005_000)
  })

void test('web3.js sends legacy and v0 transactions and reads them back', async () => {
  const connection = network.web3('confirmed')
  const from = Keypair.generate()
  const drop = await connection.requestAirdrop(from.publicKey, 5 * LAMPORTS_PER_SOL)
  await network.advance(2)
  assert.equal((await connection.getSignatureStatus(drop)).value?.confirmationStatus, 'finalized')
  const to = Keypair.generate().publicKey
  const ix = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: 1_000_000 })
  const legacy = await connection.sendTransaction(new Transaction().add(ix), [from])
  const { blockhash } = await connection.getLatestBlockhash()
  const message = new TransactionMessage({
    payerKey: from.publicKey,
    recentBlockhash: blockhash,
    instructions: [ix, ix],
  })
  const v0 = new VersionedTransaction(message.compileToV0Message())
  v0.sign([from])
  const sent = await connection.sendTransaction(v0)
  await network.advance(2)
  assert.equal(await connection.getBalance(to), 3_000_000)
  const parsed = await connection.getParsedTransaction(legacy)
  assert.equal(
    (parsed!.transaction.message.instructions[0] as { parsed: { type: string } }).parsed.type,
    'transfer',
  )
  const full = await connection.getTransaction(sent, { maxSupportedTransactionVersion: 0 })
  assert.equal(full?.version, 0)
  assert.deepEqual(full?.meta?.preBalances.length, full?.transaction.message.staticAccountKeys.length)
  const listed = await connection.getSignaturesForAddress(from.publicKey)
  assert.deepEqual(
    listed.map((x) => x.signature),
    [sent, legacy, drop],
  )
  assert.deepEqual(
    (await connection.getSignaturesForAddress(from.publicKey, { before: sent, until: drop })).map(
      (x) => x.signature,
    ),
    [legacy],
  )
})

void test('62 transfers fit one v1 transaction, execute, and log what the runtime logs', async () => {
  const to = await Promise.all(Array.from({ length: 62 }, fresh))
  const { wire, transaction } = await build(network, payer, {
    version: 1,
    instructions: to.map((t) => transfer(payer, t, 1_000_000n)),
  })
  const { value } = await network.value('simulateTransaction', wire, { encoding: 'base64' })
  assert.equal(value.err, null)
  assert.equal((await send(network, wire)).error, undefined)
  for (const t of to) assert.equal(await network.balance(t), 1_000_000)
  await network.advance(2)
  const found = await network.value('getTransaction', getSignatureFromTransaction(transaction), {
    commitment: 'confirmed',
    maxSupportedTransactionVersion: 1,
  })
  assert.equal(found.version, 1)
  assert.deepEqual(found.meta.logMessages, value.logs)
  assert.equal(found.meta.computeUnitsConsumed, value.unitsConsumed)
})

void test('a v1 transaction without a compute-unit limit lands as failed and pays its fee', async () => {
  const before = await network.balance(payer.address)
  const config = { computeUnitLimit: undefined as never }
  const { wire } = await build(network, payer, {
    version: 1,
    config,
    instructions: [transfer(payer, await fresh(), 1_000_000n)],
  })
  const signature = (await send(network, wire, { skipPreflight: true })).result
  const { value } = await network.value('getSignatureStatuses', [signature])
  assert.deepEqual(value[0].err, { InstructionError: [0, 'ComputationalBudgetExceeded'] })
  assert.equal(await network.balance(payer.address), before - 5000)
})

void test('priority fees are charged as the format says: in total for v1, by unit price before', async () => {
  for (const [version, fee, b] of [
    [1, 5777, { config: { priorityFeeLamports: 777n }, extra: [] }],
    [
      0,
      5000 + 300,
      {
        config: {},
        extra: [
          getSetComputeUnitLimitInstruction({ units: 3000 }),
          getSetComputeUnitPriceInstruction({ microLamports: 100_000n }),
        ],
      },
    ],
  ] as const) {
    const before = await network.balance(payer.address)
    const instructions = [...b.extra, transfer(payer, await fresh(), 1_000_000n)]
    const { wire, transaction } = await build(network, payer, { version, config: b.config, instructions })
    assert.equal((await send(network, wire)).error, undefined)
    assert.equal(await network.balance(payer.address), before - fee - 1_000_000)
    const quoted = await network.value(
      'getFeeForMessage',
      Buffer.from(transaction.messageBytes).toString('base64'),
    )
    assert.equal(quoted.value, fee)
  }
})

void test('an unknown blockhash is refused in preflight and dropped without it; one is good for exactly 150 blocks', async () => {
  const { wire: never } = await build(network, payer, {
    version: 0,
    blockhash: await fresh(),
    instructions: [transfer(payer, await fresh(), 1_000_000n)],
  })
  const refused = await send(network, never)
  assert.equal(refused.error?.code, -32002)
  assert.equal(refused.error?.message, 'Transaction simulation failed: Blockhash not found')
  assert.equal(refused.error?.data.err, 'BlockhashNotFound')
  const dropped = await send(network, never, { skipPreflight: true })
  assert.deepEqual((await network.value('getSignatureStatuses', [dropped.result])).value, [null])

  const one = await build(network, payer, {
    version: 0,
    instructions: [transfer(payer, await fresh(), 1_000_000n)],
  })
  const two = await build(network, payer, {
    version: 0,
    blockhash: one.latest.blockhash,
    instructions: [transfer(payer, await fresh(), 1_000_001n)],
  })
  const height = await network.value('getBlockHeight', { commitment: 'processed' })
  await network.advance(Number(one.latest.lastValidBlockHeight) - height)
  assert.equal((await send(network, one.wire, { preflightCommitment: 'processed' })).error, undefined)
  await network.advance(1)
  assert.equal(
    (await send(network, two.wire, { preflightCommitment: 'processed' })).error?.data.err,
    'BlockhashNotFound',
  )
  assert.equal(
    (await network.value('isBlockhashValid', one.latest.blockhash, { commitment: 'processed' })).value,
    false,
  )
})

void test('the same transaction is executed once only', async () => {
  const to = await fresh()
  const { wire } = await build(network, payer, {
    version: 0,
    instructions: [transfer(payer, to, 1_000_000n)],
  })
  const first = await send(network, wire)
  const again = await send(network, wire)
  assert.equal(
    again.error?.message,
    'Transaction simulation failed: This transaction has already been processed',
  )
  assert.equal((await send(network, wire, { skipPreflight: true })).result, first.result)
  assert.equal(await network.balance(to), 1_000_000)
})

void test('sizes are enforced in the words of the real RPC', async () => {
  const memo = (n: number) => getAddMemoInstruction({ memo: 'x'.repeat(n) }, { programAddress: MEMO })
  const { wire: v1 } = await build(network, payer, {
    version: 1,
    config: { computeUnitLimit: 1_400_000 },
    instructions: [memo(3000)],
  })
  assert.equal((await send(network, v1)).error, undefined)
  const bytes = Buffer.from(v1, 'base64')
  const long = Buffer.concat([bytes, Buffer.alloc(4097 - bytes.length)]).toString('base64')
  assert.match(
    (await send(network, long)).error!.message,
    /too large: (5464|4097) bytes \(max: (encoded\/raw 5464\/4096|4096 bytes)\)/,
  )
  const older = Buffer.concat([Buffer.from([1]), Buffer.alloc(1500)]).toString('base64')
  const refused = await send(network, older)
  assert.equal(refused.error?.code, -32602)
  assert.equal(
    refused.error?.message,
    `base64 encoded solana_transaction::versioned::VersionedTransaction too large: ${older.length} bytes (max: encoded/raw 1644/1232)`,
  )
})

void test('what is large is sent and read in base58 as well', async () => {
  const { wire, transaction } = await build(network, payer, {
    version: 1,
    config: { computeUnitLimit: 1_400_000 },
    instructions: [getAddMemoInstruction({ memo: 'y'.repeat(3000) }, { programAddress: MEMO })],
  })
  const signature = getSignatureFromTransaction(transaction)
  const text = getBase58Decoder().decode(Buffer.from(wire, 'base64'))
  assert.ok(text.length > 4_096)
  assert.equal(await network.value('sendTransaction', text, { encoding: 'base58' }), signature)
  await network.advance(2)
  const config = { maxSupportedTransactionVersion: 1, commitment: 'confirmed' }
  const read = (encoding: string): Promise<Json> =>
    network.value('getTransaction', signature, { ...config, encoding })
  assert.deepEqual((await read('base58')).transaction, [text, 'base58'])
  const { slot, transaction: told } = await read('json')
  const data = getBase58Decoder().decode(Buffer.from('y'.repeat(3000)))
  assert.ok(told.message.instructions.some((one: Json) => one.data === data))
  const block = await network.value('getBlock', slot, { ...config, encoding: 'json' })
  assert.ok(block.transactions.some((one: Json) => one.transaction.signatures[0] === signature))
})

void test('a bad signature is -32003 in preflight and never executed', async () => {
  const to = await fresh()
  const { wire } = await build(network, payer, {
    version: 1,
    instructions: [transfer(payer, to, 1_000_000n)],
  })
  const bytes = Buffer.from(wire, 'base64')
  bytes[bytes.length - 1]! ^= 1
  const refused = await send(network, bytes.toString('base64'))
  assert.deepEqual(refused.error, { code: -32003, message: 'Transaction signature verification failure' })
  await send(network, bytes.toString('base64'), { skipPreflight: true })
  assert.equal(await network.balance(to), 0)
})

void test('a failing simulation tells error, logs and units; without preflight it lands as failed and pays', async () => {
  const to = await fresh()
  const { wire } = await build(network, payer, {
    version: 0,
    instructions: [transfer(payer, to, 10n ** 17n)],
  })
  const refused = await send(network, wire)
  assert.equal(refused.error?.code, -32002)
  assert.equal(
    refused.error?.message,
    'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
  )
  assert.deepEqual(refused.error?.data.err, { InstructionError: [0, { Custom: 1 }] })
  assert.match(refused.error?.data.logs.join(), /insufficient lamports/)
  assert.equal(refused.error?.data.unitsConsumed, 150)
  const before = await network.balance(payer.address)
  const { result } = await send(network, wire, { skipPreflight: true })
  assert.equal(await network.balance(payer.address), before - 5000)
  await network.advance(2)
  const found = await network.value('getTransaction', result, {
    commitment: 'confirmed',
    maxSupportedTransactionVersion: 0,
  })
  assert.deepEqual([found.meta.err, found.meta.fee], [{ InstructionError: [0, { Custom: 1 }] }, 5000])
})

void test('the runtime enforces the rent of 5,080 lamports a byte', async () => {
  assert.equal(await network.value('getMinimumBalanceForRentExemption', 0), 650_240)
  assert.equal(await network.value('getMinimumBalanceForRentExemption', 165), 1_488_440)
  const short = await build(network, payer, {
    version: 0,
    instructions: [transfer(payer, await fresh(), 650_239n)],
  })
  assert.deepEqual((await send(network, short.wire)).error?.data.err, {
    InsufficientFundsForRent: { account_index: 1 },
  })
  const enough = await build(network, payer, {
    version: 0,
    instructions: [transfer(payer, await fresh(), 650_240n)],
  })
  assert.equal((await send(network, enough.wire)).error, undefined)
})

void test('a client that does not ask for version 1 gets -32015', async () => {
  const { wire } = await build(network, payer, {
    version: 1,
    instructions: [transfer(payer, await fresh(), 1_000_000n)],
  })
  const { result } = await send(network, wire)
  const slot = await network.advance(2)
  const refused = await network.call('getTransaction', result, {
    commitment: 'confirmed',
    maxSupportedTransactionVersion: 0,
  })
  assert.equal(refused.error?.code, -32015)
  const block = await network.call('getBlock', slot - 2, {
    commitment: 'confirmed',
    maxSupportedTransactionVersion: 0,
  })
  assert.equal(block.error?.code, -32015)
  const asked = await network.value('getBlock', slot - 2, {
    commitment: 'confirmed',
    maxSupportedTransactionVersion: 1,
  })
  assert.ok(asked.transactions.some((t: Json) => t.transaction.signatures[0] === result))
})

void test('a durable nonce outlives every blockhash and works once', async () => {
  const connection = network.web3('processed')
  const [owner, nonce] = [Keypair.generate(), Keypair.generate()]
  await connection.requestAirdrop(owner.publicKey, 5 * LAMPORTS_PER_SOL)
  const lamports = await connection.getMinimumBalanceForRentExemption(80)
  const create = SystemProgram.createNonceAccount({
    fromPubkey: owner.publicKey,
    noncePubkey: nonce.publicKey,
    authorizedPubkey: owner.publicKey,
    lamports,
  })
  await connection.sendTransaction(create, [owner, nonce])
  const account = await connection.getNonce(nonce.publicKey)
  await network.advance(200)
  const to = Keypair.generate().publicKey
  const pay = new Transaction({
    feePayer: owner.publicKey,
    nonceInfo: {
      nonce: account!.nonce,
      nonceInstruction: SystemProgram.nonceAdvance({
        noncePubkey: nonce.publicKey,
        authorizedPubkey: owner.publicKey,
      }),
    },
  })
  pay.add(SystemProgram.transfer({ fromPubkey: owner.publicKey, toPubkey: to, lamports: 1_000_000 }))
  pay.sign(owner)
  await connection.sendRawTransaction(pay.serialize())
  assert.equal(await connection.getBalance(to), 1_000_000)
  assert.notEqual((await connection.getNonce(nonce.publicKey))?.nonce, account?.nonce)
  await assert.rejects(
    connection.sendRawTransaction(pay.serialize()),
    /Blockhash not found|already been processed/,
  )
  assert.ok(PublicKey.isOnCurve(owner.publicKey.toBytes()))
})
