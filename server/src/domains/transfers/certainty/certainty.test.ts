// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { eq } from 'drizzle-orm'
import type { Address } from '@solana/kit'
import { createCluster } from '../../../adapters/chain/cluster/cluster.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { Fault, isFault } from '../../../kernel/fault.ts'
import { createLog } from '../../../kernel/log.ts'
import type { SignatureState } from '../../../ports/chain-data.ts'
import { FEE, type Lies, openLyingEngine, SOL } from '../../../test/lying-engine.ts'
import { until } from '../../../test/until.ts'
import { createCertainty } from './create-certainty.ts'
import { createFeePayers } from '../fee-payers/create-fee-payers.ts'
import { feePayers, operations } from '../transfers.tables.ts'

/** Ten seconds apart would do as well; no test here waits for a single endpoint to report it twice. */
const { db, lies, truth, rpc, engine, submit, signed, held, over } = await openLyingEngine({
  endpoints: 2,
  apartMs: 600_000,
})

/** Every answer by which an endpoint could have a payment taken for dead at once. */
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
  listSignatures: async () => [],
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
    // Its life is longer than the time until it is sent to the other one as well, even on a busy machine.
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
      slot: (await truth.lookUp(asked)).slot,
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

for (const type of ['spread', 'single'] as const)
  void test(`a last valid height that one of two endpoints makes up is not signed with (${type})`, async () => {
    lies[0] = {
      latestBlockhash: async () => ({
        ...(await truth.latestBlockhash()),
        lastValidBlockHeight: 1_000_000_000_000n,
      }),
    }
    const { id, to } = await submit([6_000_000n], type)
    assert.equal((await over(id)).status, 'completed')
    assert.deepEqual(await held(to), [6_000_000n])
    assert.ok((await signed(id)).every((row) => row.lastValidBlockHeight < 1_000_000n))
  })

void test('while one of two endpoints is unavailable, the other alone ends nothing', async () => {
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  lies[1] = away
  const { id, source, to } = await submit([3_000_000n])
  await until('it is signed', async () => (await signed(id)).length === 1)
  await rpc('localnet_advanceSlots', 300)
  await until('it is in doubt', async () => (await engine.lookups.find(id))?.status === 'resolving')
  const asked: number[] = []
  lies[0] = {
    lookUp: async (signatures) => {
      asked.push(signatures.length)
      return truth.lookUp(signatures)
    },
  }
  await until('it was looked for three times more', () => asked.length > 3)
  assert.equal((await signed(id)).length, 1)
  assert.equal((await engine.lookups.find(id))?.status, 'resolving')
  await rpc('localnet_clearFaults')
  lies[1] = {}
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(await held([...to, source]), [3_000_000n, 10n * SOL - 3_000_000n - FEE])
  assert.deepEqual((await signed(id)).map(({ state }) => state).sort(), ['confirmed', 'dead'])
})

void test('without an endpoint that keeps a ledger nothing is signed, and the fault says why', async () => {
  lies[0] = { keepsHistory: async () => false }
  lies[1] = { keepsHistory: async () => false }
  await assert.rejects(submit([1_000_000n]), (error) => isFault(error, 'no_history'))
})

void test('of two endpoints one has no ledger: the other one has to observe it twice', async () => {
  lies[1] = { keepsHistory: async () => false, lookUp: () => assert.fail('it was asked') }
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const { id } = await submit([1_000_000n])
  await until('it is signed', async () => (await signed(id)).length === 1)
  await rpc('localnet_advanceSlots', 300)
  await until('it is in doubt', async () => (await engine.lookups.find(id))?.status === 'resolving')
  await rpc('localnet_clearFaults')
  assert.equal((await signed(id))[0]?.state, 'signed')
})

void test('a transaction of the operation that nobody here knows keeps it from being signed anew', async () => {
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const { id, source } = await submit([1_000_000n])
  await until('it is signed', async () => (await signed(id)).length === 1)
  const stranger = {
    signature: '4'.repeat(88) as never,
    slot: (await truth.blockHeight('moved')).slot,
    err: null,
    memo: `[43] purser:${id}`,
    blockTime: null,
  }
  let asked = 0
  for (const i of lies.keys())
    lies[i] = {
      async listSignatures(address, page) {
        asked++
        return page?.before === undefined ? [stranger, ...(await truth.listSignatures(address, page))] : []
      },
      signedTransaction: async () => ({ bytes: new Uint8Array(), slot: stranger.slot, feePayer: source }),
    }
  await rpc('localnet_advanceSlots', 300)
  await until('its history was read', () => asked > 3)
  assert.deepEqual(
    (await signed(id)).map(({ state }) => state),
    ['signed'],
  )
  // A copy of the memo that somebody else paid for means nothing.
  for (const lie of lies)
    lie.signedTransaction = async () => ({
      bytes: new Uint8Array(),
      slot: stranger.slot,
      feePayer: 'SomebodyE1se' as Address,
    })
  await until('it is dead', async () => (await signed(id))[0]?.state === 'dead')
})

for (const type of ['spread', 'single'] as const)
  void test(`one of two endpoints says that it failed for good: paid once, and nothing is signed anew (${type})`, async () => {
    const failed: SignatureState = {
      slot: 1n,
      commitment: 'finalized',
      err: { InstructionError: [0, { Custom: 1 }] },
    }
    lies[0] = {
      statuses: async (asked) => asked.map(() => failed),
      lookUp: async (asked) => ({ states: asked.map(() => failed), slot: 10_000_000n }),
      execution: async () => ({ slot: 1n, err: failed.err, fee: FEE, logs: [], lamports: [], tokens: [] }),
    }
    const amounts = type === 'spread' ? [6_000_000n, 7_000_000n] : [6_000_000n]
    const { id, to } = await submit(amounts, type)
    await until('it has landed', async () => (await held(to))[0] === 6_000_000n)
    if (type === 'single') lies[0] = { ...lies[0], execution: (signature) => truth.execution(signature) }
    assert.equal((await over(id)).status, 'completed')
    assert.deepEqual(await held(to), amounts)
    assert.equal((await signed(id)).length, 1)
  })

void test('a failure is certain once its block is finalized: a fork may still execute what another one refuses', async () => {
  const { id } = await submit([6_500_000n], 'single')
  assert.equal((await over(id)).status, 'completed')
  const [row] = await signed(id)
  assert.ok(row)
  let now = 0
  let commitment: SignatureState['commitment'] = 'confirmed'
  const failed = () => ({ slot: 1n, commitment, err: { InstructionError: [0, { Custom: 1 }] } })
  const node = {
    ...truth,
    lookUp: async (asked: string[]) => ({ states: asked.map(failed), slot: 10_000_000n }),
  }
  const certain = (...names: string[]) =>
    createCertainty({
      chain: createCluster(names.map((name) => ({ ...node, name }))),
      clock: { ...systemClock, monotonic: () => now },
      log: createLog('silent'),
      known: async () => new Set(),
    })
  const [one, two] = [certain('alone'), certain('first', 'second')]
  const known = async () => [(await one.findFailures([row])).size, (await two.findFailures([row])).size]
  assert.deepEqual(await known(), [0, 0])
  now = 3_600_000
  assert.deepEqual(await known(), [0, 0])
  commitment = 'finalized'
  assert.deepEqual(await known(), [1, 1])
})

void test('one of two endpoints reports it as finalized: it is checked all the same, and paid in the end', async () => {
  const there: SignatureState = { slot: 10_000_000n, commitment: 'finalized', err: null }
  lies[0] = {
    send: async () => ({ outcome: 'accepted' }),
    statuses: async (asked) => asked.map(() => there),
    lookUp: async (asked) => ({ states: asked.map(() => there), slot: 10_000_000n }),
    execution: async () => ({ slot: 10_000_000n, err: null, fee: FEE, logs: [], lamports: [], tokens: [] }),
  }
  const { id, to } = await submit([8_000_000n], 'single')
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(
    (await signed(id)).map(({ finalized }) => finalized),
    [false],
  )
  lies[0] = {}
  await rpc('localnet_advanceSlots', 300)
  await until('it is paid in truth', async () => (await held(to))[0] === 8_000_000n)
  assert.equal((await over(id)).status, 'completed')
})

void test('answers take time: the distance of two observations is from the end of one to the beginning of the other', async () => {
  const { id } = await submit([9_000_000n], 'single')
  assert.equal((await over(id)).status, 'completed')
  const [row] = await signed(id)
  assert.ok(row)
  let now = 0
  let takes = 0
  const node = {
    ...truth,
    name: 'alone',
    ...everythingIsOver(),
    async listSignatures() {
      now += takes
      return []
    },
  }
  const certainty = createCertainty({
    chain: createCluster([node]),
    clock: { ...systemClock, monotonic: () => now },
    log: createLog('silent'),
    known: async () => new Set(),
  })
  const examined = async () => (await certainty.examine([row])).get(row)
  assert.equal(await examined(), null)
  now = 8_000
  takes = 3_000
  assert.equal(await examined(), null)
  takes = 0
  assert.equal((await examined())?.landed, false)
})

void test('a payment that an endpoint made up holds no wallet, and a slot that it made up is not waited for', async () => {
  const { id, source } = await submit([1_000_000n], 'single')
  assert.equal((await over(id)).status, 'completed')
  const [row] = await signed(id)
  assert.ok(row)
  const forged = {
    signature: '4'.repeat(88) as never,
    slot: 1_000_000_000n,
    err: null,
    memo: `[43] purser:${randomUUID()}`,
    blockTime: null,
  }
  let asked = 0
  const chain = createCluster([
    {
      ...truth,
      name: 'alone',
      async listSignatures(address, page) {
        const bound = page?.minContextSlot ?? 0n
        if (bound > (await truth.lookUp([forged.signature])).slot) throw new Fault('chain_away')
        return asked++ === 0 ? [forged] : truth.listSignatures(address, page)
      },
      signedTransaction: async (signature) =>
        signature === forged.signature
          ? { bytes: row.bytes, slot: forged.slot, feePayer: source }
          : truth.signedTransaction(signature),
    },
  ])
  const payers = () =>
    createFeePayers({
      db,
      chain,
      log: createLog('silent'),
      lines: { unrestored: () => [], restoreAgain: async () => true },
      isBulk: () => false,
    })
  const mine = payers()
  await assert.rejects(mine.ready(source), (error) => isFault(error, 'chain_away'))
  await mine.ready(source)
  await db.update(feePayers).set({ slot: forged.slot }).where(eq(feePayers.address, source))
  await payers().ready(source)
})

void test('a payment that one of two endpoints hides holds its wallet all the same', async () => {
  const { id, source } = await submit([1_000_000n], 'single')
  assert.equal((await over(id)).status, 'completed')
  await db.delete(operations).where(eq(operations.id, id))
  const chain = createCluster([
    { ...truth, name: 'hides it', listSignatures: async () => [] },
    { ...truth, name: 'tells it' },
  ])
  const lines = { unrestored: () => [], restoreAgain: async () => true }
  const log = createLog('silent')
  const payers = createFeePayers({ db, chain, log, lines, isBulk: () => false })
  await assert.rejects(payers.ready(source), (error) => isFault(error, 'wallet_on_hold'))
})

void test('however long one of two endpoints is away, the other alone never makes a transaction dead', async () => {
  const { id } = await submit([9_500_000n], 'single')
  assert.equal((await over(id)).status, 'completed')
  const [row] = await signed(id)
  assert.ok(row)
  let now = 0
  const hides = { ...truth, name: 'hides', ...everythingIsOver() }
  const certainty = createCertainty({
    chain: createCluster([hides, { ...truth, name: 'away', ...away }]),
    clock: { ...systemClock, monotonic: () => now },
    log: createLog('silent'),
    known: async () => new Set(),
  })
  for (; now < 3_600_000; now += 60_000) assert.equal((await certainty.examine([row])).get(row), null)
})
