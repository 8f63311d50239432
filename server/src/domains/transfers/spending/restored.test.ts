// On PostgreSQL as well.
/**
 * A database that was restored from a backup has not forgotten today's spends: the journal and the file beside it have
 * them.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import { send, type SendBody } from '@purser/contract/transfers/sends.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { startTestDesk, until, type User } from '../../../test/harness.ts'
import { readBalances, type Purse, SOL } from '../../../test/money.ts'
import { spenders } from '../../../test/spender.ts'
import { readJournal } from '../journal/read-journal.ts'
import { restoreSums } from './restored-spends.store.ts'

const desk = await startTestDesk({ realFunds: true, network: 'steered', apartMs: 50 })
const { call, chain } = desk
const { db } = desk.database
const { readLimits, spender } = spenders(desk)
await chain('localnet_setSlotTime', 20)
afterEach(() => chain('localnet_clearFaults'))

const journalPath = join(desk.config.dataDir, 'journal/transactions.jsonl')
const stranger = async () => (await generateKeyPairSigner()).address
const held = async (address: string) => (await readBalances(chain, [address]))[0] ?? 0n
type Sending = { user: User; from: Purse; body: SendBody; key?: string }
const sendFrom = ({ user: { token }, from: { id }, body, key = randomUUID() }: Sending) =>
  call(send, { token, params: { id }, body, headers: { 'idempotency-key': key } })
const used = async (user: User) => (await readLimits(user))?.used
const readStatus = async ({ token }: User, id: string) =>
  (await call(getOperation, { token, params: { id } })).ok.status
const isOver = (user: User, id: string) =>
  until('it is over', async () => {
    const status = await readStatus(user, id)
    return ['completed', 'failed'].includes(status) && status
  })
const isFinal = (id: string) =>
  until('nothing can change it any more', async () => {
    const { rows } = (await db.execute(
      sql`select from operations where id = ${id}::uuid and finalized_at is not null`,
    )) as { rows: unknown[] }
    return rows.length > 0
  })
/** A backup of before has the database like this. */
async function forget(id: string): Promise<void> {
  await db.execute(sql`delete from operations where id = ${id}::uuid`)
  await db.execute(sql`delete from spent_minutes`)
  await db.execute(sql`delete from idempotency_keys`)
}

void test('what only a line of the journal knows counts, to the lamport', async () => {
  const { user, first } = await spender()
  const to = await stranger()
  await chain('localnet_setFaults', [{ method: 'getSignatureStatuses', kind: 'drop' }])
  const sent = await sendFrom({ user, from: first, body: { to, amount: 0.4 } })
  const id = sent.ok.operation?.id ?? ''
  await until('it has landed', async () => (await held(to)) > 0n)
  await desk.stop()
  await forget(id)
  await chain('localnet_clearFaults')
  await desk.start()
  assert.equal(await isOver(user, id), 'completed')
  assert.equal(await used(user), 0.4)
  const again = { user, from: first, body: { to: await stranger(), amount: 0.5 } }
  const second = await sendFrom(again)
  assert.equal(second.status, 200, second.text)
  await isOver(user, second.ok.operation?.id ?? '')
  const third = await sendFrom({ ...again, body: { ...again.body, amount: 0.2 } })
  assert.match(third.fault.error, /your limit is 1 SOL per 24 hours, with 0\.1 SOL left/)
  desk.clock.move(DAY_MS + 60_000)
  assert.equal(await used(user), 0)
})

void test('what was restored and never happened counts no more', async () => {
  const { user, first } = await spender()
  const to = await stranger()
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const sent = await sendFrom({ user, from: first, body: { to, amount: 0.4 } })
  const id = sent.ok.operation?.id ?? ''
  await until('it is journaled', async () =>
    readJournal(journalPath).some(({ operationId }) => operationId === id),
  )
  await desk.stop()
  await forget(id)
  await desk.start()
  assert.equal(await used(user), 0.4, 'it may still happen')
  await chain('localnet_advanceSlots', 200)
  assert.equal(await isOver(user, id), 'failed')
  assert.equal(await used(user), 0)
})

void test('lines that were dropped since have left behind what they spent, which counts once', async () => {
  const { user, first } = await spender()
  const to = await stranger()
  const key = randomUUID()
  const sending = { user, from: first, body: { to, amount: 0.4 }, key }
  const id = (await sendFrom(sending)).ok.operation?.id ?? ''
  assert.equal(await isOver(user, id), 'completed')
  await chain('localnet_advanceSlots', 40)
  await isFinal(id)
  // A start drops the lines of final operations.
  for (let starts = 0; starts < 2; starts++) {
    await desk.stop()
    await desk.start()
    assert.equal(await used(user), 0.4)
  }
  assert.ok(!readJournal(journalPath).some(({ operationId }) => operationId === id))
  await desk.stop()
  await forget(id)
  await db.execute(sql`update settings set value = '0' where key like 'journal_line %'`)
  await desk.start()
  await desk.app.release({ accept: 'older' })
  assert.equal(await used(user), 0.4)
  const more = await sendFrom({ user, from: first, body: { to: await stranger(), amount: 0.5 } })
  assert.notEqual(more.status, 200, 'the wallet waits for what the chain knows of it')
  // The same request is the same operation: it is booked, refused by no limit, and counted by itself from then on.
  const same = await sendFrom(sending)
  assert.equal(same.status, 200, same.text)
  assert.equal(same.ok.operation?.id, id)
  assert.equal(await isOver(user, id), 'completed')
  assert.equal(await used(user), 0.4)
  assert.equal(await held(to), (4n * SOL) / 10n)
  await desk.stop()
  await desk.start()
  assert.equal(await used(user), 0.4)
})

void test('of a database without the operation and its user the sum counts as soon as the user is there', async () => {
  const { user, first } = await spender()
  const id =
    (await sendFrom({ user, from: first, body: { to: await stranger(), amount: 0.3 } })).ok.operation?.id ??
    ''
  await isOver(user, id)
  await chain('localnet_advanceSlots', 40)
  await isFinal(id)
  await desk.stop()
  await desk.start()
  await desk.stop()
  await forget(id)
  await db.execute(sql`update users set email = ${`was-${user.email}`} where id = ${user.id}`)
  await desk.start()
  const other = await desk.signUp(user.email)
  assert.equal(await used(other), 0.3)
  const { rows } = (await db.execute(
    sql`select email from restored_spends where operation_id = ${id}::uuid`,
  )) as {
    rows: { email: string }[]
  }
  assert.deepEqual(rows, [{ email: user.email }])
})

for (const end of ['booked', 'let go'] as const)
  void test(`a line whose user is lost as well counts for who signs up again, before and after it is ${end}`, async () => {
    const { user, first } = await spender()
    const to = await stranger()
    await chain('localnet_setFaults', [{ method: 'getSignatureStatuses', kind: 'drop' }])
    const id = (await sendFrom({ user, from: first, body: { to, amount: 0.3 } })).ok.operation?.id ?? ''
    await until('it has landed', async () => (await held(to)) > 0n)
    await desk.stop()
    await chain('localnet_clearFaults')
    await forget(id)
    await db.execute(sql`update users set email = ${`was-${user.email}`} where id = ${user.id}`)
    await desk.start()
    const letGo = async () => (await desk.app.release({ operations: [id] })).released.length
    if (end === 'let go') assert.equal(await letGo(), 1)
    const other = await desk.signUp(user.email)
    assert.equal(await used(other), 0.3)
    // A list of the holds tries again to restore it.
    if (end === 'booked') assert.equal(await letGo(), 0)
    for (let starts = 0; starts < 3; starts++) {
      assert.equal(await used(other), 0.3, `after ${starts} starts`)
      await desk.stop()
      await desk.start()
    }
    assert.equal(await used(other), 0.3)
  })

void test('a key that is used again for less does not make the limit forget what it was used for', async () => {
  const { user, first } = await spender()
  const to = await stranger()
  const key = randomUUID()
  const sending = { user, from: first, body: { to, amount: 0.4 }, key }
  const id = (await sendFrom(sending)).ok.operation?.id ?? ''
  assert.equal(await isOver(user, id), 'completed')
  await chain('localnet_advanceSlots', 40)
  await isFinal(id)
  await desk.stop()
  await desk.start()
  await desk.stop()
  await forget(id)
  await desk.start()
  assert.equal(await used(user), 0.4)
  const less = await sendFrom({ ...sending, body: { to, amount: 0.001 } })
  assert.equal(less.ok.operation?.id, id)
  await isOver(user, id)
  assert.equal(await used(user), 0.4)
  await desk.stop()
  await desk.start()
  assert.equal(await used(user), 0.4)
})

void test('what several data directories know of one operation counts together', async () => {
  const { user } = await spender()
  const operationId = randomUUID()
  const at = new Date(desk.clock.now()).toISOString()
  const since = new Date(desk.clock.now() - DAY_MS)
  const know = (...by: [number, string][]) =>
    restoreSums(db, [{ operationId, email: user.email, spent: { at, by } }], since)
  await know([0, '100000000'], [1, '200000000'])
  await know([1, '200000000'], [2, '50000000'])
  assert.equal(await used(user), 0.35)
})

void test('a day later nothing is left of it beside the journal', async () => {
  desk.clock.move(DAY_MS + 60_000)
  await desk.stop()
  await desk.start()
  assert.equal(readFileSync(join(desk.config.dataDir, 'journal/spent.jsonl'), 'utf8'), '')
  const { rows } = (await db.execute(sql`select from restored_spends`)) as { rows: unknown[] }
  assert.deepEqual(rows, [])
})
