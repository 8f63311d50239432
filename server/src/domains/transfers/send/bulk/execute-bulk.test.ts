// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getSignatureFromTransaction, getTransactionDecoder } from '@solana/kit'
import { eq } from 'drizzle-orm'
import { Fault } from '../../../../kernel/fault.ts'
import { startHeartbeat } from '../../../../kernel/heartbeat.ts'
import { FEE, openLyingEngine, SOL } from '../../../../test/lying-engine.ts'
import { until } from '../../../../test/until.ts'
import { operations, transactions } from '../../transfers.tables.ts'

const desk = await openLyingEngine()
const { db, bus, log, heartbeat, engine, truth, rpc, submit, signed, held, over } = desk

void test('a transaction that a node had forgotten for a moment is neither dead nor signed anew', async () => {
  let forgot = 0
  // It knows nothing, until after the first observation that the transactions can never land.
  desk.lies[0] = {
    statuses: async (asked) => (forgot > 0 ? truth.statuses(asked) : asked.map(() => null)),
    async lookUp(asked) {
      const found = await truth.lookUp(asked)
      return forgot > 0 ? found : { ...found, states: asked.map(() => null) }
    },
    async listSignatures(...asked) {
      return forgot++ > 0 ? truth.listSignatures(...asked) : []
    },
  }
  const amounts = Array.from({ length: 10 }, (_, i) => 1_000_000n + BigInt(i))
  const { id, source, to } = await submit(amounts)
  await until('all have landed', async () => (await held(to)).every((lamports, i) => lamports === amounts[i]))
  await rpc('localnet_advanceSlots', 200)
  const operation = await over(id)
  assert.ok(forgot > 0)
  assert.equal(operation.status, 'completed')
  assert.deepEqual(
    (await signed(id)).map((t) => t.state),
    ['confirmed', 'confirmed', 'confirmed'],
  )
  assert.deepEqual(await held(to), amounts)
  const sum = amounts.reduce((a, b) => a + b, 0n)
  assert.deepEqual(await held([source]), [10n * SOL - sum - 3n * FEE])
  assert.equal((await engine.lookups.totals(id)).fees, 3n * FEE)
})

void test('a run that has lost its operation writes nothing and signs nothing', async () => {
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const { id, to } = await submit([1_000_000n, 2_000_000n])
  await until('it is signed', async () => (await signed(id)).length === 1)
  // A process that is alive: nobody may take over from it.
  const rival = await startHeartbeat(db, { alone: false, log })
  await db.update(operations).set({ owner: rival.id }).where(eq(operations.id, id))
  await rpc('localnet_clearFaults')
  await rpc('localnet_advanceSlots', 200)
  const [before] = await signed(id)
  const { slot } = await truth.blockHeight('moved')
  await until('time passes', async () => (await truth.blockHeight('moved')).slot > slot + 300n)
  assert.deepEqual(await signed(id), [before])
  const [row] = await db.select().from(operations).where(eq(operations.id, id))
  assert.equal(row?.owner, rival.id)
  await rival.stop()
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(await held(to), [1_000_000n, 2_000_000n])
})

void test('a recipient at fault is found by bisecting and fails alone; the others are paid once', async () => {
  const amounts = Array.from({ length: 9 }, (_, i) => (i === 2 ? 1n : 1_000_000n + BigInt(i)))
  const { id, source, to } = await submit(amounts)
  assert.equal((await over(id)).status, 'partial')
  const rows = await engine.lookups.listMovements(id)
  assert.deepEqual(
    rows.map((row) => row.status),
    amounts.map((_, i) => (i === 2 ? 'failed' : 'confirmed')),
  )
  assert.match(rows[2]?.error ?? '', /insufficient funds for rent/i)
  assert.deepEqual(
    await held(to),
    amounts.map((amount, i) => (i === 2 ? 0n : amount)),
  )
  const { fees, moved } = await engine.lookups.totals(id)
  assert.deepEqual(await held([source]), [10n * SOL - moved - fees])
})

void test('a recipient at fault is bisected once, also when there was no blockhash at first', async () => {
  let asked = 0
  desk.lies[0] = {
    latestBlockhash: () => (asked++ < 2 ? Promise.reject(new Fault('chain_away')) : truth.latestBlockhash()),
  }
  const amounts = Array.from({ length: 12 }, (_, i) => (i === 5 ? 1n : 1_000_000n + BigInt(i)))
  const { id, source, to } = await submit(amounts)
  assert.equal((await over(id)).status, 'partial')
  assert.deepEqual(
    await held(to),
    amounts.map((amount, i) => (i === 5 ? 0n : amount)),
  )
  // No transfer was queued both whole and in halves: that would have failed the run, or paid twice.
  const together = (await signed(id)).map(({ positions }) => positions?.join(' '))
  assert.deepEqual(together.toSorted(), ['0 1 2 3', '4', '6 7', '8 9 10 11'])
  const { fees, moved, confirmed, failed } = await engine.lookups.totals(id)
  assert.deepEqual([confirmed, failed], [11, 1])
  assert.deepEqual(await held([source]), [10n * SOL - moved - fees])
})

void test('a transaction that landed with an error books the fee that the chain took, once that is final', async () => {
  const TAKEN = 1_234n
  const failing = { InstructionError: [0, { Custom: 1 }] }
  const final = { done: false }
  let at = 0n
  const there = () => ({
    slot: at,
    commitment: final.done ? ('finalized' as const) : ('confirmed' as const),
    err: failing,
  })
  desk.lies[0] = {
    // It is executed with an error on this chain, which takes less than was planned.
    send: async () => {
      at ||= (await truth.blockHeight('moved')).slot
      return { outcome: 'accepted' }
    },
    statuses: async (asked) => asked.map(there),
    lookUp: async (asked) => ({ states: asked.map(there), slot: at }),
    execution: async () => ({ slot: at, err: failing, fee: TAKEN, logs: [], lamports: [], tokens: [] }),
  }
  const { id } = await submit([1_000_000n])
  await until('its end is in doubt', async () => (await engine.lookups.find(id))?.status === 'resolving')
  assert.equal((await signed(id))[0]?.state, 'signed')
  final.done = true
  assert.equal((await over(id)).status, 'failed')
  assert.equal((await engine.lookups.totals(id)).fees, TAKEN)
})

void test('a gateway that refuses what it forwards pays once: a refusal is no outcome', async () => {
  let refusals = 0
  desk.lies[0] = {
    async send(bytes) {
      await truth.send(bytes)
      refusals++
      return { outcome: 'refused', reason: 'Blockhash not found', err: 'BlockhashNotFound', logs: [] }
    },
    // The endpoint does not show its other half either while that could be taken for lost.
    statuses: async (asked) => (refusals < 3 ? asked.map(() => null) : truth.statuses(asked)),
  }
  const { id, source, to } = await submit([1_000_000n, 2_000_000n])
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(await held(to), [1_000_000n, 2_000_000n])
  assert.deepEqual(await held([source]), [10n * SOL - 3_000_000n - FEE])
  assert.equal((await signed(id)).length, 1)
})

void test('an operation that was lost and has come back gets a new run; the outcomes of the former one do not count', async (t) => {
  let wake: () => void = () => undefined
  const asleep = new Promise<void>((resolve) => (wake = resolve))
  t.after(() => wake())
  let answers = 0
  let stalled = 0
  // Ended transactions are still asked about, and may be sent once more: this does not wait for them.
  const before = new Set((await db.select().from(transactions)).map((one) => one.signature))
  const isNew = (bytes: Uint8Array) =>
    !before.has(getSignatureFromTransaction(getTransactionDecoder().decode(bytes)))
  desk.lies[0] = {
    async statuses(asked) {
      const answer = await truth.statuses(asked)
      if (asked.some((one) => !before.has(one)) && answers++ === 0) await asleep
      return answer
    },
    async send(bytes) {
      if (!isNew(bytes) || stalled++ > 0) return truth.send(bytes)
      await asleep
      return { outcome: 'refused', reason: 'insufficient funds for rent', err: 'x', logs: [] }
    },
  }
  const { id, to } = await submit([1_000_000n])
  const told: string[] = []
  bus.subscribe('operation.progress', (event) => {
    if (event.operationId === id) told.push(...event.changes.map((change) => change.status))
  })
  await until('it is being sent and asked about', () => stalled > 0 && answers > 0)
  const readOwner = async () =>
    (await db.select().from(operations).where(eq(operations.id, id)))[0]?.owner ?? null
  const owner = await readOwner()
  // Another process takes it over, sends the same bytes, and dies before it has written anything.
  const rival = await startHeartbeat(db, { alone: false, log })
  await db.update(operations).set({ owner: rival.id }).where(eq(operations.id, id))
  const [transaction] = await signed(id)
  assert.ok(transaction)
  await truth.send(transaction.bytes)
  await until('it has landed', async () => (await held(to))[0] === 1_000_000n)
  await rival.stop()
  const after = await until('it has come back', async () => {
    const now = await readOwner()
    return now !== rival.id && now
  })
  assert.ok(heartbeat.isMine(after))
  assert.notEqual(after, owner)
  wake()
  const operation = await over(id)
  assert.equal(operation.status, 'completed')
  assert.equal(operation.error, null)
  assert.deepEqual(
    (await signed(id)).map((t) => t.state),
    ['confirmed'],
  )
  assert.equal(told.includes('failed'), false)
})

void test('a refused transaction that only the history knows is reported as paid, with its fee, and not as failed', async () => {
  desk.lies[0] = {
    statuses: async (asked) => asked.map(() => null),
    async send(bytes) {
      await truth.send(bytes)
      return { outcome: 'refused', reason: 'custom program error: 0x1', err: 'x', logs: [] }
    },
  }
  const { id, source, to } = await submit([2_000_000n])
  await until('it has landed', async () => (await held(to))[0] === 2_000_000n)
  await rpc('localnet_advanceSlots', 200)
  const operation = await over(id)
  assert.equal(operation.status, 'completed')
  assert.equal(operation.error, null)
  const [landed, ...more] = await signed(id)
  assert.deepEqual(more, [])
  assert.equal(landed?.state, 'confirmed')
  assert.ok(landed?.slot)
  const [row] = await engine.lookups.listMovements(id)
  assert.deepEqual([row?.status, row?.signature, row?.error], ['confirmed', landed?.signature, null])
  assert.deepEqual(await held([...to, source]), [2_000_000n, 10n * SOL - 2_000_000n - FEE])
  const { fees, confirmed, failed, moved } = await engine.lookups.totals(id)
  assert.deepEqual([fees, confirmed, failed, moved], [FEE, 1, 0, 2_000_000n])
})

void test('expiries count over all runs: an operation that restarts after each ends as soon as one that does not', async () => {
  desk.lies[0] = { send: async () => ({ outcome: 'accepted' }) }
  const { id, source, to } = await submit([3_000_000n])
  for (let expiries = 0; expiries < 5; expiries++) {
    await until('the next is signed', async () => (await signed(id)).length === expiries + 1)
    // This is the state after its process has died and before another takes it over.
    await db.update(operations).set({ owner: null }).where(eq(operations.id, id))
    await until('it is taken up', async () => {
      const [row] = await db.select().from(operations).where(eq(operations.id, id))
      return row?.owner
    })
    await rpc('localnet_advanceSlots', 200)
  }
  const operation = await over(id)
  assert.equal(operation.status, 'failed')
  assert.equal((await signed(id)).length, 5)
  assert.deepEqual(await held([source, ...to]), [10n * SOL, 0n])
})

for (const type of ['single', 'spread'] as const)
  void test(`a landing that was made up, of a ${type}, is read again when no endpoint has what it did`, async () => {
    let asked = 0
    const at = (await truth.blockHeight('moved')).slot
    const final = { slot: at, commitment: 'finalized' as const }
    const err = type === 'single' ? null : { InstructionError: [0, { Custom: 1 }] }
    desk.lies[0] = {
      send: async () => ({ outcome: 'accepted' }),
      statuses: async (signatures) => signatures.map(() => ({ ...final, err })),
      lookUp: async (signatures) => ({ states: signatures.map(() => ({ ...final, err })), slot: at }),
      execution: async () => {
        asked++
        return null
      },
    }
    const { id, to } = await submit([1_000_000n], type)
    await until('what it did is asked for', async () => asked > 0)
    desk.lies[0] = {}
    assert.equal((await over(id)).status, 'completed')
    assert.deepEqual(await held(to), [1_000_000n])
    assert.equal((await signed(id)).length, 1)
    if (type === 'spread') assert.equal((await engine.lookups.totals(id)).fees, FEE)
  })

// This is the last test: the engine is stopped.
void test('a failure whose fee could not be read before the engine stopped is not booked without it', async () => {
  const err = { InstructionError: [0, { Custom: 1 }] }
  let at = 0n
  let asked = 0
  const there = () => ({ slot: at, commitment: 'finalized' as const, err })
  desk.lies[0] = {
    send: async () => {
      at ||= (await truth.blockHeight('moved')).slot
      return { outcome: 'accepted' }
    },
    statuses: async (signatures) => signatures.map(there),
    lookUp: async (signatures) => ({ states: signatures.map(there), slot: at }),
    execution: async () => {
      asked++
      throw new Fault('chain_away')
    },
  }
  const { id } = await submit([1_000_000n, 2_000_000n])
  await until('it is sent', async () => (await signed(id)).length > 0)
  // Some of the earlier ones may be asked for as well.
  const before = asked
  await until('its fee is asked for', async () => asked > before + 1)
  await engine.lifecycle.stop()
  assert.deepEqual(
    (await signed(id)).map(({ state }) => state),
    ['signed'],
  )
})
