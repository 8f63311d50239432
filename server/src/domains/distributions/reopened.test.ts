// On PostgreSQL as well.
/** An ended operation is open again: follow-ups proposed meanwhile pay nothing twice, and its user is notified. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import * as api from '@purser/contract/distributions/distributions.ts'
import { channels } from '@purser/contract/live.ts'
import { changeNotificationSettings, listNotifications } from '@purser/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import { startHeartbeat } from '../../kernel/heartbeat.ts'
import { createLog } from '../../kernel/log.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { fund, readBalances, makeWallets, SOL } from '../../test/money.ts'

let heard: (method: string) => unknown = () => undefined
const desk = await startTestDesk({ network: 'steered', overhear: (method) => heard(method) })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)
afterEach(() => {
  heard = () => undefined
})

async function purses() {
  const { token } = await desk.signUp()
  const [source, ...others] = await makeWallets(call, token, 3)
  assert.ok(source)
  await fund(chain, source.address, 10n * SOL)
  return { token, source, others }
}
const post = (token: string, body: api.DistributeBody) => call(api.distributeSol, { token, body })
const readStatus = async (token: string, id: string) =>
  (await call(getOperation, { token, params: { id } })).ok.status
const ended = (token: string, id: string) =>
  until('it has ended', async () => {
    const status = await readStatus(token, id)
    return ['completed', 'partial', 'failed'].includes(status) && status
  })

/**
 * The database after a chain has lied for long enough: a landed transaction was called dead, and the operation failed.
 */
async function callDead(id: string): Promise<void> {
  await db.execute(sql`update transactions set state = 'dead', error = 'The transaction expired: block height exceeded',
    finalized = false, ended_at = now() where operation_id = ${id}::uuid`)
  await db.execute(sql`update transfers set status = 'failed', error = 'The transaction expired: block height exceeded'
    where operation_id = ${id}::uuid`)
  await db.execute(sql`update operations set status = 'failed', finalized_at = null where id = ${id}::uuid`)
}

void test('a retry of what has landed late pays nothing; it is booked, and its user is notified once', async () => {
  const { token, source, others } = await purses()
  await call(changeNotificationSettings, { token, body: { error: { mail: true } } })
  const socket = desk.socket(channels.status, { token })
  await socket.opened
  const destinations = others.map((w) => ({ walletId: w.id, amount: '0.25' }))
  const id = (await post(token, { sourceWalletId: source.id, destinations })).ok.operationId ?? ''
  await callDead(id)
  const paid = await readBalances(chain, [source.address, ...others.map((w) => w.address)])

  const of = { operationId: id, as: 'retry' as const }
  const again = await post(token, { sourceWalletId: source.id, destinations, of })
  assert.deepEqual([again.status, again.fault.code], [409, 'operation_not_over'])
  const told = await socket.message((m) => m.type === 'notification')
  assert.equal(await ended(token, id), 'completed')
  for (const fault of [
    (await call(api.proposeRetry, { token, params: { id } })).fault,
    (await post(token, { sourceWalletId: source.id, destinations, of })).fault,
  ])
    assert.equal(fault.code, 'nothing_to_repeat')
  assert.deepEqual(await readBalances(chain, [source.address, ...others.map((w) => w.address)]), paid)

  const { notifications } = (await call(listNotifications, { token })).ok
  assert.equal(notifications.length, 1)
  const [only] = notifications
  assert.deepEqual(told.notification, only)
  assert.deepEqual(
    [only?.kind, only?.operation_id, only?.agent_id, only?.agent_name],
    ['error', id, null, 'Distribution'],
  )
  assert.match(only?.text ?? '', /executed after it had been given up/)
  const { rows } = (await db.execute(
    sql`select operation_id as id from notification_mails where operation_id = ${id}::uuid`,
  )) as { rows: unknown[] }
  assert.equal(rows.length, 1)
})

for (const as of ['retry', 'undo'] as const)
  void test(`what is opened again while its ${as} is planned is not over: nothing is written down`, async () => {
    const { token, source, others } = await purses()
    const [good, bad] = others
    assert.ok(good && bad)
    const destinations = [
      { walletId: good.id, amount: '0.25' },
      { walletId: bad.id, amount: '0.0001' },
    ]
    const id = (await post(token, { sourceWalletId: source.id, destinations })).ok.operationId ?? ''
    await fund(chain, bad.address, SOL)
    await fund(chain, good.address, SOL)
    const proposal = (
      await call(as === 'retry' ? api.proposeRetry : api.proposeUndo, { token, params: { id } })
    ).ok
    const paid = await readBalances(
      chain,
      others.map((w) => w.address),
    )
    let opened = false
    // Owned by a live process, so that nobody ends it before it is seen to be open.
    const rival = await startHeartbeat(db, { alone: false, log: createLog('silent') })
    // The plan reads balances from the chain after the first check of its parent. The answer waits until the operation
    // is open; otherwise the second check could come first.
    heard = async (method) => {
      if (method !== 'getMultipleAccounts' || opened) return
      opened = true
      await db.execute(
        sql`update operations set status = 'resolving', owner = ${rival.id} where id = ${id}::uuid`,
      )
    }
    const answer =
      as === 'retry'
        ? await call(api.distributeSol, { token, body: proposal.distribute as api.DistributeBody })
        : await call(api.gatherSol, { token, body: proposal.gather as api.GatherBody })
    assert.deepEqual([answer.status, answer.fault.code], [409, 'operation_not_over'])
    assert.ok(opened)
    await rival.stop()
    await db.execute(sql`update operations set owner = null where id = ${id}::uuid`)
    assert.equal(await ended(token, id), 'partial')
    assert.deepEqual(
      await readBalances(
        chain,
        others.map((w) => w.address),
      ),
      paid,
    )
  })
