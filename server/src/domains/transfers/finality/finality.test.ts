// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { and, eq, isNull } from 'drizzle-orm'
import { Fault } from '../../../kernel/fault.ts'
import { holdsNow } from '../../../test/engine.ts'
import { FEE, openLyingEngine, SOL } from '../../../test/lying-engine.ts'
import { until } from '../../../test/until.ts'
import { operations, reservations, transfers } from '../transfers.tables.ts'

/** The reopened operations, in order. */
const reopened: string[] = []
const desk = await openLyingEngine({
  incidents: () => ({
    report:
      async (_tx, { id }) =>
      () =>
        void reopened.push(id),
  }),
})
const { db, engine, truth, rpc, submit, signed, held, over } = desk

const finalizedAt = async (id: string) =>
  (await db.select().from(operations).where(eq(operations.id, id)))[0]?.finalizedAt ?? null

void test('what landed is final once its block is, and nothing is asked about it any more', async () => {
  const { id } = await submit([1_000_000n, 2_000_000n])
  assert.equal((await over(id)).status, 'completed')
  await until('it is final', () => finalizedAt(id))
  assert.deepEqual(
    (await signed(id)).map(({ finalized }) => finalized),
    [true],
  )
})

for (const type of ['spread', 'single'] as const)
  void test(`what a fork dropped is opened again and paid once (${type})`, async () => {
    // The fork: it never reaches the others, and shows sent transactions as confirmed.
    const slot = (await truth.blockHeight('moved')).slot
    let fork = true
    const there = { slot, commitment: 'confirmed' as const, err: null }
    desk.lies[0] = {
      send: async (bytes) => (fork ? { outcome: 'accepted' } : truth.send(bytes)),
      statuses: async (asked) => (fork ? asked.map(() => there) : truth.statuses(asked)),
      execution: async (signature) =>
        fork ? { slot, err: null, fee: FEE, logs: [], lamports: [], tokens: [] } : truth.execution(signature),
    }
    const { id, source, to } = await submit([3_000_000n], type)
    assert.equal((await over(id)).status, 'completed')
    fork = false
    await until('it is paid in truth', async () => (await held(to))[0] === 3_000_000n)
    assert.equal((await over(id)).status, 'completed')
    assert.deepEqual(await held([source]), [10n * SOL - 3_000_000n - FEE])
    const [row] = await engine.lookups.listMovements(id)
    assert.equal(row?.status, 'confirmed')
    assert.deepEqual(
      (await signed(id)).filter(({ state }) => state === 'confirmed').map(({ signature }) => signature),
      [row?.signature],
    )
  })

for (const type of ['spread', 'single'] as const)
  void test(`what lands after it was called dead is booked, and no retry is offered (${type})`, async () => {
    await rpc('localnet_setSlotTime', 100)
    // For longer than the time between two look-ups this endpoint reports that all have expired and nothing is there.
    desk.lies[0] = {
      send: async () => ({ outcome: 'accepted' }),
      statuses: async (asked) => asked.map(() => null),
      lookUp: async (asked) => ({ states: asked.map(() => null), slot: 10_000_000n }),
      blockHeight: async () => ({ height: 9_000_000n, slot: 9_000_000n }),
      blockhashValid: async () => false,
      listSignatures: async () => [],
    }
    const { id, source, to } = await submit([4_000_000n], type)
    assert.equal((await over(id)).status, 'failed')
    desk.lies[0] = {}
    const attempts = await signed(id)
    assert.deepEqual(
      attempts.map(({ state }) => state),
      Array.from({ length: 5 }, () => 'dead'),
    )
    const last = attempts.find(({ attempt }) => attempt === 5)
    assert.ok(last)
    assert.deepEqual(await holdsNow(db, id), [])
    // Its execution cannot be read yet: until then the operation is open, and holds its funds.
    let told = false
    const { lookUp, execution } = truth
    desk.lies[0] = {
      async lookUp(asked) {
        const operation = await engine.lookups.find(id)
        if (operation?.status === 'resolving' && !told) throw new Fault('chain_away')
        return lookUp(asked)
      },
      execution: async (signature) => (told ? execution(signature) : null),
    }
    await truth.send(last.bytes)
    await until('it is opened again', async () => (await engine.lookups.find(id))?.status === 'resolving')
    assert.deepEqual(await holdsNow(db, id), [[source, 4_000_000n + FEE, type === 'spread']])
    told = true
    await until('it is booked', async () => (await engine.lookups.find(id))?.status === 'completed')
    assert.deepEqual(await held([...to, source]), [4_000_000n, 10n * SOL - 4_000_000n - FEE])
    const [row] = await engine.lookups.listMovements(id)
    assert.deepEqual([row?.status, row?.signature, row?.error], ['confirmed', last.signature, null])
    assert.deepEqual(await holdsNow(db, id), [])
    assert.deepEqual(await engine.lookups.listFailed(id), [])
    assert.equal((await engine.lookups.totals(id)).fees, FEE)
  })

void test('what a fork dropped of one operation is opened together, and holds its funds again', async () => {
  const slot = (await truth.blockHeight('moved')).slot
  let fork = true
  let holds = true
  const there = { slot, commitment: 'confirmed' as const, err: null }
  const lost = { outcome: 'unknown' as const, reason: 'dropped' }
  desk.lies[0] = {
    send: async (bytes) => (fork ? { outcome: 'accepted' } : holds ? lost : truth.send(bytes)),
    statuses: async (asked) => (fork ? asked.map(() => there) : truth.statuses(asked)),
  }
  const amounts = [1n, 2n, 3n, 4n, 5n, 6n].map((n) => n * 1_000_000n)
  const { id, source, to } = await submit(amounts)
  assert.equal((await over(id)).status, 'completed')
  assert.equal((await signed(id)).length, 2)
  // The sweep leaves reservations that were released long ago like this.
  await db.delete(reservations).where(eq(reservations.operationId, id))
  fork = false
  await until('it is opened again', () => reopened.includes(id))
  assert.deepEqual(await holdsNow(db, id), [[source, 21_000_000n + 2n * FEE, true]])
  holds = false
  await until('all of it is paid', async () => (await held(to)).every((n, i) => n === amounts[i]))
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(await holdsNow(db, id), [])
  assert.deepEqual(
    reopened.filter((one) => one === id),
    [id],
  )
})

for (const missing of ['firstBlock', 'lookUp'] as const)
  void test(`what an endpoint cannot say for want of an answer (${missing}) is in doubt, and ends when it says`, async () => {
    const away = () => Promise.reject(new Fault('chain_away'))
    desk.lies[0] = { send: async () => ({ outcome: 'accepted' }), [missing]: away }
    const { id, to } = await submit([8_000_000n], 'single')
    await until('it is signed', async () => (await signed(id)).length === 1)
    await rpc('localnet_advanceSlots', 250)
    await until('it is in doubt', async () => (await engine.lookups.find(id))?.status === 'resolving')
    assert.equal((await signed(id)).length, 1)
    desk.lies[0] = {}
    assert.equal((await over(id)).status, 'completed')
    assert.deepEqual(await held(to), [8_000_000n])
  })

void test('what was signed before the last ledger was lost is in doubt', async () => {
  desk.lies[0] = { send: async () => ({ outcome: 'accepted' }) }
  const { id, to } = await submit([7_000_000n])
  await until('it is signed', async () => (await signed(id)).length === 1)
  desk.lies[0] = { ...desk.lies[0], keepsHistory: async () => false }
  await rpc('localnet_advanceSlots', 250)
  await until('it is in doubt', async () => (await engine.lookups.find(id))?.status === 'resolving')
  desk.lies[0] = {}
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(await held(to), [7_000_000n])
})

/**
 * The endpoint forwards nothing, and has forgotten all that is older than a moment. Returns the first bytes that it
 * got.
 */
function forgets(): () => Uint8Array | null {
  let sent: Uint8Array | null = null
  desk.lies[0] = {
    async send(bytes) {
      sent ??= bytes
      return { outcome: 'accepted' }
    },
    firstBlock: async () => (await truth.blockHeight('moved')).slot,
  }
  return () => sent
}

void test('its owner ends what nobody can find out, once it can never land, and it is watched all the same', async () => {
  const sent = forgets()
  const { id, to } = await submit([5_000_000n], 'single')
  await until('it is sent', sent)
  const operation = await engine.lookups.find(id)
  assert.ok(operation)
  const audited: string[] = []
  const resolve = () => engine.operator.resolve(operation, async () => void audited.push(id))
  await assert.rejects(resolve(), /can still be executed/)
  await rpc('localnet_advanceSlots', 250)
  await until('it is in doubt', async () => (await engine.lookups.find(id))?.status === 'resolving')
  await resolve()
  const ended = await over(id)
  assert.equal(ended.status, 'failed')
  assert.match(ended.error ?? '', /ended by its owner/i)
  assert.deepEqual(audited, [id])
  assert.equal((await signed(id))[0]?.state, 'released')
  assert.equal(await finalizedAt(id), null)
  assert.deepEqual(await held(to), [0n])
  await assert.rejects(resolve(), /no uncertain outcome/)
})

for (const type of ['spread', 'single'] as const)
  void test(`what its owner has ended is booked where it turns out to have landed (${type})`, async () => {
    desk.lies[0] = {
      statuses: async (asked) => asked.map(() => null),
      lookUp: async (asked) => ({ ...(await truth.lookUp(asked)), states: asked.map(() => null) }),
      listSignatures: async () => [],
      firstBlock: async () => (await truth.blockHeight('moved')).slot,
    }
    const { id, source, to } = await submit([5_500_000n], type)
    await until('it is paid in truth', async () => (await held(to))[0] === 5_500_000n)
    await rpc('localnet_advanceSlots', 250)
    await until('it is in doubt', async () => (await engine.lookups.find(id))?.status === 'resolving')
    const operation = await engine.lookups.find(id)
    assert.ok(operation)
    await engine.operator.resolve(operation, async () => undefined)
    assert.equal((await over(id)).status, 'failed')
    desk.lies[0] = {}
    await until('it is booked', async () => (await engine.lookups.find(id))?.status === 'completed')
    const [row] = await engine.lookups.listMovements(id)
    assert.deepEqual([row?.status, row?.error], ['confirmed', null])
    assert.deepEqual(
      (await signed(id)).map(({ state }) => state),
      ['confirmed'],
    )
    assert.deepEqual(await held([source]), [10n * SOL - 5_500_000n - FEE])
  })

void test('what its owner has ended is not signed anew, also where it was never shown as sent', async () => {
  const sent = forgets()
  const { id, to } = await submit([6_000_000n, 7_000_000n])
  await until('it is sent', sent)
  await until('it is shown', async () =>
    (await engine.lookups.listMovements(id)).every((t) => t.status !== 'pending'),
  )
  // A process that is killed once it has signed leaves this state.
  await db.update(transfers).set({ status: 'pending', signature: null }).where(eq(transfers.operationId, id))
  await rpc('localnet_advanceSlots', 250)
  await until('it is in doubt', async () => (await engine.lookups.find(id))?.status === 'resolving')
  await db.update(transfers).set({ status: 'pending', signature: null }).where(eq(transfers.operationId, id))
  const operation = await engine.lookups.find(id)
  assert.ok(operation)
  await engine.operator.resolve(operation, async () => undefined)
  assert.equal((await over(id)).status, 'failed')
  assert.deepEqual(
    (await signed(id)).map(({ state }) => state),
    ['released'],
  )
  assert.deepEqual(await held(to), [0n, 0n])
})

/** This is the last test: while the desk remembers such a slot it waits for the chain to get there. */
void test('a slot that was made up holds released funds no longer than until the block is final', async () => {
  const far = 1_000_000_000n
  desk.lies[0] = {
    statuses: async (asked) => (await truth.statuses(asked)).map((state) => state && { ...state, slot: far }),
    async execution(signature) {
      const found = await truth.execution(signature)
      return found && { ...found, slot: far }
    },
  }
  const { id } = await submit([9_000_000n], 'single')
  assert.equal((await over(id)).status, 'completed')
  const released = async () =>
    (await db.select().from(reservations).where(eq(reservations.operationId, id)))[0]?.releasedAtSlot
  assert.equal(await released(), far)
  desk.lies[0] = {}
  await until('it is final', () => finalizedAt(id))
  const [row] = await signed(id)
  assert.ok(row?.slot && row.slot < far)
  assert.equal(await released(), row.slot)
})
