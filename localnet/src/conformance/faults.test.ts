import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { generateKeyPairSigner } from '@solana/kit'
import { TestNetwork } from './network.ts'

let network: TestNetwork
before(async () => {
  network = await TestNetwork.start({ faults: true })
})
after(() => network.close())
afterEach(() => network.value('localnet_clearFaults'))

const set = (kind: string, more: object = {}, seed?: number): Promise<unknown> =>
  network.value(
    'localnet_setFaults',
    [{ method: 'requestAirdrop', kind, probability: 1, ...more }],
    ...(seed === undefined ? [] : [seed]),
  )

const fresh = async (): Promise<string> => (await generateKeyPairSigner()).address
const drop = (address: string) => network.call('requestAirdrop', address, 1_000_000)

void test('a dropped call is not executed and its connection ends', async () => {
  const address = await fresh()
  await set('drop')
  await assert.rejects(drop(address), /fetch failed/)
  assert.equal(await network.balance(address), 0)
})

void test('a fault about an address leaves calls about others alone', async () => {
  const [address, other] = [await fresh(), await fresh()]
  await set('fail500', { about: address })
  await assert.rejects(drop(address))
  await drop(other)
  assert.equal(await network.balance(other), 1_000_000)
})

void test('a lost answer means that it was executed all the same', async () => {
  const address = await fresh()
  await set('loseAnswer')
  await assert.rejects(drop(address), /fetch failed/)
  assert.equal(await network.balance(address), 1_000_000)
})

void test('a duplicated call is executed twice and answered once', async () => {
  const address = await fresh()
  await set('duplicate')
  assert.equal((await drop(address)).error, undefined)
  assert.equal(await network.balance(address), 2_000_000)
})

void test('429 and 500 are answered without executing, as often as asked', async () => {
  const address = await fresh()
  await set('fail429', { times: 1 })
  assert.equal((await drop(address)).status, 429)
  assert.equal((await drop(address)).status, 200)
  await set('fail500')
  await assert.rejects(drop(address), /JSON/)
  assert.equal(await network.balance(address), 1_000_000)
})

void test('garbage is no JSON', async () => {
  await set('garbage')
  await assert.rejects(drop(await fresh()), SyntaxError)
})

void test('a delayed call takes that long and then succeeds', async () => {
  await set('delay', { delayMs: 150 })
  const start = performance.now()
  assert.equal((await drop(await fresh())).error, undefined)
  assert.ok(performance.now() - start >= 149)
})

void test('the same seed strikes the same calls', async () => {
  const run = async (seed: number): Promise<number[]> => {
    await set('fail429', { probability: 0.5 }, seed)
    const address = await fresh()
    const statuses: number[] = []
    for (let i = 0; i < 20; i++) statuses.push((await drop(address)).status)
    return statuses
  }
  const first = await run(7)
  assert.deepEqual(await run(7), first)
  assert.deepEqual(new Set(first), new Set([200, 429]))
})
