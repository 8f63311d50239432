/** A PostgreSQL that loses acknowledged commits while the desk runs on: nobody is paid twice, or nothing is signed. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import { getTransferSolInstruction } from '@solana-program/system'
import { type Address, generateKeyPairSigner, type KeyPairSigner, type Signature } from '@solana/kit'
import { asc, eq, sql } from 'drizzle-orm'
import { type Postgres, startPostgres } from '../../../../../scripts/postgres.ts'
import { createRpcChain } from '../../../adapters/chain/rpc.ts'
import { type Db, openPostgres } from '../../../db/client.ts'
import { toChunks } from '../../../kernel/chunks.ts'
import { isFault } from '../../../kernel/fault.ts'
import { type Clock, systemClock } from '../../../kernel/clock.ts'
import { startHeartbeat } from '../../../kernel/heartbeat.ts'
import { createLog, type Log } from '../../../kernel/log.ts'
import { startEngine } from '../../../test/engine.ts'
import { connectRpc } from '../../../test/rpc.ts'
import { until } from '../../../test/until.ts'
import { users } from '../../accounts/accounts.tables.ts'
import { solBudget } from '../../distributions/sol-packing.ts'
import { transactionFee } from '../index.ts'
import { readJournal } from './read-journal.ts'
import { operations, transactions, transfers } from '../transfers.tables.ts'

const log = createLog('silent')
const SOL = 1_000_000_000n
const EACH = 10_000_000n
const MANY = 200
/** Transfers in one transaction. */
const SIZE = 16
const SIGNED = Math.ceil(MANY / SIZE)

const network = await startLocalnet({ rpcPort: 0, clock: 'steered', faults: true })
after(() => network.close())
const rpc = connectRpc(network.rpcUrl)
// A blockhash lives for half a minute: nothing expires while the database is down.
await rpc('localnet_setSlotTime', 200)
const faults = (...methods: string[]) =>
  rpc(
    'localnet_setFaults',
    methods.map((method) => ({ method, kind: 'drop' })),
  )
const chain = createRpcChain({ url: network.rpcUrl, log })
const keys = new Map<string, KeyPairSigner>()

/**
 * While it is `off` a process reaches neither the chain nor others, and does not notice what happens to the database.
 */
type Cut = { off: boolean }
type DeskOptions = {
  journalPath?: string
  isShared?: boolean
  /** False: it never hears of a lost connection. */
  notices?: boolean
  cut?: Cut
  clock?: Clock
}

/** A process of the desk on this server. */
async function openDesk({ url }: Postgres, options: DeskOptions = {}) {
  const { isShared = false, notices = true, cut = { off: false }, clock = systemClock } = options
  const journalPath =
    options.journalPath ?? join(mkdtempSync(join(tmpdir(), 'purser-lost-')), 'transactions.jsonl')
  const database = await openPostgres(url, log)
  const { db, sync } = database
  const heartbeat = await startHeartbeat(db, {
    alone: false,
    ...(isShared ? {} : { fanOut: false }),
    clock: {
      ...systemClock,
      async sleep(ms, signal, how) {
        do await systemClock.sleep(ms, signal, how)
        while (cut.off && !signal?.aborted)
      },
    },
    log,
  })
  /** Ends of runs, for lack of a database for instance. */
  let failures = 0
  const noted: Log = { ...log, error: () => void failures++, child: () => noted }
  const engine = await startEngine({
    db,
    sync,
    losses: () => (cut.off || !notices ? 0 : (database.losses?.() ?? 0)),
    chain: {
      ...chain,
      send: async (...sent) => (cut.off ? { outcome: 'unknown', reason: 'cut off' } : chain.send(...sent)),
    },
    clock,
    log: noted,
    heartbeat,
    journalPath,
    apartMs: 300,
    finalityMs: 200,
  })
  engine.lifecycle.register('spread', {
    prepare: async () => ({
      format: 0,
      split: (rows) => toChunks(rows, SIZE),
      budget: (rows) => solBudget(rows.length, 0n),
      fee: (rows) => transactionFee(1, solBudget(rows.length, 0n)),
      async build(rows) {
        const source = keys.get(rows[0]?.source ?? '')
        assert.ok(source)
        const instructions = rows.map(({ destination, amount }) =>
          getTransferSolInstruction({ source, destination: destination as Address, amount }),
        )
        return { feePayer: source, instructions }
      },
    }),
    close: async () => ({}),
  })
  await engine.lifecycle.resume()
  let isOpen = true
  async function close(): Promise<void> {
    if (!isOpen) return
    isOpen = false
    await engine.lifecycle.stop()
    await heartbeat.stop().catch(() => undefined)
    await database.close()
  }
  return { db, engine, journalPath, failures: () => failures, close }
}
type Desk = Awaited<ReturnType<typeof openDesk>>

/** Starts a PostgreSQL server and returns a way to open desks on it; all end with the test. */
async function open(t: { after(ends: () => Promise<void>): void }, settings: Record<string, string> = {}) {
  const postgres = await startPostgres(settings)
  const desks: Desk[] = []
  t.after(async () => {
    await rpc('localnet_clearFaults')
    for (const desk of desks) await desk.close()
    await postgres.stop()
  })
  return {
    postgres,
    async desk(options?: DeskOptions) {
      const desk = await openDesk(postgres, options)
      desks.push(desk)
      return desk
    },
  }
}

async function funded(): Promise<Address> {
  const signer = await generateKeyPairSigner()
  const { address } = signer
  keys.set(address, signer)
  await rpc('requestAirdrop', address, Number(10n * SOL))
  await until('it is funded', async () => (await chain.balance(address)).lamports === 10n * SOL)
  return address
}

/** Plans a request to pay two hundred wallets, with the reads of its outcome. */
async function plan(desk: Desk, source?: Address) {
  source ??= await funded()
  const to = await Promise.all(
    Array.from({ length: MANY }, async () => (await generateKeyPairSigner()).address),
  )
  const [user] = await desk.db
    .insert(users)
    .values({ email: `${randomUUID()}@example.com` })
    .returning()
  const leg = { walletId: null, walletName: 'w', source, mint: SOL_MINT, amount: EACH }
  const spend = {
    address: source,
    mint: SOL_MINT,
    walletName: 'source',
    decimals: SOL_DECIMALS,
    symbol: 'SOL',
  }
  const submission = {
    userId: user?.id ?? 0,
    type: 'spread',
    originKey: `${user?.id}:POST /api/spread:${randomUUID()}`,
    request: {},
    movements: to.map((destination) => ({ ...leg, destination })),
    spends: [{ ...spend, amount: EACH * BigInt(MANY) + 100_000n, exclusive: true }],
  }
  const held = async () => (await chain.balances(to)).map(({ lamports }) => lamports)
  return {
    submit: ({ engine } = desk) => engine.submit.submit(submission),
    held,
    arePaid: async () => (await held()).every((lamports) => lamports > 0n),
  }
}

const journaled = ({ journalPath }: Desk, id: string) =>
  readJournal(journalPath).filter((line) => line.operationId === id).length

/** Each destination has its amount once, and the database knows by which transaction. */
async function assertPaidOnce(db: Db, id: string, held: bigint[]): Promise<void> {
  assert.deepEqual(new Set(held), new Set([EACH]))
  const signed = await db.select().from(transactions).where(eq(transactions.operationId, id))
  assert.deepEqual(
    signed.flatMap(({ state }) => (state === 'confirmed' ? [] : [state])),
    [],
  )
  assert.deepEqual(
    signed.flatMap(({ positions }) => positions ?? []).toSorted((a, b) => a - b),
    Array.from({ length: MANY }, (_, i) => i),
  )
  const of = new Map(
    signed.flatMap(({ signature, positions }) => (positions ?? []).map((p) => [p, signature])),
  )
  const rows = await db
    .select()
    .from(transfers)
    .where(eq(transfers.operationId, id))
    .orderBy(asc(transfers.position))
  for (const { position, status, signature, error } of rows)
    assert.deepEqual([status, signature, error], ['confirmed', of.get(position), null])
}

/** null while the database does not answer. */
const found = ({ engine }: Desk, id: string) => engine.lookups.find(id).catch(() => null)
const completed = (desk: Desk, id: string) =>
  until('it is completed', async () => (await found(desk, id))?.status === 'completed')

const readPids = async (db: Db, which: string): Promise<number[]> =>
  (
    (await db.execute(sql.raw(`select pid from pg_stat_activity where ${which}`))) as {
      rows: { pid: number }[]
    }
  ).rows.map(({ pid }) => pid)

test('a backend is killed where commits are answered before they are on the disk: all are paid once', async (t) => {
  const { desk: start } = await open(t, { synchronous_commit: 'off', wal_writer_delay: '10s' })
  const desk = await start()
  const { db } = desk
  const { submit, held, arePaid } = await plan(desk)
  await faults('simulateTransaction')
  const { id } = await submit()
  // From here on only commits write to the disk.
  await db.execute(sql`checkpoint`)
  let [writer, backend]: (number | undefined)[] = []
  // On a busy machine the desk has one connection at times.
  await until('there are a writer and another backend', async () => {
    ;[writer] = await readPids(db, `backend_type = 'walwriter'`)
    ;[backend] = await readPids(db, `application_name = 'purser' and pid <> pg_backend_pid()`)
    return writer !== undefined && backend !== undefined
  })
  assert.ok(writer && backend)
  process.kill(writer, 'SIGSTOP')
  await faults('getSignatureStatuses')
  await until('all is signed', () => journaled(desk, id) === SIGNED)
  await until('all has landed', arePaid)
  process.kill(backend, 'SIGKILL')
  process.kill(writer, 'SIGKILL')
  await rpc('localnet_clearFaults')
  await completed(desk, id)
  await assertPaidOnce(db, id, await held())
})

const run = promisify(execFile)
/** The copy keeps its owner: PostgreSQL starts on nobody else's files. */
const copy = (from: string, to: string) => run('cp', ['-a', from, to])

/** The server ends, `meanwhile` happens, and it starts with the data of the copy. */
async function swap(postgres: Postgres, older: string, meanwhile: () => Promise<unknown>): Promise<void> {
  await postgres.down()
  await meanwhile()
  rmSync(postgres.data, { recursive: true })
  await copy(older, postgres.data)
  await postgres.up()
}

/** Copies the present data. */
async function copied(postgres: Postgres): Promise<string> {
  const older = `${postgres.data}.older`
  await postgres.down()
  await copy(postgres.data, older)
  await postgres.up()
  return older
}

for (const notices of [true, false])
  test(`an older copy of the database takes its place while the desk runs${notices ? '' : ', and no connection seems to be lost'}: what was signed since is restored, and paid once`, async (t) => {
    const { postgres, desk: start } = await open(t)
    const desk = await start({ notices })
    const { submit, held, arePaid } = await plan(desk)
    await faults('simulateTransaction')
    const { id } = await submit()
    const older = await copied(postgres)
    await faults('getSignatureStatuses')
    await until('all is signed', () => journaled(desk, id) === SIGNED)
    await until('all has landed', arePaid)
    // Its outcome becomes known while no database can store it: the run ends, and begins with the data of the next one.
    await swap(postgres, older, async () => {
      const before = desk.failures()
      await rpc('localnet_clearFaults')
      await until('its run has failed', () => desk.failures() > before)
    })
    await completed(desk, id)
    await assertPaidOnce(desk.db, id, await held())
    assert.equal(desk.engine.operator.hold(), null)
  })

test('a copy that lacks what the journal has dropped puts the running desk on hold, until the operator takes it', async (t) => {
  const { postgres, desk: start } = await open(t)
  const first = await start()
  const older = await copied(postgres)
  const before = await plan(first)
  const { id } = await before.submit()
  await until('it is final', async () => {
    const [row] = await first.db.select().from(operations).where(eq(operations.id, id))
    return row?.finalizedAt
  })
  await first.close()
  // The start drops the lines of final operations.
  const desk = await start({ journalPath: first.journalPath })
  assert.equal(journaled(desk, id), 0)
  await faults('simulateTransaction')
  const next = await plan(desk)
  const { id: waiting } = await next.submit()
  await swap(postgres, older, async () => undefined)
  await until('it is on hold', () => desk.engine.operator.hold() === 'older_database')
  await rpc('localnet_clearFaults')
  const another = await plan(desk)
  await assert.rejects(another.submit(), (error) => isFault(error, 'on_hold'))
  assert.equal(journaled(desk, waiting), 0)
  assert.deepEqual(new Set(await next.held()), new Set([0n]))
  assert.equal((await desk.engine.operator.release({ accept: 'older' })).hold, null)
  await another.submit()
  await until('it is paid', another.arePaid)
})

/** How long a process waits for others after a lost connection. */
const OTHERS_MS = 5_000

test('of several processes none signs anew what another has signed and the database has lost', async (t) => {
  const { postgres, desk: start } = await open(t)
  const cut = { off: false }
  const restored = Promise.withResolvers<void>()
  let waits = false
  const clock: Clock = {
    ...systemClock,
    async sleep(ms, signal, how) {
      if (ms !== OTHERS_MS) return systemClock.sleep(ms, signal, how)
      waits = true
      signal?.addEventListener('abort', () => restored.resolve())
      await restored.promise
    },
  }
  const first = await start({ isShared: true, cut })
  const second = await start({ isShared: true, clock })
  const { submit, held } = await plan(first)
  await faults('simulateTransaction')
  const { id } = await submit()
  const older = await copied(postgres)
  cut.off = true
  await rpc('localnet_clearFaults')
  await until('all is signed', () => journaled(first, id) === SIGNED)
  await swap(postgres, older, async () => undefined)
  // The first looks dead to the second, and its operation is open.
  await until('the second waits, or goes on with it', () => waits || journaled(second, id) > 0)
  cut.off = false
  await until('what was signed is in the database', async () => {
    const rows = await second.db.select().from(transactions).where(eq(transactions.operationId, id))
    return rows.length >= SIGNED
  })
  restored.resolve()
  await completed(second, id)
  // Transactions that the first has signed may still be sent.
  const lines = readJournal(first.journalPath).filter((line) => line.operationId === id)
  for (const { bytes } of lines) await chain.send(new Uint8Array(Buffer.from(bytes, 'base64')))
  const signatures = lines.map(({ signature }) => signature as Signature)
  await until('all of it has landed', async () => (await chain.statuses(signatures)).every(Boolean))
  await assertPaidOnce(second.db, id, await held())
})

test('what a process has paid that is gone with its journal is found in the history of the wallet by the others', async (t) => {
  const { postgres, desk: start } = await open(t)
  const sleep: Clock['sleep'] = (ms, ...how) => systemClock.sleep(ms === OTHERS_MS ? 0 : ms, ...how)
  const first = await start({ isShared: true })
  const second = await start({ isShared: true, clock: { ...systemClock, sleep } })
  // The second has read the history of this wallet earlier.
  const source = await funded()
  const earlier = await plan(second, source)
  await completed(second, (await earlier.submit()).id)
  const { submit, held, arePaid } = await plan(first, source)
  const older = await copied(postgres)
  await faults('getSignatureStatuses')
  const { id } = await submit()
  await until('all has landed', arePaid)
  await first.close()
  await swap(postgres, older, () => rpc('localnet_clearFaults'))
  await until('it is asked for again', () => submit(second).catch(() => null))
  await completed(second, id)
  await assertPaidOnce(second.db, id, await held())
})
