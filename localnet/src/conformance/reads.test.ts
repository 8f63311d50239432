import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { generateKeyPairSigner, getAddressDecoder, getAddressEncoder } from '@solana/kit'
import { decodeBase58, encodeBase58 } from '../base58.ts'
import { TestNetwork, build, send, transfer, type Json } from './network.ts'

let network: TestNetwork
before(async () => {
  network = await TestNetwork.start()
})
after(() => network.close())

async function underTower(): Promise<TestNetwork & AsyncDisposable> {
  const network = await TestNetwork.start({ commitment: 'tower' })
  return Object.assign(network, { [Symbol.asyncDispose]: () => network.close() })
}

void test('reads answer what is confirmed as final, and nothing of the two newest slots', async () => {
  const { address } = await generateKeyPairSigner()
  const signature = await network.value('requestAirdrop', address, 2_000_000)
  const at = async (): Promise<number[]> =>
    Promise.all([
      network.balance(address, 'processed'),
      network.balance(address, 'confirmed'),
      network.value('getBalance', address).then((r) => r.value),
    ])
  const status = async (): Promise<[string, number | null]> => {
    const { value } = await network.value('getSignatureStatuses', [signature])
    return [value[0].confirmationStatus, value[0].confirmations]
  }
  await network.advance(1)
  assert.deepEqual(await at(), [2_000_000, 0, 0])
  assert.deepEqual(await status(), ['processed', 1])
  await network.advance(1)
  assert.deepEqual(await at(), [2_000_000, 2_000_000, 2_000_000])
  assert.deepEqual(await status(), ['finalized', null])
})

void test('under tower reads answer the state at the commitment asked for, finalized by default', async () => {
  await using network = await underTower()
  const { address } = await generateKeyPairSigner()
  await network.value('requestAirdrop', address, 2_000_000)
  const at = async (): Promise<number[]> =>
    Promise.all([
      network.balance(address, 'processed'),
      network.balance(address, 'confirmed'),
      network.value('getBalance', address).then((r) => r.value),
    ])
  assert.deepEqual(await at(), [2_000_000, 0, 0])
  await network.advance(1)
  assert.deepEqual(await at(), [2_000_000, 0, 0])
  await network.advance(1)
  assert.deepEqual(await at(), [2_000_000, 2_000_000, 0])
  await network.value('requestAirdrop', address, 3_000_000)
  await network.advance(29)
  assert.deepEqual(await at(), [5_000_000, 5_000_000, 0])
  await network.advance(1)
  assert.deepEqual(await at(), [5_000_000, 5_000_000, 2_000_000])
  await network.advance(2)
  assert.deepEqual(await at(), [5_000_000, 5_000_000, 5_000_000])
})

void test('under tower a status rises from processed over confirmed to finalized', async () => {
  await using network = await underTower()
  const { address } = await generateKeyPairSigner()
  const signature = await network.value('requestAirdrop', address, 2_000_000)
  const status = async (): Promise<[string, number | null]> => {
    const { value } = await network.value('getSignatureStatuses', [signature])
    return [value[0].confirmationStatus, value[0].confirmations]
  }
  assert.deepEqual(await status(), ['processed', 0])
  await network.advance(2)
  assert.deepEqual(await status(), ['confirmed', 2])
  await network.advance(30)
  assert.deepEqual(await status(), ['finalized', null])
  await network.advance(400)
  assert.deepEqual((await network.value('getSignatureStatuses', [signature])).value, [null])
  const { value } = await network.value('getSignatureStatuses', [signature], {
    searchTransactionHistory: true,
  })
  assert.equal(value[0].confirmationStatus, 'finalized')
})

void test('preflight runs on the state at its commitment', async () => {
  const payer = await generateKeyPairSigner()
  await network.value('requestAirdrop', payer.address, 5_000_000_000)
  const { wire } = await build(network, payer, {
    version: 0,
    instructions: [transfer(payer, payer.address, 1n)],
  })
  assert.equal((await send(network, wire)).error?.data.err, 'AccountNotFound')
  assert.equal(await network.balance(payer.address), 5_000_000_000)
  assert.equal((await send(network, wire, { preflightCommitment: 'processed' })).error, undefined)
})

void test('minContextSlot is honoured, by look-ups too', async () => {
  const slot = await network.value('getSlot', { commitment: 'confirmed' })
  const { address } = await generateKeyPairSigner()
  const behind = { commitment: 'confirmed', minContextSlot: slot + 1_000 }
  const unknown = encodeBase58(new Uint8Array(64))
  for (const [method, subject] of [
    ['getBalance', address],
    ['getSignatureStatuses', [unknown]],
    ['getTransaction', unknown],
  ] as const) {
    const { error } = await network.call(method, subject, behind)
    assert.equal(error?.code, -32016, method)
    assert.equal(error?.message, 'Minimum context slot has not been reached')
    assert.equal(
      (await network.call(method, subject, { commitment: 'confirmed', minContextSlot: slot })).error,
      undefined,
    )
  }
})

void test('amounts above 2^53 are exact', async () => {
  const { address } = await generateKeyPairSigner()
  const parts = [999_999_999_999_999n, 999_999_999_999_999n, 10_000_000_000_000_003n - 1_999_999_999_999_998n]
  const rest: bigint[] = []
  for (let left = parts.reduce((a, b) => a + b); left > 0n; left -= rest.at(-1)!)
    rest.push(left > 999_999_999_999_999n ? 999_999_999_999_999n : left)
  for (const part of rest) await network.value('requestAirdrop', address, Number(part))
  const { value } = await network.rpc.getBalance(address, { commitment: 'processed' }).send()
  assert.equal(value, 10_000_000_000_000_003n)
})

void test('accounts come in every encoding', async () => {
  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const read = async (config: object): Promise<Json> =>
    (await network.value('getAccountInfo', usdc, config)).value.data
  const bytes = Buffer.from((await read({ encoding: 'base64' }))[0], 'base64')
  assert.equal(bytes.length, 82)
  assert.deepEqual(decodeBase58((await read({ encoding: 'base58' }))[0]), bytes)
  assert.deepEqual(
    zstdDecompressSync(Buffer.from((await read({ encoding: 'base64+zstd' }))[0], 'base64')),
    bytes,
  )
  assert.deepEqual(
    Buffer.from((await read({ encoding: 'base64', dataSlice: { offset: 36, length: 8 } }))[0], 'base64'),
    bytes.subarray(36, 44),
  )
  const parsed = await read({ encoding: 'jsonParsed' })
  assert.deepEqual(
    [parsed.program, parsed.parsed.type, parsed.parsed.info.decimals],
    ['spl-token', 'mint', 6],
  )
})

void test('the cluster describes itself, unlike any public one', async () => {
  const genesis = await network.value('getGenesisHash')
  const PUBLIC = [
    '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
  ]
  assert.equal(decodeBase58(genesis)?.length, 32)
  assert.ok(!PUBLIC.includes(genesis))
  const epoch = await network.value('getEpochInfo')
  assert.equal(epoch.epoch, Math.floor(epoch.absoluteSlot / epoch.slotsInEpoch))
  assert.equal(await network.value('getHealth'), 'ok')
  assert.deepEqual(await network.value('getVoteAccounts'), { current: [], delinquent: [] })
  assert.ok(
    (await network.value('getRecentPrioritizationFees')).every(
      (f: { prioritizationFee: number }) => f.prioritizationFee === 0,
    ),
  )
  for (const method of [
    'getVersion',
    'getIdentity',
    'getEpochSchedule',
    'getInflationGovernor',
    'getInflationRate',
    'getSupply',
    'getTransactionCount',
    'getClusterNodes',
    'getStakeMinimumDelegation',
    'getHighestSnapshotSlot',
    'minimumLedgerSlot',
    'getFirstAvailableBlock',
    'getSlotLeader',
    'getLargestAccounts',
  ])
    assert.ok((await network.value(method)) !== undefined, method)
})

void test('wrong calls get the codes of the real RPC', async () => {
  const codes = async (method: string, ...params: unknown[]): Promise<number | undefined> =>
    (await network.call(method, ...params)).error?.code
  assert.equal(await codes('getNothing'), -32601)
  assert.equal(await codes('toString'), -32601)
  assert.equal(await codes('localnet_setFaults', []), -32601)
  assert.equal(await codes('getBalance'), -32602)
  assert.equal(await codes('getBalance', 'xyz'), -32602)
  assert.equal(await codes('getBlock', 1), -32007)
  assert.equal(await codes('getBlock', 10 ** 12), -32004)
  assert.equal(
    await codes('getTransaction', encodeBase58(new Uint8Array(64)), { commitment: 'processed' }),
    -32602,
  )
  const raw = async (body: string): Promise<Json> =>
    (await fetch(network.net.rpcUrl, { method: 'POST', body })).json()
  assert.equal((await raw('{')).error.code, -32700)
  assert.equal((await raw('{"method":"getSlot"}')).error.code, -32600)
})

void test('batches are answered in order', async () => {
  const body = JSON.stringify([
    { jsonrpc: '2.0', id: 'a', method: 'getHealth' },
    { jsonrpc: '2.0', id: 2, method: 'getNothing' },
  ])
  const answers = (await (await fetch(network.net.rpcUrl, { method: 'POST', body })).json()) as Json[]
  assert.deepEqual(
    answers.map((a) => [a.id, a.result ?? a.error.code]),
    [
      ['a', 'ok'],
      [2, -32601],
    ],
  )
})

void test('a browser wallet may ask from its page, a rebound host may not', async () => {
  const origin = 'http://localhost:3000'
  const preflight = await fetch(network.net.rpcUrl, { method: 'OPTIONS', headers: { origin } })
  assert.equal(preflight.headers.get('access-control-allow-origin'), origin)
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const req = request(network.net.rpcUrl, { method: 'POST', headers: { host: 'evil.example' } }, (res) =>
    resolve(res.resume().statusCode),
  )
  req.on('error', reject)
  req.end('{"jsonrpc":"2.0","id":1,"method":"getHealth"}')
  assert.equal(await promise, 403)
})

void test('base58 agrees with a foreign implementation', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(8), (bytes, zeros) => {
      bytes.fill(0, 0, zeros)
      assert.equal(encodeBase58(bytes), getAddressDecoder().decode(bytes))
      assert.deepEqual(
        new Uint8Array(decodeBase58(encodeBase58(bytes))!),
        new Uint8Array(getAddressEncoder().encode(getAddressDecoder().decode(bytes))),
      )
    }),
  )
})
