// On PostgreSQL as well.
/** The rows of transfers of a bulk operation while they are in flight. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLyingEngine } from '../../../../test/lying-engine.ts'
import { recordStatements } from '../../../../test/statements.ts'
import { until } from '../../../../test/until.ts'
import { listTransfers } from '../../records/transfers.store.ts'

const desk = await openLyingEngine()
const { db, engine, truth, rpc, submit, signed, over } = desk
const shown = async (id: string) =>
  (await listTransfers(db, id)).map(({ status, signature }) => [status, signature])

void test('transfers are sent as soon as they are in a signed transaction, and resolving when its outcome is in doubt', async () => {
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const { id } = await submit([1_000_000n, 2_000_000n])
  await until('they are signed', async () => (await signed(id)).length === 1)
  const [transaction] = await signed(id)
  const signature = transaction?.signature ?? ''
  assert.deepEqual(await shown(id), [
    ['sent', signature],
    ['sent', signature],
  ])
  let isAway = true
  desk.lies[0] = {
    statuses: async (asked) => {
      if (isAway) throw new Error('away')
      return truth.statuses(asked)
    },
  }
  await until('its outcome is in doubt', async () => (await engine.lookups.find(id))?.status === 'resolving')
  assert.deepEqual(await shown(id), [
    ['resolving', signature],
    ['resolving', signature],
  ])
  isAway = false
  await rpc('localnet_clearFaults')
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(
    (await shown(id)).map(([status]) => status),
    ['confirmed', 'confirmed'],
  )
})

void test('of doubt at once, transfers are resolving and have the signature of their transaction', async () => {
  let isAway = true
  desk.lies[0] = {
    statuses: async (asked) => {
      if (isAway) throw new Error('away')
      return truth.statuses(asked)
    },
  }
  const { id } = await submit([1_000_000n])
  await until('its outcome is in doubt', async () => (await engine.lookups.find(id))?.status === 'resolving')
  assert.deepEqual(await shown(id), [['resolving', (await signed(id))[0]?.signature]])
  isAway = false
  assert.equal((await over(id)).status, 'completed')
})

void test('where the outcome comes at once, each transfer is written twice: as planned and with its outcome', async () => {
  const { statements } = await recordStatements(async () => {
    const { id } = await submit([1_000_000n, 2_000_000n])
    assert.equal((await over(id)).status, 'completed')
  })
  const written = statements.filter((text) => /update "?transfers"? /.test(text))
  assert.equal(written.length, 1, written.join('\n'))
})
