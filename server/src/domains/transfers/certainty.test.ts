import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault, isFault } from '../../kernel/fault.ts'
import { FEE, type Lies, openLyingEngine, SOL } from '../../test/lying-engine.ts'
import { until } from '../../test/until.ts'

/** Ten seconds apart would do as well; no test here waits for a single endpoint to say it twice. */
const { lies, truth, rpc, engine, submit, signed, held, over } = await openLyingEngine({
  endpoints: 2,
  apartMs: 600_000,
})

/** All that an endpoint could say to have a payment taken for dead at once. */
const everythingIsOver = (): Lies => ({
  send: async () => ({
    outcome: 'refused',
    reason: 'Blockhash not found',
    err: 'BlockhashNotFound',
    logs: [],
  }),
  statuses: async (asked) => asked.map(() => null),
  lookUp: async (asked) => ({ states: asked.map(() => null), slot: 10_000_000n }),
  blockHeight: async () => ({ height: 9_000_000n, slot: 9_000_000n }),
  firstBlock: async () => 0n,
  blockhashValid: async () => false,
  signaturesFor: async () => [],
})
const unavailable = () => Promise.reject(new Fault('chain_away'))
const away: Lies = {
  lookUp: unavailable,
  blockHeight: unavailable,
  firstBlock: unavailable,
  statuses: unavailable,
}

for (const liar of [0, 1] as const)
  void test(`endpoint ${liar + 1} of two lies that all is over: paid once, and nothing is signed anew`, async () => {
    // Its life is longer than the time until it is sent to the other one as well, however busy the machine.
    await rpc('localnet_setSlotTime', 40)
    lies[liar] = everythingIsOver()
    const { id, source, to } = await submit([1_000_000n, 2_000_000n])
    assert.equal((await over(id)).status, 'completed')
    assert.deepEqual(await held([...to, source]), [1_000_000n, 2_000_000n, 10n * SOL - 3_000_000n - FEE])
    assert.equal((await signed(id)).length, 1)
  })

void test('an endpoint that knows no transaction keeps no payment from its end where another one does', async () => {
  lies[0] = {
    statuses: async (asked) => asked.map(() => null),
    lookUp: async (asked) => ({
      states: asked.map(() => null),
      slot: (await truth.blockHeight('processed')).slot,
    }),
    execution: async () => null,
  }
  const { id, to } = await submit([4_000_000n], 'single')
  await until('it is signed', async () => (await signed(id)).length === 1)
  await rpc('localnet_advanceSlots', 300)
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(await held(to), [4_000_000n])
})

void test('an endpoint on a fork that is never confirmed keeps no transfer from its end where another one is not', async () => {
  lies[0] = {
    statuses: async (asked) => asked.map(() => ({ slot: 1n, commitment: 'processed', err: null })),
  }
  const { id, to } = await submit([5_000_000n])
  await until('it is signed', async () => (await signed(id)).length === 1)
  await rpc('localnet_advanceSlots', 300)
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(await held(to), [5_000_000n])
})

void test('while one of two endpoints is away, what the other says alone ends nothing', async () => {
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  lies[1] = away
  const { id, source, to } = await submit([3_000_000n])
  await until('it is signed', async () => (await signed(id)).length === 1)
  await rpc('localnet_advanceSlots', 300)
  await until('it is in doubt', async () => (await engine.find(id))?.status === 'resolving', 15_000)
  const asked: number[] = []
  lies[0] = {
    lookUp: async (signatures) => {
      asked.push(signatures.length)
      return truth.lookUp(signatures)
    },
  }
  await until('it was looked for three times more', () => asked.length > 3, 15_000)
  assert.equal((await signed(id)).length, 1)
  assert.equal((await engine.find(id))?.status, 'resolving')
  await rpc('localnet_clearFaults')
  lies[1] = {}
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(await held([...to, source]), [3_000_000n, 10n * SOL - 3_000_000n - FEE])
  assert.deepEqual((await signed(id)).map(({ state }) => state).sort(), ['confirmed', 'dead'])
})

void test('without an endpoint that keeps a ledger nothing is signed, and the request says why', async () => {
  lies[0] = { keepsHistory: async () => false }
  lies[1] = { keepsHistory: async () => false }
  await assert.rejects(submit([1_000_000n]), (error) => isFault(error, 'no_history'))
})

void test('of two endpoints one without a ledger says nothing: the other one has to say it twice', async () => {
  lies[1] = { keepsHistory: async () => false, lookUp: () => assert.fail('it was asked') }
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const { id } = await submit([1_000_000n])
  await until('it is signed', async () => (await signed(id)).length === 1)
  await rpc('localnet_advanceSlots', 300)
  await until('it is in doubt', async () => (await engine.find(id))?.status === 'resolving', 15_000)
  await rpc('localnet_clearFaults')
  assert.equal((await signed(id))[0]?.state, 'signed')
})

void test('a transaction of the operation that nobody here knows keeps it from being signed anew', async () => {
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const { id, source } = await submit([1_000_000n])
  await until('it is signed', async () => (await signed(id)).length === 1)
  const stranger = {
    signature: '4'.repeat(88) as never,
    slot: (await truth.blockHeight('confirmed')).slot,
    err: null,
    memo: `[43] purser:${id}`,
    blockTime: null,
  }
  let asked = 0
  for (const i of lies.keys())
    lies[i] = {
      async signaturesFor(address, page) {
        asked++
        return page?.before === undefined ? [stranger, ...(await truth.signaturesFor(address, page))] : []
      },
      signedTransaction: async () => ({ bytes: new Uint8Array(), slot: stranger.slot, feePayer: source }),
    }
  await rpc('localnet_advanceSlots', 300)
  await until('its history was read', () => asked > 3, 15_000)
  assert.deepEqual(
    (await signed(id)).map(({ state }) => state),
    ['signed'],
  )
  // A copy of the memo that somebody else paid for means nothing.
  for (const lie of lies)
    lie.signedTransaction = async () => ({
      bytes: new Uint8Array(),
      slot: stranger.slot,
      feePayer: 'SomebodyE1se',
    })
  await until('it is dead', async () => (await signed(id))[0]?.state === 'dead', 15_000)
})
