// On PostgreSQL as well.
/** An operation of thousands of transfers is written and read in portions: whole, in order, and all or none of it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { eq } from 'drizzle-orm'
import { JSON_ROWS } from '../../../db/portions.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { newUser } from '../../../test/new-user.ts'
import { findOperation, insertOperation } from './operations.store.ts'
import { listFailed, listTransfers } from './transfers.store.ts'
import { reservations } from '../transfers.tables.ts'

const database = await openTestDatabase()
const { db } = database
after(() => database.close())

const movement = (i: number) => ({
  walletId: null,
  walletName: `Wallet ${i}`,
  source: 'source',
  destination: `to ${i}`,
  mint: SOL_MINT,
  amount: BigInt(i),
  error: i % 700 === 0 ? 'refused' : null,
})
const spend = (i: number) => ({ address: `from ${i}`, mint: SOL_MINT, amount: BigInt(i), exclusive: true })
const repeat = <T>(n: number, one: (i: number) => T) => Array.from({ length: n }, (_, i) => one(i))

for (const n of [0, 1, JSON_ROWS - 1, JSON_ROWS, JSON_ROWS + 1, 2 * JSON_ROWS + 7])
  test(`${n} transfers from as many addresses`, async () => {
    const userId = await newUser(db)
    const id = randomUUID()
    const operation = { id, userId, type: 'gather', originKey: id, request: { n }, owner: null }
    await db.transaction((tx) => insertOperation(tx, operation, repeat(n, movement), repeat(n, spend)))
    const rows = await listTransfers(db, id)
    assert.deepEqual(
      rows.map(({ position, walletName, destination, amount, error, status }) => ({
        position,
        walletName,
        destination,
        amount,
        error,
        status,
      })),
      repeat(n, (i) => {
        const { walletName, destination, amount, error } = movement(i)
        return { position: i, walletName, destination, amount, error, status: error ? 'failed' : 'pending' }
      }),
    )
    assert.deepEqual(
      (await listFailed(db, id)).map(({ position }) => position),
      rows.filter(({ error }) => error !== null).map(({ position }) => position),
    )
    const held = await db.select().from(reservations).where(eq(reservations.operationId, id))
    assert.deepEqual(
      held.map(({ address, amount }) => `${address} ${amount}`).toSorted(),
      repeat(n, (i) => `from ${i} ${i}`).toSorted(),
    )
  })

test('what fails in a later portion leaves nothing of the operation', async () => {
  const userId = await newUser(db)
  const id = randomUUID()
  const operation = { id, userId, type: 'gather', originKey: id, request: {}, owner: null }
  // The same address twice, in the second portion.
  const spends = [...repeat(JSON_ROWS + 1, spend), spend(JSON_ROWS)]
  await assert.rejects(
    db.transaction((tx) => insertOperation(tx, operation, repeat(JSON_ROWS + 1, movement), spends)),
  )
  assert.equal(await findOperation(db, id), undefined)
  assert.deepEqual(await listTransfers(db, id), [])
  assert.deepEqual(await db.select().from(reservations).where(eq(reservations.operationId, id)), [])
})
