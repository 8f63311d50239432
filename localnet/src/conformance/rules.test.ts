/** Slot time, rent and commitment as settings that change while the chain runs, and mints of other clusters. */
import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { generateKeyPairSigner } from '@solana/kit'
import { MOST_MIRRORED } from '../chain/mirror.ts'
import { type LocalnetOptions, LocalnetRefused, startLocalnet } from '../index.ts'
import { build, endAll, type Json, runMain, send, TestNetwork, transfer } from './network.ts'

const dirs: string[] = []
const newDir = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'localnet-rules-'))
  dirs.push(dir)
  return dir
}
const open = new Set<TestNetwork>()
async function start(options: LocalnetOptions = {}): Promise<TestNetwork> {
  const network = await TestNetwork.start(options)
  open.add(network)
  return network
}
after(async () => {
  endAll()
  await Promise.all([...open].map((network) => network.close()))
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

const readRent = (network: TestNetwork, bytes: number): Promise<number> =>
  network.value('getMinimumBalanceForRentExemption', bytes)
/** POPCAT and RAY, as in document 6: they are not in this network's genesis. */
const POPCAT = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr'
const RAY = '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const readMint = async (network: TestNetwork, mint: string, commitment = 'finalized'): Promise<Json> =>
  (await network.value('getAccountInfo', mint, { encoding: 'jsonParsed', commitment })).value

void test('the runtime enforces the rent that is set, from then on and on new accounts alone', async () => {
  const network = await start()
  const payer = await network.wallet()
  const pay = async (lamports: bigint) => {
    const { address } = await generateKeyPairSigner()
    const { wire } = await build(network, payer, {
      version: 0,
      instructions: [transfer(payer, address, lamports)],
    })
    const { error } = await send(network, wire)
    return { address, err: error?.data.err as unknown }
  }
  const refused = { InsufficientFundsForRent: { account_index: 1 } }
  const before = await pay(650_240n)
  assert.equal(before.err, undefined)
  for (const perByte of [2_575, 1_322, 696, 5_080, 10_000]) {
    await network.value('localnet_setRent', perByte)
    const least = 128 * perByte
    assert.deepEqual([await readRent(network, 0), await readRent(network, 165)], [least, 293 * perByte])
    assert.deepEqual((await pay(BigInt(least - 1))).err, refused, `${perByte}`)
    assert.equal((await pay(BigInt(least))).err, undefined, `${perByte}`)
  }
  assert.equal(await network.balance(before.address), 650_240, 'what is there keeps what it holds')
})

void test('programs read the rent that is set: a token account is opened with as much', async () => {
  const network = await start()
  for (const perByte of [696, 5_080]) {
    await network.value('localnet_setRent', perByte)
    const owner = await network.wallet()
    await network.value('requestTokenAirdrop', owner.address, USDC, '5')
    const { value } = await network.value(
      'getTokenAccountsByOwner',
      owner.address,
      { mint: USDC },
      { encoding: 'jsonParsed', commitment: 'processed' },
    )
    assert.equal(value[0].account.lamports, 293 * perByte)
  }
})

void test('under Alpenglow what is confirmed is finalized, and a certificate tells; what was final stays so', async () => {
  const network = await start({ commitment: 'tower' })
  const { address } = await generateKeyPairSigner()
  const slots = async () => [
    await network.value('getSlot', { commitment: 'confirmed' }),
    await network.value('getSlot', { commitment: 'finalized' }),
  ]
  assert.equal(await network.value('getAgGenesisCert'), null)
  const signature = await network.value('requestAirdrop', address, 1_000_000)
  const slot: number = await network.advance(2)
  assert.deepEqual(await slots(), [slot - 2, slot - 32])
  assert.equal(await network.balance(address, 'finalized'), 0)

  await network.value('localnet_setCommitment', 'alpenglow')
  assert.deepEqual(await slots(), [slot - 2, slot - 2])
  assert.equal(await network.balance(address, 'finalized'), 1_000_000)
  const status = async () =>
    (await network.value('getSignatureStatuses', [signature])).value[0].confirmationStatus
  assert.equal(await status(), 'finalized')
  // The certificate by kit's own type.
  const certificate = await network.rpc.getAgGenesisCert().send()
  assert.equal(certificate?.block.slot, BigInt(slot))
  assert.deepEqual([certificate?.block.blockId.length, certificate?.signature.signature.length], [32, 192])

  await network.value('localnet_setCommitment', 'tower')
  for (const passed of [0, 10, 32, 40]) {
    const now = passed === 0 ? slot : await network.advance(passed)
    const [confirmed, finalized] = await slots()
    assert.equal(confirmed, now - 2)
    assert.equal(finalized, Math.max(slot - 2, now - 32), 'never back')
    assert.equal(await status(), 'finalized')
  }
  assert.equal(await network.value('getAgGenesisCert'), null)
})

void test('who waits for finality is notified when the rule changes, once for each transaction', async () => {
  const network = await start({ commitment: 'tower' })
  const payer = await network.wallet()
  const notified: string[] = []
  const wanted: string[] = []
  const ending = new AbortController()
  const all: Promise<void>[] = []
  for (let i = 0; i < 4; i++) {
    const { address } = await generateKeyPairSigner()
    const { wire } = await build(network, payer, {
      version: 0,
      instructions: [transfer(payer, address, 1_000_000n + BigInt(i))],
    })
    const text: string = (await send(network, wire)).result
    wanted.push(text)
    const notifications = await network.subscriptions
      .signatureNotifications(text as never, { commitment: 'finalized' })
      .subscribe({ abortSignal: ending.signal })
    all.push(
      (async () => {
        for await (const _ of notifications) {
          notified.push(text)
          return
        }
      })(),
    )
    await network.advance(3)
  }
  assert.deepEqual(notified, [])
  await network.value('localnet_setCommitment', 'alpenglow')
  await network.advance(1)
  await Promise.all(all)
  ending.abort()
  assert.deepEqual(notified.toSorted(), wanted.toSorted())
})

void test('slots of a real clock last as long as is set', async () => {
  const network = await start({ clock: 'real', slotMs: 10_000, faults: true })
  const slot = (): Promise<number> => network.value('getSlot', { commitment: 'processed' })
  const before = await slot()
  await network.value('localnet_setSlotTime', 10)
  while ((await slot()) < before + 5) await new Promise(setImmediate)
  await network.net.change({ slotMs: 10_000 })
  const stood = await slot()
  assert.ok((await slot()) <= stood + 1)
})

void test('nothing but the process that runs the network changes its rules, unless it runs for tests', async () => {
  const network = await start({ clock: 'real' })
  for (const [method, value] of [
    ['localnet_setRent', 1],
    ['localnet_setCommitment', 'tower'],
    ['localnet_setSlotTime', 20],
  ] as const)
    assert.equal((await network.call(method, value)).error?.code, -32601, method)
  await network.net.change({ rentPerByte: 2_575n })
  assert.equal(await readRent(network, 0), 329_600)
  await assert.rejects(network.net.change({ rentPerByte: 0n }), {
    message: 'rentPerByte is 0; expected whole lamports from 1 to 1000000',
  })
  assert.equal(await readRent(network, 0), 329_600)
})

void test('rules and mirrored mints survive the end and a kill, and a start changes what it names', async () => {
  const dir = newDir()
  const at = join(dir, 'localnet')
  const first = await start({ dir: at, rentPerByte: 2_575n, commitment: 'tower' })
  await first.value('localnet_setCommitment', 'alpenglow')
  await first.net.mirrorMint({ address: POPCAT, decimals: 9 })
  const { address } = await generateKeyPairSigner()
  await first.value('requestTokenAirdrop', address, POPCAT, '77')
  const slot = await first.advance(3)
  const certificate = await first.value('getAgGenesisCert')
  await first.close()

  const second = await start({ dir: at })
  assert.equal(await readRent(second, 0), 329_600)
  assert.deepEqual(await second.value('getAgGenesisCert'), certificate)
  assert.equal((await readMint(second, POPCAT)).data.parsed.info.supply, '77')
  await second.value('requestTokenAirdrop', address, POPCAT, '3')
  const finalized: number = await second.value('getSlot', { commitment: 'finalized' })
  assert.ok(finalized >= slot - 2)
  await second.close()

  const third = await start({ dir: at, commitment: 'tower', rentPerByte: 696n })
  assert.equal(await readRent(third, 0), 89_088)
  assert.ok(
    (await third.value('getSlot', { commitment: 'finalized' })) >= finalized,
    'what was final is final',
  )
  assert.equal((await readMint(third, POPCAT, 'processed')).data.parsed.info.supply, '80')
  await third.close()

  // Set by the environment, with a kill.
  const env = { LOCALNET_RENT_PER_BYTE: '1322', LOCALNET_COMMITMENT: 'tower', LOCALNET_SLOT_MS: '50' }
  for (const given of [env, {}]) {
    const child = await runMain(dir, ['--faults'], '0', given)
    assert.ok(!('code' in child), JSON.stringify(child))
    const { rpcUrl } = child
    const body = { jsonrpc: '2.0', id: 1, method: 'getMinimumBalanceForRentExemption', params: [0] }
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.equal(((await answer.json()) as Json).result, 169_216)
    child.process.kill('SIGKILL')
    await new Promise((resolve) => child.process.once('exit', resolve))
  }
})

void test('a wrong rule ends the start with a sentence', async () => {
  for (const [name, value, takes] of [
    ['LOCALNET_SLOT_MS', '5', 'whole milliseconds from 10 to 10000'],
    ['LOCALNET_SLOT_MS', 'fast', 'whole milliseconds from 10 to 10000'],
    ['LOCALNET_RENT_PER_BYTE', '0', 'whole lamports from 1 to 1000000'],
    ['LOCALNET_COMMITMENT', 'raft', 'tower or alpenglow'],
  ] as const)
    assert.deepEqual(await runMain(newDir(), [], '0', { [name]: value }), {
      code: 1,
      said: `localnet: ${name} is '${value}'; expected ${takes}\n`,
    })
  await assert.rejects(startLocalnet({ rpcPort: 0, slotMs: 0 }), {
    message: 'slotMs is 0; expected whole milliseconds from 10 to 10000',
  })
})

void test('a mint of another cluster is there at once and for all readers, and is minted like those of genesis', async () => {
  const network = await start()
  const owner = await network.wallet()
  const drop = (mint: string) => network.call('requestTokenAirdrop', owner.address, mint, '1234567890123')
  assert.equal((await drop(POPCAT)).error?.code, -32602)
  await network.value('localnet_setRent', 696)
  await network.net.mirrorMint({ address: POPCAT, decimals: 9 })
  const { lamports, owner: program, data } = await readMint(network, POPCAT)
  const { decimals, supply, mintAuthority, freezeAuthority, isInitialized } = data.parsed.info
  assert.deepEqual([decimals, supply, freezeAuthority, isInitialized], [9, '0', null, true])
  const usdc = await readMint(network, USDC)
  assert.deepEqual([program, mintAuthority], [usdc.owner, usdc.data.parsed.info.mintAuthority])
  assert.equal(lamports, 210 * 696)
  assert.equal((await drop(POPCAT)).error, undefined)
  const { value } = await network.value(
    'getTokenAccountsByOwner',
    owner.address,
    { mint: POPCAT },
    { encoding: 'jsonParsed', commitment: 'processed' },
  )
  assert.equal(value[0].account.data.parsed.info.tokenAmount.amount, '1234567890123')
  // The same call again keeps the minted supply.
  await network.net.mirrorMint({ address: POPCAT, decimals: 9 })
  assert.equal((await readMint(network, POPCAT, 'processed')).data.parsed.info.supply, '1234567890123')
  await network.net.mirrorMint({ address: USDC, decimals: 6 })
  assert.equal((await network.call('localnet_mirrorMint', RAY, 6)).error?.code, -32601)
})

void test('an address that holds another account is not mirrored, nor a thousand and one mints', async () => {
  const network = await start()
  const owner = await network.wallet()
  const refused = (address: string, decimals: number, message: RegExp) =>
    assert.rejects(network.net.mirrorMint({ address, decimals }), (error: Error) => {
      assert.ok(error instanceof LocalnetRefused)
      assert.match(error.message, message)
      return true
    })
  const another = /holds another account on this network$/
  await refused(owner.address, 6, another)
  await refused(USDC, 5, another)
  await refused('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 6, another)
  await refused('SysvarRent111111111111111111111111111111111', 6, another)
  await refused('not an address', 6, /^'not an address' is not an address$/)
  await refused(RAY, 256, /^a mint has 0 to 255 decimals, not 256$/)
  await refused(RAY, 1.5, /not 1\.5$/)
  const before = await network.balance(owner.address)
  for (let i = 0; i < MOST_MIRRORED; i++)
    await network.net.mirrorMint({ address: (await generateKeyPairSigner()).address, decimals: i % 20 })
  await refused(RAY, 6, /^this network has mirrored 1000 mints, which is the most$/)
  assert.equal(await network.balance(owner.address), before)
})

void test('what was mirrored and not used is there after a kill', async () => {
  const dir = newDir()
  const network = await start({ dir })
  await network.net.mirrorMint({ address: RAY, decimals: 6 })
  const copy = newDir()
  // The state that a kill at this moment would leave.
  for (const name of readdirSync(dir))
    if (/\.bin$|^slot$/.test(name)) copyFileSync(join(dir, name), join(copy, name))
  const again = await start({ dir: copy })
  assert.equal((await readMint(again, RAY)).data.parsed.info.decimals, 6)
})
