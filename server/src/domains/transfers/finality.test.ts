// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq } from 'drizzle-orm'
import { FEE, openLyingEngine, SOL } from '../../test/lying-engine.ts'
import { until } from '../../test/until.ts'
import { operations, transfers } from './transfers.tables.ts'

const desk = await openLyingEngine()
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
    // The fork: it never reaches the others, and shows what was sent as confirmed.
    const slot = (await truth.blockHeight('confirmed')).slot
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
    await until('it is paid in truth', async () => (await held(to))[0] === 3_000_000n, 30_000)
    assert.equal((await over(id)).status, 'completed')
    assert.deepEqual(await held([source]), [10n * SOL - 3_000_000n - FEE])
    const [row] = await engine.movementsOf(id)
    assert.equal(row?.status, 'confirmed')
    assert.deepEqual(
      (await signed(id)).filter(({ state }) => state === 'confirmed').map(({ signature }) => signature),
      [row?.signature],
    )
  })

for (const type of ['spread', 'single'] as const)
  void test(`what lands after it was called dead is booked, and no retry is offered (${type})`, async () => {
    await rpc('localnet_setSlotTime', 100)
    // For longer than two look-ups are apart this endpoint says that all time is over and nothing is there.
    desk.lies[0] = {
      send: async () => ({ outcome: 'accepted' }),
      statuses: async (asked) => asked.map(() => null),
      lookUp: async (asked) => ({ states: asked.map(() => null), slot: 10_000_000n }),
      blockHeight: async () => ({ height: 9_000_000n, slot: 9_000_000n }),
      blockhashValid: async () => false,
      signaturesFor: async () => [],
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
    await truth.send(last.bytes)
    await until('it is booked', async () => (await engine.find(id))?.status === 'completed', 30_000)
    assert.deepEqual(await held([...to, source]), [4_000_000n, 10n * SOL - 4_000_000n - FEE])
    const [row] = await engine.movementsOf(id)
    assert.deepEqual([row?.status, row?.signature, row?.error], ['confirmed', last.signature, null])
    assert.deepEqual(await engine.failedOf(id), [])
    assert.equal((await engine.totals(id)).fees, FEE)
  })

void test('its owner ends what nobody can find out, once it can never land, and it is watched all the same', async () => {
  let sent: Uint8Array | null = null
  desk.lies[0] = {
    async send(bytes) {
      sent ??= bytes
      return { outcome: 'accepted' }
    },
    // It has forgotten all that is older than a moment.
    firstBlock: async () => (await truth.blockHeight('confirmed')).slot,
  }
  const { id, to } = await submit([5_000_000n], 'single')
  await until('it is sent', () => sent)
  const operation = await engine.find(id)
  assert.ok(operation)
  const audited: string[] = []
  const resolve = () => engine.resolve(operation, async () => void audited.push(id))
  await assert.rejects(resolve(), /can still be executed/)
  await rpc('localnet_advanceSlots', 250)
  await until('it is in doubt', async () => (await engine.find(id))?.status === 'resolving', 10_000)
  await resolve()
  const ended = await over(id)
  assert.equal(ended.status, 'failed')
  assert.match(ended.error ?? '', /ended by its owner/i)
  assert.deepEqual(audited, [id])
  assert.equal((await signed(id))[0]?.state, 'released')
  assert.equal(await finalizedAt(id), null)
  assert.deepEqual(await held(to), [0n])
  await assert.rejects(resolve(), /in doubt/)
})

void test('what its owner has ended is not signed anew, also where it was never shown as sent', async () => {
  let sent: Uint8Array | null = null
  desk.lies[0] = {
    async send(bytes) {
      sent ??= bytes
      return { outcome: 'accepted' }
    },
    firstBlock: async () => (await truth.blockHeight('confirmed')).slot,
  }
  const { id, to } = await submit([6_000_000n, 7_000_000n])
  await until('it is sent', () => sent)
  await until('it is shown', async () => (await engine.movementsOf(id)).every((t) => t.status !== 'pending'))
  // As a process leaves it that is killed once it has signed.
  await db.update(transfers).set({ status: 'pending', signature: null }).where(eq(transfers.operationId, id))
  await rpc('localnet_advanceSlots', 250)
  await until('it is in doubt', async () => (await engine.find(id))?.status === 'resolving', 10_000)
  await db.update(transfers).set({ status: 'pending', signature: null }).where(eq(transfers.operationId, id))
  const operation = await engine.find(id)
  assert.ok(operation)
  await engine.resolve(operation, async () => undefined)
  assert.equal((await over(id)).status, 'failed')
  assert.deepEqual(
    (await signed(id)).map(({ state }) => state),
    ['released'],
  )
  assert.deepEqual(await held(to), [0n, 0n])
})
