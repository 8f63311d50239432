// On PostgreSQL as well.
/** The memory of the keyring: never more than the database has, and nothing that a rotation has made useless. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { systemClock } from '../../../kernel/clock.ts'
import { createLimiter } from '../../../kernel/concurrency/limiter.ts'
import { createLog } from '../../../kernel/log.ts'
import { onPostgres, openTestDatabase } from '../../../test/database.ts'
import { createWalletKeys, createWallets } from '../index.ts'
import { dataKeys } from '../wallets.tables.ts'

const database = await openTestDatabase()
after(() => database.close())
const { db } = database

/** A keyring under a master key that `turn` replaces, as a rotation does. */
function keyring() {
  let key = new Uint8Array(randomBytes(32))
  let onOpening: (() => void) | undefined
  const masterKey = {
    current: () => key,
    candidates: () => {
      const interrupt = onOpening
      onOpening = undefined
      interrupt?.()
      // The data key that was just read is sealed under a master key that is already replaced.
      return interrupt ? [new Uint8Array(randomBytes(32))] : [key]
    },
  }
  const limiter = createLimiter(db, systemClock)
  const wallets = createWallets({ db, clock: systemClock, limiter, masterKey })
  const keys = createWalletKeys({ db, masterKey, log: createLog('silent'), tables: [], process: null })
  return {
    wallets,
    /** Once, between the reading of a data key and its opening. */
    interrupt: (doing: () => void) => void (onOpening = doing),
    async turn() {
      const next = new Uint8Array(randomBytes(32))
      await keys.rotate(next, () => void (key = next))
    },
  }
}

async function newUser(email: string): Promise<number> {
  const { rows } = (await db.execute(sql`insert into users (email) values (${email}) returning id`)) as {
    rows: { id: string | number }[]
  }
  return Number(rows[0]?.id)
}

void test('wallets sign on after the master key was changed, and without another look at their data key before', async () => {
  const { wallets, turn } = keyring()
  const userId = await newUser('turning@example.com')
  const made = () =>
    db.transaction((tx) =>
      wallets.creation.generate(tx, userId, { name: undefined, key: false, client: 'test' }),
    )
  const { address } = await made()
  const maker = await wallets.keys.systemSigner('market-maker')
  const [row] = await db
    .select()
    .from(dataKeys)
    .where(eq(dataKeys.owner, `user:${userId}`))
  assert.ok(row)
  assert.equal((await wallets.keys.signer(userId, address)).address, address)
  const hide = (sealedKey: Uint8Array) =>
    db.update(dataKeys).set({ sealedKey }).where(eq(dataKeys.owner, row.owner))
  await hide(new Uint8Array(randomBytes(60)))
  assert.equal((await wallets.keys.signer(userId, address)).address, address, 'it is known')
  await hide(row.sealedKey)

  for (let n = 0; n < 2; n++) {
    await turn()
    assert.equal((await wallets.keys.signer(userId, address)).address, address)
    assert.equal((await wallets.keys.systemSigner('market-maker')).address, maker.address)
    const later = (await made()).address
    assert.equal((await wallets.keys.signers(userId, [later, address]))[0]?.address, later)
  }
})

void test('a data key whose transaction was undone is used for nothing', async () => {
  const { wallets, turn } = keyring()
  // The other test's keys are under a key of its own.
  await db.delete(dataKeys)
  const userId = await newUser('undone@example.com')
  const options = { name: undefined, key: false, client: 'test' }
  const undone = db.transaction(async (tx) => {
    await wallets.creation.generate(tx, userId, options)
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  assert.equal((await db.select().from(dataKeys)).length, 0)
  const { address } = await db.transaction((tx) => wallets.creation.generate(tx, userId, options))
  await turn()
  assert.equal((await wallets.keys.signer(userId, address)).address, address)
})

// The embedded database answers in the order in which it is asked: what is read again is what the rotation wrote.
void test('a data key that is resealed between its reading and its opening is read again', {
  skip: onPostgres,
}, async () => {
  const { wallets, turn, interrupt } = keyring()
  await db.delete(dataKeys)
  const userId = await newUser('resealed@example.com')
  const { address } = await db.transaction((tx) =>
    wallets.creation.generate(tx, userId, { name: undefined, key: false, client: 'test' }),
  )
  let turning: Promise<void> | undefined
  interrupt(() => void (turning = turn()))
  assert.equal((await wallets.keys.signer(userId, address)).address, address)
  assert.ok(turning)
  await turning
})
