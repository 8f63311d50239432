// On PostgreSQL as well.
/** Operations that the database has lost completely: the journal file and the chain show what they paid. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import * as api from '@purser/contract/distributions/distributions.ts'
import { channels } from '@purser/contract/live.ts'
import { sql } from 'drizzle-orm'
import { fund, readBalances, makeWallets, SOL } from '../../test/money.ts'
import { startTestDesk, until } from '../../test/harness.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)
afterEach(() => chain('localnet_clearFaults'))

/** Begins the requested operation, lets it land unseen, and restarts with a database that does not know it. */
async function lose(token: string, message: object, landed: () => Promise<boolean>): Promise<string> {
  await chain('localnet_setFaults', [{ method: 'getSignatureStatuses', kind: 'drop' }])
  const socket = desk.socket(channels.solanaDistribution, { token })
  await socket.opened
  socket.send(message)
  const { operationId } = await socket.message((m) => m.operationId !== undefined)
  const id = String(operationId)
  await until('it has landed', landed)
  await desk.stop()
  const { rows } = (await db.execute(
    sql`delete from operations where id = ${id}::uuid returning status`,
  )) as {
    rows: { status: string }[]
  }
  assert.ok(['running', 'resolving'].includes(rows[0]?.status ?? ''), rows[0]?.status)
  await chain('localnet_clearFaults')
  await desk.start()
  await until('it is over', async () => {
    const { ok } = await call(getOperation, { token, params: { id } })
    return ['completed', 'partial', 'failed'].includes(ok.status)
  })
  return id
}

void test('a distribution that only the journal has is shown wallet by wallet, and so is its undo', async () => {
  const { token } = await desk.signUp()
  const [source, ...others] = await makeWallets(call, token, 64)
  assert.ok(source)
  await fund(chain, source.address, 10n * SOL)
  const amounts = others.map((_, i) => 20_000_000n + BigInt(i))
  const addresses = others.map((w) => w.address)
  const body = {
    sourceWalletId: source.id,
    destinations: others.map((w, i) => ({
      walletId: w.id,
      amount: `0.0200000${String(i).padStart(2, '0')}`,
    })),
  }
  const idempotencyKey = randomUUID()
  const id = await lose(token, { type: 'distribute', ...body, idempotencyKey }, async () =>
    (await readBalances(chain, addresses)).every((lamports, i) => lamports === amounts[i]),
  )
  const detail = (await call(getOperation, { token, params: { id } })).ok
  assert.equal(detail.status, 'completed')
  assert.deepEqual(
    detail.transfers.map((t) => [t.walletName, t.destination, t.status]),
    others.map((w) => [w.name, w.address, 'confirmed']),
  )
  assert.ok(detail.transfers.every((t) => t.source === source.address && t.signature !== null))
  // The same request finds the operation, and gets the true outcome.
  const { ok } = await call(api.distributeSol, { token, body, key: idempotencyKey })
  const [left = 0n] = await readBalances(chain, [source.address])
  assert.equal(ok.operationId, id)
  assert.equal(ok.success, true)
  assert.deepEqual(ok.data?.summary, {
    totalDistributed: Number(amounts.reduce((a, b) => a + b, 0n)) / 1e9,
    successfulTransfers: 63,
    failedTransfers: 0,
    transactions: 2,
    fees: 0.00001,
  })
  assert.deepEqual(ok.data?.sourceWallet, { initialBalance: 10, finalBalance: Number(left) / 1e9 })
  const other = { ...body, destinations: body.destinations.slice(1) }
  const refused = await call(api.distributeSol, { token, body: other, key: idempotencyKey })
  assert.equal(refused.fault.code, 'idempotency_key_reused')

  for (const w of others) await fund(chain, w.address, SOL)
  const undo = (await call(api.proposeUndo, { token, params: { id } })).ok.gather
  assert.ok(undo)
  assert.equal(undo.sources.length, 63)
  await lose(token, { type: 'gather', ...undo, idempotencyKey: randomUUID() }, async () =>
    (await readBalances(chain, addresses)).every((lamports) => lamports === SOL),
  )
  // The undo is known to belong to the first operation: nothing is taken back again.
  assert.equal((await call(api.proposeUndo, { token, params: { id } })).fault.code, 'nothing_to_repeat')
  assert.equal((await call(api.gatherSol, { token, body: undo })).fault.code, 'nothing_to_repeat')
})
