import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { generateKeyPairSigner } from '@solana/kit'
import { toAddress } from '../base58.ts'
import { GENESIS_MINTS, genesisMints, genesisWallets } from '../chain/genesis.ts'
import { FAUCET_KEY } from '../chain/keys.ts'
import { Store } from '../disk/store.ts'
import { startLocalnet } from '../index.ts'
import { callAt, end, endAll, runMain, startMain, type Child, type Json } from './network.ts'

const dirs: string[] = []
let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'localnet-test-'))
  dirs.push(dir)
})
after(() => {
  endAll()
  for (const d of dirs) rmSync(d, { recursive: true, force: true })
})

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const ask = async (child: Child, method: string, ...params: unknown[]): Promise<Json> => {
  const answer = await callAt(child.rpcUrl, method, params)
  if (answer.error) throw new Error(JSON.stringify(answer.error))
  return answer.result
}
const state = async (child: Child, address: string, signature: string): Promise<unknown> => ({
  sol: (await ask(child, 'getBalance', address, { commitment: 'processed' })).value,
  usdc: (
    await ask(
      child,
      'getTokenAccountsByOwner',
      address,
      { mint: USDC },
      { encoding: 'jsonParsed', commitment: 'processed' },
    )
  ).value,
  status: (await ask(child, 'getSignatureStatuses', [signature], { searchTransactionHistory: true })).value[0]
    ?.err,
  record: await ask(child, 'getTransaction', signature, { commitment: 'confirmed' }),
  history: (await ask(child, 'getSignaturesForAddress', address, { commitment: 'confirmed' })).map(
    (h: Json) => h.signature,
  ),
  count: await ask(child, 'getTransactionCount'),
})

for (const [signal, rule] of [
  ['SIGTERM', 'alpenglow'],
  ['SIGKILL', 'alpenglow'],
  ['SIGTERM', 'tower'],
  ['SIGKILL', 'tower'],
] as const)
  void test(`after ${signal}, under ${rule}, what was confirmed is there, and the slot goes on`, async () => {
    const { address } = await generateKeyPairSigner()
    const env = { LOCALNET_COMMITMENT: rule }
    let child = await startMain(dir, env)
    await ask(child, 'requestAirdrop', address, 7_000_000)
    await ask(child, 'localnet_advanceSlots', 40)
    await ask(child, 'requestTokenAirdrop', address, USDC, '123456')
    const signature = await ask(child, 'requestAirdrop', address, 5_000_000)
    const slot = await ask(child, 'localnet_advanceSlots', 2)
    const { value: hash } = await ask(child, 'getLatestBlockhash', { commitment: 'processed' })
    const then = await state(child, address, signature)
    assert.equal(await end(child, signal), signal === 'SIGTERM' ? 0 : null)

    child = await startMain(dir, env)
    const now = await ask(child, 'getSlot', { commitment: 'processed' })
    assert.ok(now > slot && now <= slot + 33, `went from ${slot} to ${now}`)
    assert.deepEqual(await state(child, address, signature), then)
    assert.equal(
      (await ask(child, 'isBlockhashValid', hash.blockhash, { commitment: 'processed' })).value,
      true,
    )
    // A restart keeps the final state, and nothing else.
    const final = rule === 'alpenglow' ? 12_000_000 : 7_000_000
    if (now - slot < 30) assert.equal((await ask(child, 'getBalance', address)).value, final)
    await ask(child, 'requestAirdrop', address, 1_000_000)
    await ask(child, 'localnet_advanceSlots', 32)
    assert.equal((await ask(child, 'getBalance', address)).value, 13_000_000)
    assert.equal(await end(child, 'SIGTERM'), 0)
  })

void test('no slot is lived twice, however often the process is killed', async () => {
  let last = 0
  for (let i = 0; i < 4; i++) {
    const child = await startMain(dir)
    const slot = await ask(child, 'getSlot', { commitment: 'processed' })
    assert.ok(slot > last)
    last = await ask(child, 'localnet_advanceSlots', 10 * i + 1)
    await end(child, 'SIGKILL')
  }
})

void test('a torn tail loses only the slot that was being written', async () => {
  const { address } = await generateKeyPairSigner()
  let child = await startMain(dir)
  await ask(child, 'requestAirdrop', address, 1_000_000)
  await ask(child, 'localnet_advanceSlots', 1)
  await ask(child, 'requestAirdrop', address, 2_000_000)
  await ask(child, 'localnet_advanceSlots', 1)
  await end(child, 'SIGKILL')
  const file = join(dir, 'localnet', 'ledger-00000000.bin')
  truncateSync(file, statSync(file).size - 3)
  child = await startMain(dir)
  assert.equal((await ask(child, 'getBalance', address, { commitment: 'processed' })).value, 1_000_000)
  await ask(child, 'requestAirdrop', address, 4_000_000)
  await ask(child, 'localnet_advanceSlots', 1)
  await end(child, 'SIGKILL')
  child = await startMain(dir)
  assert.equal((await ask(child, 'getBalance', address, { commitment: 'processed' })).value, 5_000_000)
  await end(child, 'SIGTERM')
})

void test('a directory is held by one network, and free again the moment that is killed', async () => {
  const child = await startMain(dir)
  const second = await runMain(dir, ['--steered'])
  assert.ok('code' in second)
  assert.equal(second.code, 1)
  assert.match(second.said, /^localnet: \S+ is in use by another local network\n$/)
  await assert.rejects(startLocalnet({ dir: join(dir, 'localnet'), rpcPort: 0 }), /in use by another/)
  await end(child, 'SIGKILL')
  const third = await startMain(dir)
  await end(third, 'SIGTERM')
})

void test('a taken port, a file in place of the directory, and a wrong port end the start with one line', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const taken = await runMain(dir, [], String(port))
  assert.deepEqual(taken, { code: 1, said: `localnet: port ${port} on 127.0.0.1 is in use\n` })
  server.close()
  writeFileSync(join(dir, 'file'), '')
  const blocked = await runMain(join(dir, 'file'), [])
  assert.ok('code' in blocked && blocked.code === 1)
  assert.match(blocked.said, /^localnet: cannot write to .*\n$/)
  const wrong = await runMain(dir, [], 'many')
  assert.deepEqual(wrong, {
    code: 1,
    said: "localnet: LOCALNET_RPC_PORT is 'many'; expected a port from 0 to 65534\n",
  })
})

void test('run alone it writes a development key that only its owner can read, in the form of the Solana CLI', async () => {
  const child = await startMain(dir)
  const file = join(dir, 'localnet', 'development-key.json')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const bytes = JSON.parse(readFileSync(file, 'utf8')) as number[]
  assert.equal(bytes.length, 64)
  await end(child, 'SIGTERM')
})

void test('ten thousand empty slots write nothing to the ledger', async () => {
  const child = await startMain(dir)
  const before = statSync(join(dir, 'localnet', 'ledger-00000000.bin'), { throwIfNoEntry: false })?.size ?? 0
  await ask(child, 'localnet_advanceSlots', 10_000)
  const size = statSync(join(dir, 'localnet', 'ledger-00000000.bin'), { throwIfNoEntry: false })?.size ?? 0
  assert.equal(size, before)
  await end(child, 'SIGTERM')
})

void test('a chain that was begun without a mint of genesis gets it, and keeps what it has', async () => {
  const store = new Store(join(dir, 'localnet'))
  const [first, ...others] = await genesisMints(() => 1_000_000_000n)
  assert.ok(first)
  const wallets = genesisWallets().map(
    ([key, account]) => [key, { ...account, lamports: 7_000_000_000n }] as const,
  )
  const kept = [...wallets.map(([key, account]): (typeof first)[0] => [key, account]), ...others.flat()]
  store.lease(1_000)
  store.snapshot({ salt: Buffer.alloc(32, 1), slot: 900, time: 1_700_000_000, count: 0, accounts: kept })
  store.close()
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const child = await startMain(dir)
    const { value } = await ask(child, 'getTokenSupply', GENESIS_MINTS[0]?.address, {
      commitment: 'processed',
    })
    assert.equal(value.uiAmountString, '1000000000')
    assert.equal((await ask(child, 'getBalance', toAddress(FAUCET_KEY.key))).value, 7_000_000_000)
    await end(child, signal)
  }
})
