// On PostgreSQL as well.
/**
 * One of two endpoints reports that a dead transaction has landed, and no endpoint has its execution: nothing follows
 * from that.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Signature } from '@solana/kit'
import { FEE, openLyingEngine } from '../../../test/lying-engine.ts'
import { until } from '../../../test/until.ts'

const reopened: string[] = []
const desk = await openLyingEngine({
  endpoints: 2,
  incidents: () => ({
    report:
      async (_tx, { id }) =>
      () =>
        void reopened.push(id),
  }),
})
const { engine, truth, rpc, submit, signed, held, over, lies } = desk

const swallow = { send: async () => ({ outcome: 'accepted' as const }) }
const readSignatures = async (id: string) => (await signed(id)).map(({ signature }) => signature)

/** Lets this many attempts of it expire; nothing that is sent arrives. */
async function expire(id: string, times: number): Promise<void> {
  for (let n = 1; n <= times; n++) {
    await until('it is signed', async () => (await signed(id)).length >= n)
    await rpc('localnet_advanceSlots', 200)
    const dead = async () => (await signed(id)).filter(({ state }) => state === 'dead').length
    await until('it is dead', async () => (await dead()) >= n)
  }
}

/** From now on the first endpoint reports these as final. Returns how often it was asked about one of them. */
async function showAsLanded(signatures: string[], beside = {}): Promise<() => number> {
  let asked = 0
  const { slot } = await truth.blockHeight('moved')
  const there = { slot, commitment: 'finalized' as const, err: null }
  lies[0] = {
    ...beside,
    async lookUp(all: Signature[]) {
      if (all.some((one) => signatures.includes(one))) asked++
      const { states, ...rest } = await truth.lookUp(all)
      return {
        ...rest,
        states: states.map((state, i) => (signatures.includes(all[i] ?? '') ? there : state)),
      }
    },
  }
  return () => asked
}

void test('an operation that has failed stays so, and is reopened once', async () => {
  lies[0] = lies[1] = swallow
  const { id, to } = await submit([1_000_000n])
  await expire(id, 5)
  assert.equal((await over(id)).status, 'failed')
  lies[1] = {}
  const asked = await showAsLanded(await readSignatures(id))
  await until('it is reopened', () => reopened.includes(id))
  const before = asked()
  // The sweeps ask, and the run of the operation.
  await until('it was said some times more', () => asked() >= before + 4)
  const row = await over(id)
  assert.deepEqual(
    [row.status, await held(to), reopened.filter((one) => one === id).length],
    ['failed', [0n], 1],
  )
  assert.equal((await engine.lookups.totals(id)).fees, 0n)
})

void test('one that was paid by its second attempt was not paid twice, and cost one fee', async () => {
  lies[0] = lies[1] = swallow
  const { id, to } = await submit([1_000_000n])
  await expire(id, 1)
  const [first = ''] = await readSignatures(id)
  // The second must not expire on a slow machine.
  await rpc('localnet_setSlotTime', 60)
  await until('it is signed anew', async () => (await signed(id)).length === 2)
  lies[1] = {}
  await showAsLanded([first])
  const row = await over(id)
  assert.deepEqual([row.status, row.error, await held(to)], ['completed', null, [1_000_000n]])
  assert.equal((await engine.lookups.totals(id)).fees, FEE)
})

void test('before anything is signed anew it does not count as paid, and is paid once after the lie', async () => {
  lies[0] = lies[1] = swallow
  const { id, to } = await submit([1_000_000n])
  await until('it is signed', async () => (await signed(id)).length === 1)
  const signatures = await readSignatures(id)
  const { slot } = await truth.blockHeight('moved')
  const there = { slot, commitment: 'finalized' as const, err: null }
  let lied = 0
  lies[0] = {
    ...swallow,
    async lookUp(all: Signature[]) {
      const found = await truth.lookUp(all)
      if ((await signed(id))[0]?.state !== 'dead') return found
      lied++
      return {
        ...found,
        states: all.map((one, i) => (signatures.includes(one) ? there : (found.states[i] ?? null))),
      }
    },
  }
  await rpc('localnet_advanceSlots', 200)
  await until('it has lied some times', () => lied > 3)
  assert.notEqual((await engine.lookups.find(id))?.status, 'completed')
  assert.deepEqual(await readSignatures(id), signatures)
  lies[0] = lies[1] = {}
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(await held(to), [1_000_000n])
})

void test('a single operation that has failed is not sent again after a lie that is over', async () => {
  lies[0] = lies[1] = swallow
  const { id, to } = await submit([2_000_000n], 'single')
  await until('it is signed', async () => (await signed(id)).length === 1)
  lies[0] = lies[1] = {
    ...swallow,
    simulate: async () => ({
      error: 'the price has moved',
      logs: [],
      units: null,
      loadedBytes: null,
      after: [],
    }),
  }
  await rpc('localnet_advanceSlots', 200)
  assert.equal((await over(id)).status, 'failed')
  lies[1] = {}
  await showAsLanded(await readSignatures(id))
  await until('it is reopened', () => reopened.includes(id))
  lies[0] = {}
  const row = await over(id)
  assert.deepEqual([row.status, await held(to), (await signed(id)).length], ['failed', [0n], 1])
})
