// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq } from 'drizzle-orm'
import { openLyingEngine } from '../../../test/lying-engine.ts'
import { until } from '../../../test/until.ts'
import { transactions } from '../transfers.tables.ts'

const desk = await openLyingEngine()
const { db, engine, truth, rpc, submit, signed } = desk

void test('a transaction signed while its owner ends the operation is not ended with it: it was not checked', async () => {
  let sent = false
  const forgets = {
    async send() {
      sent = true
      return { outcome: 'accepted' as const }
    },
    firstBlock: async () => (await truth.blockHeight('moved')).slot,
  }
  desk.lies[0] = forgets
  const { id } = await submit([5_000_000n], 'single')
  await until('it is sent', () => sent)
  // The clock stands still except for the step below.
  await rpc('localnet_setSlotTime', 600_000)
  const operation = await engine.lookups.find(id)
  const [first] = await signed(id)
  assert.ok(operation && first)
  assert.deepEqual(await engine.operator.doubt(id), { signatures: [first.signature], mayLand: true })
  await rpc('localnet_advanceSlots', 250)

  // It is signed anew in the moment between the read of the heights and the end.
  const anew = { ...first, signature: `${first.signature}x`, attempt: first.attempt + 1 }
  let written: Promise<unknown> | null = null
  desk.lies[0] = {
    ...forgets,
    blockHeight: async (...asked) => {
      written ??= db
        .insert(transactions)
        .values(anew)
        .then(() => true)
      await written
      return truth.blockHeight(...asked)
    },
  }
  let audited = 0
  await assert.rejects(
    engine.operator.resolve(operation, async () => void audited++),
    { code: 'may_still_land' },
  )
  assert.ok(written)
  assert.equal(audited, 0)
  assert.deepEqual(
    (await signed(id)).map(({ state }) => state),
    ['signed', 'signed'],
  )

  await db.delete(transactions).where(eq(transactions.signature, anew.signature))
  desk.lies[0] = forgets
  await engine.operator.resolve(operation, async () => void audited++)
  assert.equal((await desk.over(id)).status, 'failed')
  assert.equal(audited, 1)
  assert.deepEqual(await engine.operator.doubt(id), { signatures: [], mayLand: false })
})
