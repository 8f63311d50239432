// On PostgreSQL as well.
/** A deep rotation: whenever it is killed, and whatever goes on meanwhile, every sealed value opens, and at last by new keys alone. */
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { type Db, openPostgres } from '../../../db/client.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { processes } from '../../../kernel/kernel.tables.ts'
import { createLimiter } from '../../../kernel/concurrency/limiter.ts'
import { createLog } from '../../../kernel/log.ts'
import { newKey, unseal } from '../../../kernel/vault.ts'
import { type MasterKey, openMasterKey } from '../../../master-key.ts'
import { onPostgres, openTestDatabase } from '../../../test/database.ts'
import { killedAt } from '../../../test/kill-at.ts'
import { newUser } from '../../../test/new-user.ts'
import { until } from '../../../test/until.ts'
import { insertWebhook, nextWebhookId } from '../../payments/webhooks/webhooks.store.ts'
import { webhooks } from '../../payments/webhooks/webhooks.tables.ts'
import { webhookSecrets } from '../../payments/index.ts'
import { createWalletKeys, createWallets, opensDataKeys } from '../index.ts'
import { createKeyring, type MasterKeys, openDataKeys, toOwner } from './keyring.ts'
import { walletBoundTo } from './keys.ts'
import { dataKeys, deskSecrets, systemWallets, wallets } from '../wallets.tables.ts'

const database = await openTestDatabase()
const { db } = database
const second = database.url === null ? null : await openPostgres(database.url, createLog('silent'))
after(async () => {
  await second?.close()
  await database.close()
})
const log = createLog('silent')
const TABLES = [dataKeys, deskSecrets, systemWallets, webhooks, wallets]

/** A process: its caches are its own. */
function startProcess(masterKey: MasterKeys, on: Db = db) {
  const limiter = createLimiter(on, systemClock)
  return {
    wallets: createWallets({ db: on, clock: systemClock, limiter, masterKey }),
    // Small portions, so that four wallets take two.
    keys: createWalletKeys({ db: on, masterKey, log, tables: [webhookSecrets], process: null, portion: 3 }),
  }
}
type Process = ReturnType<typeof startProcess>

const openMaster = (dir: string) => openMasterKey(null, dir, (key) => opensDataKeys(db, key))
const settled = async () => undefined
const begin = (master: MasterKey, { keys }: Process) => master.rotate({ reseal: keys.rotateDeep, settled })

async function replaceAll({ keys }: Process) {
  const damaged: string[] = []
  for (let place: string | null = ''; ; ) {
    const done: Awaited<ReturnType<typeof keys.replace>> = await keys.replace(place)
    damaged.push(...done.damaged)
    assert.equal(done.waiting, 0)
    if (done.after === null) return { ...done, damaged }
    place = done.after
  }
}

const generate = ({ wallets: service }: Process, userId: number) =>
  db.transaction((tx) =>
    service.creation.generate(tx, userId, { name: undefined, key: true, client: 'test' }),
  )

async function addWebhook(
  tx: Db,
  { wallets: service }: Process,
  userId: number,
  secret: string,
): Promise<number> {
  const id = await nextWebhookId(tx)
  const sealedSecret = await service.secrets.seal(tx, { userId, record: `webhook:${id}` }, secret)
  const at = new Date()
  const rest = { url: 'https://a.example', host: 'a.example', events: [], createdAt: at, updatedAt: at }
  await insertWebhook(tx, { ...rest, id, userId, sealedSecret })
  return id
}

/** A desk with everything that is sealed, under a master key of its own. */
async function prepare() {
  for (const table of TABLES) await db.delete(table)
  await db.delete(processes)
  const dir = mkdtempSync(join(tmpdir(), 'purser-deep-'))
  const master = await openMaster(dir)
  const running = startProcess(master)
  const userId = await newUser(db)
  const other = await newUser(db)
  const made = [await generate(running, other)]
  for (let i = 0; i < 4; i++) made.push(await generate(running, userId))
  const maker = await running.wallets.keys.systemSigner('market-maker')
  const pepper = await running.wallets.secrets.deskSecret(db, 'sign-in codes')
  const webhookId = await db.transaction((tx) => addWebhook(tx, running, userId, 'whsec'))

  async function assertAllOpens({ wallets: service }: Process, hint: string): Promise<void> {
    for (const [i, wallet] of made.entries()) {
      // None is given for another key than that of the address.
      const signer = await service.keys.signer(i === 0 ? other : userId, wallet.address)
      assert.equal(signer.address, wallet.address, hint)
    }
    assert.equal((await service.keys.systemSigner('market-maker')).address, maker.address, hint)
    assert.deepEqual(await service.secrets.deskSecret(db, 'sign-in codes'), pepper, hint)
    const record = { userId, record: `webhook:${webhookId}` }
    assert.equal(await service.secrets.open(db, record, () => readSecret(webhookId)), 'whsec', hint)
  }
  return { dir, master, running, userId, other, made, webhookId, assertAllOpens }
}

async function readSecret(id: number): Promise<Uint8Array> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id))
  return row?.sealedSecret ?? new Uint8Array(0)
}

/** Every value of a column that holds sealed bytes, by its column. */
async function sealedValues() {
  const { rows: columns } = (await db.execute(sql`
    select table_name as t, column_name as c from information_schema.columns
    where table_schema = 'public' and (column_name like 'sealed%' or column_name = 'former_key')
    order by 1, 2`)) as { rows: { t: string; c: string }[] }
  const found: { column: string; bytes: Buffer }[] = []
  for (const { t, c } of columns) {
    const { rows } = (await db.execute(
      sql`select encode(${sql.identifier(c)}, 'hex') as hex from ${sql.identifier(t)}
        where ${sql.identifier(c)} is not null`,
    )) as { rows: { hex: string }[] }
    found.push(...rows.map(({ hex }) => ({ column: `${t}.${c}`, bytes: Buffer.from(hex, 'hex') })))
  }
  return { columns: columns.map(({ t, c }) => `${t}.${c}`), values: found }
}
const toHex = (values: { bytes: Buffer }[]) => new Set(values.map(({ bytes }) => bytes.toString('hex')))

void test('killed at any of its statements, or right after it, a deep rotation leaves nothing that does not open, and goes on', async () => {
  for (const when of ['before', 'after'] as const)
    for (let n = 1, isKilled = true; isKilled; n++) {
      const { dir, master, running, assertAllOpens } = await prepare()
      const run = async () => {
        await begin(master, running)
        await replaceAll(running)
      }
      isKilled = await killedAt(n, when, run)
      if (n === 1) assert.ok(isKilled)
      const hint = `${when} statement ${n}`
      await assertAllOpens(running, `${hint}, in a process that runs on`)
      const restarted = await openMaster(dir)
      const next = startProcess(restarted)
      await assertAllOpens(next, `${hint}, after a restart`)
      // The master key alone may be changed in the middle of it.
      if (when === 'after') await restarted.rotate({ reseal: next.keys.rotate, settled })
      await assertAllOpens(next, `${hint}, under another master key`)
      if (await next.keys.unfinished()) await replaceAll(next)
      assert.equal(await next.keys.unfinished(), null)
      await assertAllOpens(next, `${hint}, in the end`)
    }
})

void test('a copy of the database of before and the former master key open nothing of it afterwards', async () => {
  const { master, running, made, assertAllOpens } = await prepare()
  const before = await sealedValues()
  assert.deepEqual(
    before.columns,
    [
      'data_keys.former_key',
      'data_keys.sealed_key',
      'desk_secrets.sealed_secret',
      'system_wallets.sealed_key',
      'wallets.sealed_key',
      'webhooks.sealed_secret',
    ],
    'whatever is sealed has to be sealed anew',
  )
  const formerMaster = master.current()
  const former = (await db.select().from(dataKeys)).flatMap((row) => openDataKeys([formerMaster], row) ?? [])
  assert.equal(former.length, 3)
  await begin(master, running)
  const { users, replaced, unopened } = await replaceAll(running)
  assert.deepEqual([users, replaced, unopened], [2, 2, 0])

  const now = await sealedValues()
  const old = toHex(before.values)
  assert.deepEqual(
    now.values.filter(({ bytes }) => old.has(bytes.toString('hex'))),
    [],
    'every value is another one',
  )
  assert.equal(now.values.length, before.values.length, 'no former key is kept')
  const rows = await db.select().from(dataKeys)
  for (const row of rows) assert.equal(openDataKeys([formerMaster], row), null)
  for (const { id, sealedKey } of await db.select().from(wallets))
    for (const key of former) assert.throws(() => unseal(key, sealedKey, walletBoundTo(id)))
  await assertAllOpens(running, 'in the end')
  assert.equal(made.length, 5)
  const { rows: audited } = (await db.execute(
    sql`select detail from audit where type = 'data-key' order by id desc limit 2`,
  )) as { rows: { detail: object }[] }
  assert.deepEqual(audited.map(({ detail }) => detail).sort(), [{ wallets: 1 }, { wallets: 4 }].sort())
})

void test('while it runs wallets are made and sign, here and in a second server, and all are under the new keys in the end', async () => {
  const { master, running, userId, other, assertAllOpens } = await prepare()
  const neighbour = startProcess(master, second?.db ?? db)
  await assertAllOpens(neighbour, 'before')
  await begin(master, running)
  let isOver = false
  const made: { userId: number; address: string; key: string | undefined }[] = []
  const making = [running, neighbour].map(async (process) => {
    while (!isOver)
      for (const owner of [userId, other, await newUser(db)]) {
        const { address, private_key: key } = await generate(process, owner)
        made.push({ userId: owner, address, key })
        assert.equal((await process.wallets.keys.signer(owner, address)).address, address)
        await assertAllOpens(process, 'meanwhile')
      }
  })
  for (let n = 0; n < 3; n++) {
    await replaceAll(running)
    if (n < 2) await begin(master, running)
  }
  isOver = true
  await Promise.all(making)
  assert.ok(made.length >= 6)
  for (const process of [running, neighbour, startProcess(master)]) {
    await assertAllOpens(process, 'in the end')
    for (const one of made) {
      await db.execute(sql`delete from rate_windows`)
      assert.equal(await process.wallets.keys.reveal(one.userId, one.address, { client: 'test' }), one.key)
    }
  }
})

void test('what is sealed in a transaction that began before is sealed anew after it has ended', async () => {
  const { master, running, userId } = await prepare()
  /** While all is sealed anew. On PostgreSQL that is under way, and waits for this transaction. */
  async function meanwhile<T>(seal: (tx: Db) => Promise<T>): Promise<T> {
    await begin(master, running)
    let replacing: ReturnType<typeof replaceAll> | undefined
    const sealed = await db.transaction(async (tx) => {
      const done = await seal(tx)
      replacing = replaceAll(running)
      if (onPostgres) await waitsForLock()
      return done
    })
    await replacing
    return sealed
  }
  const { wallets: since } = startProcess(master)
  const { address } = await meanwhile((tx) =>
    running.wallets.creation.generate(tx, userId, { name: undefined, key: true, client: 'test' }),
  )
  assert.equal((await since.keys.signer(userId, address)).address, address)
  const id = await meanwhile((tx) => addWebhook(tx, running, userId, 'of then'))
  const record = { userId, record: `webhook:${id}` }
  assert.equal(await since.secrets.open(db, record, () => readSecret(id)), 'of then')
})

const waitsForLock = () =>
  until('a statement waits for the lock of another', async () => {
    const { rows } = (await db.execute(
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )) as { rows: unknown[] }
    return rows.length > 0
  })

void test('a value that was read before its data key was replaced is read again', async () => {
  const { master, running, userId, made, webhookId } = await prepare()
  const keyring = createKeyring(master)
  const [row] = await db
    .select()
    .from(wallets)
    .where(eq(wallets.address, made[1]?.address as never))
  assert.ok(row)
  await begin(master, running)
  const reads: boolean[] = []
  const key = await keyring.reveal(db, toOwner(userId), async (again) => {
    reads.push(again)
    if (!again) await replaceAll(running)
    const [found] = again ? await db.select().from(wallets).where(eq(wallets.id, row.id)) : [row]
    return { sealed: found?.sealedKey ?? row.sealedKey, record: walletBoundTo(row.id) }
  })
  assert.equal(key, made[1]?.private_key)
  assert.deepEqual(reads, [false, true])

  const early = await readSecret(webhookId)
  await begin(master, running)
  await replaceAll(running)
  const record = { userId, record: `webhook:${webhookId}` }
  const read = async (again: boolean) => (again ? readSecret(webhookId) : early)
  assert.equal(await running.wallets.secrets.open(db, record, read), 'whsec')
})

void test('what does not open is named and left, and the rest is sealed anew', async () => {
  const { master, running, userId, other, made, webhookId } = await prepare()
  const broken = new Uint8Array(60).fill(7)
  const [damaged] = await db
    .update(wallets)
    .set({ sealedKey: broken })
    .where(eq(wallets.address, made[2]?.address as never))
    .returning()
  await db.update(webhooks).set({ sealedSecret: broken }).where(eq(webhooks.id, webhookId))
  await begin(master, running)
  // Another key, as if this one row had been damaged.
  const [row] = await db
    .select()
    .from(dataKeys)
    .where(eq(dataKeys.owner, toOwner(other)))
  await db
    .update(dataKeys)
    .set({ sealedKey: newKey() })
    .where(eq(dataKeys.owner, toOwner(other)))
  const done = await replaceAll(running)
  const lost = `the data key of user:${other}`
  const expected = [
    `wallet:${damaged?.id} of user:${userId}`,
    `secret:webhook:${webhookId} of user:${userId}`,
    lost,
  ]
  assert.deepEqual(done.damaged.sort(), expected.sort())
  assert.deepEqual([done.users, done.replaced, done.stale, done.unopened], [2, 1, 1, 2])
  for (const wallet of [made[1], made[3], made[4]])
    assert.equal(
      await running.wallets.keys.reveal(userId, wallet?.address ?? '', { client: 'test' }),
      wallet?.private_key,
    )
  const [left] = await db
    .select()
    .from(wallets)
    .where(eq(wallets.id, damaged?.id ?? 0))
  assert.deepEqual(new Uint8Array(left?.sealedKey ?? []), broken)
  // Mended, it is the one that is left to do.
  await db
    .update(dataKeys)
    .set({ sealedKey: row?.sealedKey ?? newKey() })
    .where(eq(dataKeys.owner, toOwner(other)))
  const mended = await replaceAll(running)
  assert.deepEqual([mended.replaced, mended.stale, mended.damaged], [2, 0, []])
  assert.equal(
    await running.wallets.keys.reveal(other, made[0]?.address ?? '', { client: 'test' }),
    made[0]?.private_key,
  )
})

void test('data keys are replaced once no process is left that has the former master key', async () => {
  const { master, running, assertAllOpens } = await prepare()
  await db.insert(processes).values({ id: 'a-neighbour', seenAt: new Date() })
  await begin(master, running)
  await db.insert(processes).values({ id: 'started-since', seenAt: new Date() })
  const alive = () => db.update(processes).set({ seenAt: new Date() })
  await alive()
  const first = await running.keys.replace()
  assert.deepEqual([first.waiting, first.after, first.replaced], [1, '', 0])
  await db.delete(processes).where(eq(processes.id, 'a-neighbour'))
  await alive()
  assert.equal((await replaceAll(running)).replaced, 2)
  await assertAllOpens(running, 'in the end')
})
