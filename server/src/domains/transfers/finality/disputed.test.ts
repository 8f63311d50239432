// On PostgreSQL as well.
/**
 * One of two endpoints shows a landing that the other does not have: the operation is open until they agree, and its
 * user is notified.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FEE, openLyingEngine, SOL } from '../../../test/lying-engine.ts'
import { until } from '../../../test/until.ts'

const told: [id: string, kind: string][] = []
const desk = await openLyingEngine({
  endpoints: 2,
  disputedMs: 300,
  incidents: () => ({
    report:
      async (_tx, { id, kind }) =>
      () =>
        void told.push([id, kind]),
  }),
})
const { engine, truth, rpc, submit, signed, held, over, lies } = desk

const swallow = { send: async () => ({ outcome: 'accepted' as const }) }

/**
 * The first endpoint shows everything it is asked for as final; nothing that is sent arrives. Returns how often it was
 * asked.
 */
async function pretend(): Promise<() => number> {
  let asked = 0
  const { slot } = await truth.blockHeight('moved')
  const there = { slot, commitment: 'finalized' as const, err: null }
  lies[0] = {
    ...swallow,
    async statuses(all) {
      asked++
      return all.map(() => there)
    },
    lookUp: async (all) => ({ ...(await truth.lookUp(all)), states: all.map(() => there) }),
    execution: async () => ({ slot, err: null, fee: FEE, logs: [], lamports: [], tokens: [] }),
  }
  lies[1] = swallow
  return () => asked
}

for (const type of ['spread', 'single'] as const)
  for (const isThere of [true, false])
    void test(`what one endpoint alone shows is open again, and ${isThere ? 'ends as it is shown once the other has it' : 'is paid once it is gone from both'} (${type})`, async () => {
      // Nothing expires before the test advances the slots.
      await rpc('localnet_setSlotTime', 60)
      const asked = await pretend()
      const { id, source, to } = await submit([3_000_000n], type)
      assert.equal((await over(id)).status, 'completed')
      const [first] = await signed(id)
      assert.ok(first)
      const status = async () => (await engine.lookups.find(id))?.status
      await until('it is open again', async () => (await status()) === 'resolving')
      assert.deepEqual(
        told.filter(([one]) => one === id),
        [[id, 'disputed']],
      )
      const before = asked()
      await until('it was shown some times more', () => asked() > before + 3)
      assert.equal(await status(), 'resolving')
      assert.deepEqual(
        (await engine.lookups.listMovements(id)).map((one) => one.status),
        ['resolving'],
      )
      if (isThere) await truth.send(first.bytes)
      else {
        await rpc('localnet_advanceSlots', 250)
        lies[0] = lies[1] = {}
      }
      await until('it has ended', async () => (await status()) === 'completed')
      assert.deepEqual(await held([...to, source]), [3_000_000n, 10n * SOL - 3_000_000n - FEE])
      const [row] = await engine.lookups.listMovements(id)
      assert.equal(row?.signature === first.signature, isThere)
      assert.deepEqual(
        told.filter(([one]) => one === id),
        [[id, 'disputed']],
      )
    })
