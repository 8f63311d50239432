// On PostgreSQL as well.
/** A database that knows less than the journal file: older, emptied, or with other people under the same numbers. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, test } from 'node:test'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { getTransferSolInstruction } from '@solana-program/system'
import { type Address, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { createRpcChain } from '../../../adapters/chain/rpc.ts'
import { toChunks } from '../../../kernel/chunks.ts'
import { isFault } from '../../../kernel/fault.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { createLog } from '../../../kernel/log.ts'
import { type Heartbeat, startHeartbeat } from '../../../kernel/heartbeat.ts'
import { holdsNow, startEngine } from '../../../test/engine.ts'
import { openGround } from '../../../test/ground.ts'
import { createLegs } from '../../../test/payment.ts'
import { until } from '../../../test/until.ts'
import { users } from '../../accounts/accounts.tables.ts'
import { transactionFee, type Transfers } from '../index.ts'
import { readJournal } from './read-journal.ts'
import { solBudget } from '../../distributions/sol-packing.ts'
import { compile, DEFAULT_BUDGET } from '../../../kernel/solana/compile.ts'
import {
  feePayers,
  operations,
  releasedSignatures,
  reservations,
  transactions,
  transfers,
} from '../transfers.tables.ts'

const log = createLog('silent')
const { database, db, network, rpc } = await openGround()
const chain = createRpcChain({ url: network.rpcUrl, log })
const newPath = () => join(mkdtempSync(join(tmpdir(), 'purser-restore-')), 'transactions.jsonl')
let journalPath = newPath()
const keys = new Map<string, KeyPairSigner>()
const SOL = 1_000_000_000n
const FEE = 5_000n

let engine: Transfers
let heartbeat: Heartbeat
const told: [operationId: string, kind: string][] = []
async function start(): Promise<void> {
  heartbeat = await startHeartbeat(db, { alone: database.kind === 'embedded', log })
  engine = await startEngine({
    apartMs: 300,
    finalityMs: 200,
    db,
    chain,
    log,
    heartbeat,
    journalPath,
    incidents: {
      report:
        async (_tx, { id, kind }) =>
        () =>
          void told.push([id, kind]),
    },
  })
  engine.lifecycle.register('send', {
    recall: (request) => request,
    async build({ request }) {
      const { from, to, amount } = request as { from?: string; to: Address; amount: string }
      const source = keys.get(from ?? '')
      if (!source) return { refused: 'The details of this payout are no longer known.' }
      return {
        feePayer: source,
        instructions: [getTransferSolInstruction({ source, destination: to, amount: BigInt(amount) })],
      }
    },
  })
  engine.lifecycle.register('spread', {
    prepare: async () => ({
      format: 0,
      split: (rows) => toChunks(rows, 2),
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
}
async function stop(): Promise<void> {
  await engine.lifecycle.stop()
  await heartbeat.stop()
}
const faults = (...rules: object[]) => rpc('localnet_setFaults', rules)
await start()
after(async () => {
  await stop()
  await database.close()
  await network.close()
})
afterEach(() => rpc('localnet_clearFaults'))

async function register(email: string): Promise<number> {
  const [row] = await db.insert(users).values({ email }).returning()
  return row?.id ?? 0
}
async function funded(lamports: bigint): Promise<Address> {
  const signer = await generateKeyPairSigner()
  keys.set(signer.address, signer)
  await rpc('requestAirdrop', signer.address, Number(lamports))
  await until('it is funded', async () => (await held(signer.address)) === lamports)
  return signer.address
}
const held = async (address: Address) => (await chain.balance(address)).lamports
const fresh = async () => (await generateKeyPairSigner()).address
type Send = {
  userId: number
  key: string
  from: Address
  to: Address
  amount: bigint
  exclusive?: boolean
}
const send = ({ userId, key, from, to, amount, exclusive = false }: Send) =>
  engine.submit.submit({
    userId,
    type: 'send',
    originKey: `${userId}:POST /api/send:${key}`,
    request: { from, to, amount: amount.toString() },
    ...createLegs({ from, to, amount, exclusive }),
  })
const ended = (id: string) =>
  until('it has ended', async () => {
    const operation = await engine.lookups.find(id)
    return operation && ['completed', 'failed'].includes(operation.status) ? operation : null
  })

/** Another database knows nothing of this user: in this one their key audit would stand in the way. */
async function forget(userId: number): Promise<void> {
  await db.execute(sql`alter table key_audit disable trigger append_only`)
  await db.delete(users).where(eq(users.id, userId))
  await db.execute(sql`alter table key_audit enable trigger append_only`)
}

test('an operation is the same after the user has another number, and what it moved is still known', async () => {
  const email = `${randomUUID()}@example.com`
  const asked = { key: randomUUID(), from: await funded(SOL), to: await fresh(), amount: 250_000_000n }
  const userId = await register(email)
  await faults({ method: 'getSignatureStatuses', kind: 'drop' })
  const { id } = await send({ userId, ...asked })
  await until('it has landed', async () => (await held(asked.to)) > 0n)
  await stop()
  // The database is gone with all its data; somebody else registers first this time.
  await forget(userId)
  await register(`${randomUUID()}@example.com`)
  const again = await register(email)
  assert.notEqual(again, userId)
  await rpc('localnet_clearFaults')
  await start()
  assert.equal((await send({ userId: again, ...asked })).id, id)
  assert.equal((await ended(id)).status, 'completed')
  assert.equal(await held(asked.to), asked.amount)
  assert.equal(await held(asked.from), SOL - asked.amount - FEE)
  const [moved] = await engine.lookups.listMovements(id)
  assert.equal(moved?.amount, asked.amount)
  assert.equal(moved.destination, asked.to)
  // Its request, as this kind writes it, does not name the wallet that it paid.
  assert.deepEqual(await engine.history.findRecipient(again, asked.to), { sent: true, like: null })
})

for (const exclusive of [true, false])
  test(`what is restored from the journal holds its funds until it ends${exclusive ? ', and its source' : ''}`, async () => {
    const userId = await register(`${randomUUID()}@example.com`)
    const asked = { userId, from: await funded(SOL), to: await fresh(), amount: 600_000_000n, exclusive }
    await faults({ method: 'sendTransaction', kind: 'drop' })
    const { id } = await send({ key: randomUUID(), ...asked })
    const journaled = () => readJournal(journalPath).some((line) => line.operationId === id)
    await until('it is journaled', journaled)
    await stop()
    await db.delete(operations).where(eq(operations.id, id))
    await start()
    assert.deepEqual(await holdsNow(db, id), [[asked.from, asked.amount + FEE, exclusive]])
    const inFlight = (error: unknown) => isFault(error, 'funds_in_flight')
    await assert.rejects(send({ key: randomUUID(), ...asked, to: await fresh() }), inFlight)
    const little = { ...asked, key: randomUUID(), to: await fresh(), amount: 10_000_000n }
    if (exclusive) await assert.rejects(send(little), inFlight)
    await rpc('localnet_clearFaults')
    await ended(id)
    assert.deepEqual(await holdsNow(db, id), [])
    assert.equal((await ended((await send(little)).id)).status, 'completed')
  })

test('a journal line is given to nobody else who has the number of its user', async () => {
  const asked = { key: randomUUID(), from: await funded(SOL), to: await fresh(), amount: 100_000_000n }
  const userId = await register(`${randomUUID()}@example.com`)
  await faults({ method: 'getSignatureStatuses', kind: 'drop' })
  const { id } = await send({ userId, ...asked })
  await until('it has landed', async () => (await held(asked.to)) > 0n)
  await stop()
  await forget(userId)
  const other = `${randomUUID()}@example.com`
  await db.execute(sql`insert into users (id, email) overriding system value values (${userId}, ${other})`)
  await rpc('localnet_clearFaults')
  await start()
  assert.equal(await engine.lookups.find(id), undefined)
})

test('an operation that survived while its signed transaction did not cannot be called off', async () => {
  // The blockhash of an operation before it may be shared, and expire while this one waits.
  await rpc('localnet_advanceSlots', 61)
  const userId = await register(`${randomUUID()}@example.com`)
  const asked = { key: randomUUID(), from: await funded(SOL), to: await fresh(), amount: 70_000_000n }
  await faults({ method: 'sendTransaction', kind: 'drop' }, { method: 'getEpochInfo', kind: 'drop' })
  const { id, originKey } = await send({ userId, ...asked })
  const signed = () => db.select().from(transactions).where(eq(transactions.operationId, id))
  await until('it is signed', async () => (await signed()).length === 1)
  await until('it is journaled and sent', async () => (await engine.lookups.find(id))?.status === 'running')
  await stop()
  const lost = await db.delete(transactions).where(eq(transactions.operationId, id)).returning()
  await db.update(operations).set({ status: 'pending' }).where(eq(operations.id, id))
  await start()
  const operation = await engine.submit.cancel({ userId, type: 'send', originKey }, 'It was not sent.')
  assert.notEqual(operation.status, 'failed')
  await rpc('localnet_clearFaults')
  assert.equal((await ended(id)).status, 'completed')
  assert.equal(await held(asked.to), asked.amount)
  // On a busy machine it may have expired by then, and another one may be signed.
  const kept = (await signed()).map(({ signature }) => signature)
  assert.deepEqual(
    lost.filter(({ signature }) => !kept.includes(signature)),
    [],
  )
})

const setting = (key: string, value: string) =>
  db.execute(sql`update settings set value = ${value} where key like ${`${key}%`}`)
const identity = async () => {
  const { rows } = (await db.execute(sql`select value from settings where key = 'database_identity'`)) as {
    rows: { value: string }[]
  }
  return rows[0]?.value ?? ''
}
/** Signed, sent and on its way, its outcome unknown: its line is in the journal. */
async function underWay(asked: Omit<Send, 'key'>) {
  await faults({ method: 'getSignatureStatuses', kind: 'drop' })
  const operation = await send({ key: randomUUID(), ...asked })
  await until('it has landed', async () => (await held(asked.to)) >= asked.amount)
  return operation
}
const person = () => register(`${randomUUID()}@example.com`)
const onHold = (error: unknown) => isFault(error, 'on_hold')

test('another database signs nothing, and nothing is deleted or written; with the right one it goes on', async () => {
  const userId = await person()
  const asked = { userId, from: await funded(SOL), to: await fresh(), amount: 30_000_000n }
  const { id } = await underWay(asked)
  await stop()
  const before = readFileSync(journalPath, 'utf8')
  const right = await identity()
  await setting('database_identity', randomUUID())
  await start()
  assert.equal(engine.operator.hold(), 'other_database')
  assert.equal(readFileSync(journalPath, 'utf8'), before)
  await rpc('localnet_clearFaults')
  const other = { ...asked, to: await fresh(), from: await funded(SOL) }
  await assert.rejects(send({ key: randomUUID(), ...other }), onHold)
  assert.equal(await engine.lifecycle.resume(), 0)
  assert.equal((await engine.lookups.find(id))?.status !== 'completed', true)
  await stop()
  assert.equal(readFileSync(journalPath, 'utf8'), before)
  await setting('database_identity', right)
  await start()
  assert.equal(engine.operator.hold(), null)
  assert.equal((await ended(id)).status, 'completed')
  assert.equal(await held(asked.to), asked.amount)
})

test('a database without lines that were dropped since is older than the chain, until the operator takes it', async () => {
  const userId = await person()
  const asked = { userId, from: await funded(SOL), to: await fresh(), amount: 20_000_000n }
  const { id } = await send({ key: randomUUID(), ...asked })
  // Its line is dropped once nothing can change any more.
  await until('it is final', async () => {
    const [row] = await db.select().from(operations).where(eq(operations.id, id))
    return row?.finalizedAt
  })
  await stop()
  await start()
  await stop()
  await setting('journal_line ', '0')
  await start()
  assert.equal(engine.operator.hold(), 'older_database')
  await assert.rejects(send({ key: randomUUID(), ...asked }), onHold)
  assert.equal((await engine.operator.release({ accept: 'new' })).accepted, false)
  assert.equal(engine.operator.hold(), 'older_database')
  const answer = await engine.operator.release({ accept: 'older' })
  assert.deepEqual([answer.hold, answer.accepted], [null, true])
  assert.equal((await ended((await send({ key: randomUUID(), ...asked })).id)).status, 'completed')
  await stop()
  await start()
  assert.equal(engine.operator.hold(), null)
})

test("yesterday's database, without the journal file, does not pay the same request again: the chain's memo names it", async () => {
  const userId = await person()
  const asked = { userId, key: randomUUID(), from: await funded(SOL), to: await fresh(), amount: 40_000_000n }
  const { id } = await send(asked)
  await ended(id)
  const signature = await engine.signatures.find(id)
  await stop()
  await db.delete(operations).where(eq(operations.id, id))
  journalPath = newPath()
  await start()
  // Another request of the same wallet waits for what the chain knows and the database does not.
  const second = { ...asked, key: randomUUID(), to: await fresh() }
  await assert.rejects(send(second), (error) => isFault(error, 'wallet_on_hold'))
  assert.equal((await send(asked)).id, id)
  assert.equal((await ended(id)).status, 'completed')
  assert.equal(await engine.signatures.find(id), signature)
  assert.equal(await held(asked.to), asked.amount)
  assert.equal(await held(asked.from), SOL - asked.amount - FEE)
  assert.equal((await ended((await send(second)).id)).status, 'completed')
})

test('what many transactions of one operation paid is taken back into it from the chain alone', async () => {
  const userId = await person()
  const source = await funded(SOL)
  const to = await Promise.all(Array.from({ length: 3 }, fresh))
  const amounts = [10_000_000n, 20_000_000n, 30_000_000n]
  const leg = { walletId: null, walletName: 'w', source, mint: SOL_MINT }
  const originKey = `${userId}:POST /api/spread:${randomUUID()}`
  const spread = () =>
    engine.submit.submit({
      userId,
      type: 'spread',
      originKey,
      request: {},
      movements: to.map((destination, i) => ({ ...leg, destination, amount: amounts[i] ?? 0n })),
      spends: [
        {
          address: source,
          mint: SOL_MINT,
          amount: 60_000_000n + 2n * FEE,
          walletName: 'source',
          decimals: SOL_DECIMALS,
          symbol: 'SOL',
          exclusive: true,
        },
      ],
    })
  const { id } = await spread()
  await ended(id)
  await stop()
  await db.delete(operations).where(eq(operations.id, id))
  journalPath = newPath()
  await start()
  assert.equal((await spread()).id, id)
  assert.equal((await ended(id)).status, 'completed')
  assert.deepEqual(await Promise.all(to.map(held)), amounts)
  assert.equal(await held(source), SOL - 60_000_000n - 2n * FEE)
  assert.equal((await engine.lookups.totals(id)).fees, 2n * FEE)
})

test('an unknown payment holds the wallet that paid its fee until the operator lets it go, for good', async () => {
  const userId = await person()
  const asked = { userId, from: await funded(SOL), to: await fresh(), amount: 50_000_000n }
  const { id } = await send({ key: randomUUID(), ...asked })
  await ended(id)
  await stop()
  await db.delete(operations).where(eq(operations.id, id))
  journalPath = newPath()
  await start()
  const next = { key: randomUUID(), ...asked, to: await fresh() }
  await assert.rejects(send(next), (error) => isFault(error, 'wallet_on_hold'))
  const { left } = await engine.operator.release({})
  assert.deepEqual(
    left.map(({ operationId, wallets, from }) => ({ operationId, wallets, from })),
    [{ operationId: id, wallets: [asked.from], from: 'chain' }],
  )
  const { released } = await engine.operator.release({ operations: [id] })
  assert.equal(released.length, 1)
  await stop()
  await start()
  assert.equal((await ended((await send(next)).id)).status, 'completed')
  assert.deepEqual((await engine.operator.release({})).left, [])
})

test('what an imported wallet did on another desk before holds it not', async () => {
  const userId = await person()
  const asked = { userId, from: await funded(SOL), to: await fresh(), amount: 50_000_000n }
  const { id } = await send({ key: randomUUID(), ...asked })
  await ended(id)
  await stop()
  // Another desk that knows nothing of this one has it like this.
  await db.delete(operations).where(eq(operations.id, id))
  await db.delete(feePayers).where(eq(feePayers.address, asked.from))
  journalPath = newPath()
  await start()
  await engine.lifecycle.skipHistory(db, [asked.from])
  const next = await send({ key: randomUUID(), ...asked, to: await fresh() })
  assert.equal((await ended(next.id)).status, 'completed')
})

test("a stranger's copy of a memo holds nobody", async () => {
  const [stranger, victim] = [keys.get(await funded(SOL)), await funded(SOL)]
  assert.ok(stranger)
  const built = {
    feePayer: stranger,
    instructions: [getTransferSolInstruction({ source: stranger, destination: victim, amount: 1_000n })],
  }
  const wrapping = { operationId: randomUUID(), format: 0 as const, budget: DEFAULT_BUDGET }
  const { bytes, signature } = await compile(built, wrapping, await chain.latestBlockhash()).sign()
  await chain.send(bytes)
  const seen = async () => (await chain.listSignatures(victim)).some((entry) => entry.signature === signature)
  await until('the memo is in the history of the wallet', seen)
  const userId = await person()
  const asked = { userId, key: randomUUID(), from: victim, to: await fresh(), amount: 10_000_000n }
  assert.equal((await ended((await send(asked)).id)).status, 'completed')
})

test('a line that cannot be restored stays in the file over every start and holds its own wallet only', async () => {
  const email = `${randomUUID()}@example.com`
  const userId = await register(email)
  const asked = { userId, from: await funded(SOL), to: await fresh(), amount: 60_000_000n }
  const { id } = await underWay(asked)
  await stop()
  await rpc('localnet_clearFaults')
  await forget(userId)
  const other = await person()
  for (let starts = 0; starts < 2; starts++) {
    await start()
    assert.ok(readJournal(journalPath).some((line) => line.operationId === id))
    const held = (error: unknown) => isFault(error, 'wallet_on_hold')
    await assert.rejects(send({ ...asked, userId: other, key: randomUUID(), to: await fresh() }), held)
    const free = { userId: other, from: await funded(SOL), to: await fresh(), amount: 10_000_000n }
    assert.equal((await ended((await send({ key: randomUUID(), ...free })).id)).status, 'completed')
    await stop()
  }
  // Its user exists again: it is restored and booked.
  await register(email)
  await start()
  assert.equal((await ended(id)).status, 'completed')
  assert.equal(await held(asked.to), asked.amount)
})

test('what is taken back into an operation that was final makes it open to change again', async () => {
  const userId = await person()
  const asked = { userId, from: await funded(SOL), to: await fresh(), amount: 60_000_000n }
  const { id } = await send({ key: randomUUID(), ...asked })
  await ended(id)
  await stop()
  const longAgo = new Date(0)
  await db.delete(transactions).where(eq(transactions.operationId, id))
  await db.delete(reservations).where(eq(reservations.operationId, id))
  await db.update(operations).set({ finalizedAt: longAgo }).where(eq(operations.id, id))
  journalPath = newPath()
  await start()
  await db.execute(sql`
    create or replace function note_hold() returns trigger language plpgsql as $$
    begin
      insert into settings (key, value) values ('held ' || new.operation_id, new.address || ' ' || new.amount);
      return new;
    end $$`)
  await db.execute(sql`
    create trigger note_hold after insert on reservations for each row execute function note_hold()`)
  assert.equal(
    (await ended((await send({ key: randomUUID(), ...asked, to: await fresh() })).id)).status,
    'completed',
  )
  assert.equal((await ended(id)).status, 'completed')
  const [row] = await db.select().from(operations).where(eq(operations.id, id))
  assert.notDeepEqual(row?.finalizedAt, longAgo)
  // While it was open it held the rest of its funds: its transfers were confirmed, its fee was not booked.
  const { rows } = (await db.execute(sql`select value from settings where key = ${`held ${id}`}`)) as {
    rows: { value: string }[]
  }
  assert.deepEqual(rows, [{ value: `${asked.from} ${FEE}` }])
  await db.execute(sql`drop trigger note_hold on reservations`)
  assert.deepEqual(await holdsNow(db, id), [])
})

for (const type of ['send', 'spread'])
  test(`a ${type} that was paid anew before the lost payment is found says so, and its user is told`, async () => {
    const userId = await person()
    const from = await funded(SOL)
    const to = await Promise.all(Array.from({ length: type === 'send' ? 1 : 3 }, fresh))
    const amount = 40_000_000n
    const leg = { walletId: null, walletName: 'w', source: from, mint: SOL_MINT, amount }
    const spend = { mint: SOL_MINT, walletName: 'w', decimals: SOL_DECIMALS, symbol: 'SOL' }
    const { id } = await engine.submit.submit({
      userId,
      type,
      originKey: `${userId}:POST /api/${type}:${randomUUID()}`,
      request: { from, to: to[0], amount: amount.toString() },
      movements: to.map((destination) => ({ ...leg, destination })),
      spends: [{ ...spend, address: from, amount: amount * BigInt(to.length) + 2n * FEE }],
    })
    await ended(id)
    const signed = async () => {
      const rows = await db.select().from(transactions).where(eq(transactions.operationId, id))
      return rows.map(({ signature }) => signature)
    }
    const lost = readJournal(journalPath).filter((line) => line.operationId === id)
    await stop()
    // Neither the database nor the wallet's history has a trace of it any more.
    await db.delete(transactions).where(eq(transactions.operationId, id))
    await db
      .update(transfers)
      .set({ status: 'pending', signature: null })
      .where(eq(transfers.operationId, id))
    await db
      .update(operations)
      .set({ status: 'pending', result: null, finalizedAt: null })
      .where(eq(operations.id, id))
    await db.insert(releasedSignatures).values(lost.map(({ signature }) => ({ signature })))
    journalPath = newPath()
    await rpc('localnet_advanceSlots', 61)
    await start()
    await ended(id)
    const second = await signed()
    assert.equal((await engine.lookups.find(id))?.error, null)
    await stop()
    await db.delete(releasedSignatures)
    appendFileSync(journalPath, lost.map(({ n: _, ...line }) => `${JSON.stringify(line)}\n`).join(''))
    await start()
    await until(
      'it has ended again',
      async () => (await signed()).length > second.length && (await ended(id)),
    )
    assert.deepEqual(await Promise.all(to.map(held)), Array(to.length).fill(2n * amount))
    const operation = await ended(id)
    assert.equal(operation.status, 'completed')
    for (const signature of [...second, ...lost.map((line) => line.signature)])
      assert.ok(operation.error?.includes(signature), `${operation.error} names ${signature}`)
    for (const { status, error } of await engine.lookups.listMovements(id)) {
      assert.equal(status, 'confirmed')
      assert.match(error ?? '', /^Executed twice on-chain: \w{80,90}, \w{80,90}$/)
    }
    assert.deepEqual(
      told.filter(([operationId]) => operationId === id),
      [[id, 'twice']],
    )
  })
