// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, test } from 'node:test'
import { getTransferSolInstruction } from '@solana-program/system'
import type { Address } from '@solana/kit'
import { eq, sql } from 'drizzle-orm'
import { createSignatureNotifications } from '../../adapters/chain/endpoint/signature-notifications.ts'
import { createRpcChain } from '../../adapters/chain/rpc.ts'
import { systemClock } from '../../kernel/clock.ts'
import { Fault, isFault } from '../../kernel/fault.ts'
import { createLimiter } from '../../kernel/concurrency/limiter.ts'
import { createLog } from '../../kernel/log.ts'
import { type Heartbeat, startHeartbeat } from '../../kernel/heartbeat.ts'
import { startEngine } from '../../test/engine.ts'
import { openGround } from '../../test/ground.ts'
import { createLegs } from '../../test/payment.ts'
import { until } from '../../test/until.ts'
import { users } from '../accounts/accounts.tables.ts'
import { createWallets } from '../wallets/index.ts'
import type { Transfers } from './index.ts'
import { readJournal } from './journal/read-journal.ts'
import { operations, reservations, transactions } from './transfers.tables.ts'

const log = createLog('silent')
const { database, db, network, rpc } = await openGround()
const signatureNotifications = createSignatureNotifications({ url: network.wsUrl, log })
const chain = createRpcChain({ url: network.rpcUrl, log })
const key = new Uint8Array(32).fill(1)
const wallets = createWallets({
  db,
  clock: systemClock,
  limiter: createLimiter(db, systemClock),
  masterKey: { current: () => key, candidates: () => [key] },
})
const journalPath = join(mkdtempSync(join(tmpdir(), 'purser-journal-')), 'transactions.jsonl')
const FEE = 5_000n

let engine: Transfers
let heartbeat: Heartbeat
async function start(): Promise<void> {
  heartbeat = await startHeartbeat(db, { alone: database.kind === 'embedded', log })
  engine = await startEngine({
    apartMs: 300,
    finalityMs: 200,
    db,
    chain,
    signatureNotifications,
    log,
    heartbeat,
    journalPath,
  })
  engine.lifecycle.register('send', {
    async build({ userId, request }) {
      const { from, to, amount } = request as { from?: string; to: Address; amount: string }
      if (from === undefined) return { refused: 'The details of this payout are no longer known.' }
      const source = await wallets.keys.signer(userId, from)
      return {
        feePayer: source,
        instructions: [getTransferSolInstruction({ source, destination: to, amount: BigInt(amount) })],
      }
    },
  })
  await engine.lifecycle.resume()
}
async function stop(): Promise<void> {
  await engine.lifecycle.stop()
  await heartbeat.stop()
}

type Strike = { method: string; kind: string; times?: number; probability?: number; delayMs?: number }
const faults = (...rules: Strike[]) => rpc('localnet_setFaults', rules)
const noFaults = () => rpc('localnet_clearFaults')
after(async () => {
  await stop()
  signatureNotifications.close()
  await database.close()
  await network.close()
})
afterEach(noFaults)
await start()

const [owner] = await db.insert(users).values({ email: 'owner@example.com' }).returning()
const userId = owner?.id ?? 0
async function wallet(lamports: bigint): Promise<Address> {
  const made = await db.transaction((tx) =>
    wallets.creation.generate(tx, userId, { name: undefined, key: false, client: 'test' }),
  )
  const address = made.address as Address
  if (lamports > 0n) {
    await rpc('requestAirdrop', address, Number(lamports))
    await until('the wallet is funded', async () => (await chain.balance(address)).lamports === lamports)
  }
  return address
}
const held = async (address: Address) => (await chain.balance(address)).lamports
const SOL = 1_000_000_000n

const send = (from: Address, to: Address, amount: bigint, originKey: string = randomUUID()) =>
  engine.submit.submit({
    userId,
    type: 'send',
    originKey,
    request: { from, to, amount: amount.toString() },
    ...createLegs({ from, to, amount }),
  })
const readAttempts = (id: string) =>
  db.select().from(transactions).where(eq(transactions.operationId, id)).orderBy(transactions.attempt)
const ended = (id: string) =>
  until(`operation ${id} has ended`, async () => {
    const operation = await engine.lookups.find(id)
    return operation && ['completed', 'failed'].includes(operation.status) ? operation : null
  })

/** Exact to the lamport: the source loses the amount that arrives and one fee. */
async function assertPaidOnce(id: string, from: Address, before: bigint, to: Address, amount: bigint) {
  const operation = await ended(id)
  assert.equal(operation.status, 'completed', operation.error ?? '')
  await until('the payment is seen', async () => (await held(to)) >= amount)
  assert.equal(await held(to), amount)
  assert.equal(await held(from), before - amount - FEE)
  const landed = (await readAttempts(id)).filter((t) => t.state === 'confirmed')
  assert.equal(landed.length, 1)
}

test('a transfer moves the amount and costs one fee, to the lamport', async () => {
  const [from, to] = [await wallet(SOL), await wallet(0n)]
  const operation = await send(from, to, 123_456_789n)
  await assertPaidOnce(operation.id, from, SOL, to, 123_456_789n)
  assert.ok((await engine.signatures.find(operation.id))?.length)
  const open = await db
    .select()
    .from(reservations)
    .where(sql`operation_id = ${operation.id} and released_at_slot is null`)
  assert.deepEqual(open, [])
})

test('what is written within the end of an operation is committed with it or not at all, and told once', async () => {
  const [from, to] = [await wallet(SOL), await wallet(0n)]
  const key = `noted ${randomUUID()}`
  const noted = async () =>
    ((await db.execute(sql`select from settings where key = ${key}`)) as { rows: unknown[] }).rows.length
  const seen: string[] = []
  engine.lifecycle.register('noted', {
    async build({ userId: id }) {
      const source = await wallets.keys.signer(id, from)
      return {
        feePayer: source,
        instructions: [getTransferSolInstruction({ source, destination: to, amount: SOL / 10n })],
      }
    },
    async settle({ id }) {
      // The writes of an earlier try are rolled back, and nobody was notified.
      seen.push(`${await noted()} ${(await engine.lookups.find(id))?.status}`)
      return {
        result: { noted: true },
        async within(tx) {
          await tx.execute(sql`insert into settings (key, value) values (${key}, 'x')`)
          if (seen.length === 1) throw new Fault('market_away')
        },
        after: () => void seen.push('after'),
      }
    },
  })
  const request = { from, to, amount: `${SOL / 10n}` }
  const { id } = await engine.submit.submit({
    userId,
    type: 'noted',
    originKey: randomUUID(),
    request,
    ...createLegs({ from, to, amount: SOL / 10n }),
  })
  const done = await engine.lookups.waitForEnd(id, 20_000)
  assert.deepEqual([done.status, done.result, await noted()], ['completed', { noted: true }, 1])
  assert.deepEqual(done.result, (await engine.lookups.find(id))?.result)
  assert.deepEqual(seen, ['0 running', '0 running', 'after'])
})

test('one origin key is one operation, however often and however parallel it comes', async () => {
  const [from, to] = [await wallet(SOL), await wallet(0n)]
  const originKey = randomUUID()
  const all = await Promise.all(Array.from({ length: 20 }, () => send(from, to, 10_000_000n, originKey)))
  assert.equal(new Set(all.map((o) => o.id)).size, 1)
  await assertPaidOnce(all[0]?.id ?? '', from, SOL, to, 10_000_000n)
  assert.equal((await send(from, to, 10_000_000n, originKey)).id, all[0]?.id)
  assert.equal(await held(to), 10_000_000n)
})

test('parallel operations from one wallet never spend the same funds', async () => {
  const [from, to] = [await wallet(SOL), await wallet(0n)]
  const amount = 300_000_000n
  // None of them ends before the last has asked.
  await faults({ method: 'sendTransaction', kind: 'drop' })
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => send(from, to, amount)))
  await noFaults()
  const accepted = tries.flatMap((t) => (t.status === 'fulfilled' ? [t.value] : []))
  for (const t of tries)
    if (t.status === 'rejected') assert.ok(isFault(t.reason, 'funds_in_flight'), String(t.reason))
  assert.equal(accepted.length, 3)
  for (const { id } of accepted) assert.equal((await ended(id)).status, 'completed')
  assert.equal(await held(to), 3n * amount)
  assert.equal(await held(from), SOL - 3n * (amount + FEE))
})

test('funds that are on their way out are not there for the next operation, and after the end the rest is', async () => {
  const [from, to] = [await wallet(SOL), await wallet(0n)]
  // It does not land before the second one has asked.
  await faults({ method: 'sendTransaction', kind: 'drop' })
  const first = await send(from, to, 900_000_000n)
  await assert.rejects(send(from, to, 200_000_000n), (error) => {
    assert.ok(error instanceof Fault)
    assert.equal(error.message, 'This wallet is already sending funds.')
    return true
  })
  await noFaults()
  await ended(first.id)
  const second = await send(from, to, 50_000_000n)
  assert.equal((await ended(second.id)).status, 'completed')
  assert.equal(await held(to), 950_000_000n)
})

test('a transfer that the chain refuses fails, costs nothing and frees its funds', async () => {
  const [from, to] = [await wallet(SOL), await wallet(0n)]
  // Below the rent that a new account must hold.
  const operation = await ended((await send(from, to, 1n)).id)
  assert.equal(operation.status, 'failed')
  assert.match(operation.error ?? '', /rent/i)
  assert.equal(await held(from), SOL)
  assert.equal((await ended((await send(from, to, SOL - FEE)).id)).status, 'completed')
})

const strikes: Strike[] = [
  ...['drop', 'loseAnswer', 'duplicate', 'fail500', 'fail429', 'garbage'].map((kind) => ({
    method: 'sendTransaction',
    kind,
    times: 2,
  })),
  { method: 'getLatestBlockhash', kind: 'drop', times: 2 },
  { method: 'getSignatureStatuses', kind: 'garbage', times: 2 },
  { method: 'getTransaction', kind: 'loseAnswer', times: 2 },
]
for (const strike of strikes)
  test(`${strike.method} struck by ${strike.kind} still pays exactly once`, async () => {
    const [from, to] = [await wallet(SOL), await wallet(0n)]
    await faults(strike)
    // A balance that cannot be read refuses the submission; it is asked for again under the same key.
    const operation = await send(from, to, 77_000_001n)
    await assertPaidOnce(operation.id, from, SOL, to, 77_000_001n)
  })

test('many payments over a network that loses, doubles and delays all add up to the lamport', async () => {
  const [from, to] = [await wallet(100n * SOL), await wallet(SOL)]
  const amounts = Array.from({ length: 25 }, (_, i) => 1_000_000n + BigInt(i) * 7_919n)
  await faults(
    { method: 'sendTransaction', kind: 'loseAnswer', probability: 0.3 },
    { method: 'sendTransaction', kind: 'drop', probability: 0.2 },
    { method: 'sendTransaction', kind: 'duplicate', probability: 0.3 },
    { method: 'getSignatureStatuses', kind: 'fail500', probability: 0.2 },
    { method: 'getTransaction', kind: 'drop', probability: 0.3 },
  )
  const all = await Promise.all(amounts.map((amount) => send(from, to, amount)))
  for (const { id } of all) assert.equal((await ended(id)).status, 'completed')
  await noFaults()
  const total = amounts.reduce((a, b) => a + b, 0n)
  assert.equal(await held(to), SOL + total)
  assert.equal(await held(from), 100n * SOL - total - 25n * FEE)
})

const isSigned = async (id: string) => (await readAttempts(id)).length > 0
const isOnChain = async (id: string) => {
  const [attempt] = await readAttempts(id)
  if (!attempt) return false
  const [node] = chain.nodes
  const found = await node?.lookUp([attempt.signature as never]).catch(() => null)
  return found?.states[0] != null
}
type Point = { name: string; strikes: Strike[]; reached: (id: string, to: Address) => Promise<boolean> }
const points: Point[] = [
  {
    name: 'before it was signed',
    strikes: [{ method: 'getLatestBlockhash', kind: 'drop' }],
    reached: async () => true,
  },
  {
    name: 'signed and never received',
    strikes: [{ method: 'sendTransaction', kind: 'drop' }],
    reached: isSigned,
  },
  {
    name: 'executed but unanswered',
    // Otherwise it can be seen and closed before the stop.
    strikes: [
      { method: 'sendTransaction', kind: 'loseAnswer' },
      { method: 'getSignatureStatuses', kind: 'drop' },
    ],
    reached: async (_, to) => (await held(to)) > 0n,
  },
  {
    name: 'executed but not yet seen',
    strikes: [{ method: 'getSignatureStatuses', kind: 'drop' }],
    reached: async (_, to) => (await held(to)) > 0n,
  },
  {
    name: 'seen but not yet closed',
    strikes: [{ method: 'getTransaction', kind: 'drop' }],
    reached: isOnChain,
  },
]
for (const { name, strikes, reached } of points)
  test(`an operation that was cut off ${name} is taken up by the next start and paid once`, async () => {
    const [from, to] = [await wallet(SOL), await wallet(0n)]
    await faults(...strikes)
    const { id } = await send(from, to, 55_000_000n)
    await until(`it got as far as: ${name}`, () => reached(id, to))
    await stop()
    assert.notEqual((await db.select().from(operations).where(eq(operations.id, id)))[0]?.status, 'completed')
    await noFaults()
    await start()
    await assertPaidOnce(id, from, SOL, to, 55_000_000n)
  })

test('only a transaction that can never land any more is signed anew', async () => {
  const [from, to] = [await wallet(SOL), await wallet(0n)]
  await faults({ method: 'sendTransaction', kind: 'drop' })
  const { id } = await send(from, to, 66_000_000n)
  await until('it is signed', () => isSigned(id))
  await rpc('localnet_advanceSlots', 400)
  await until('a second attempt is signed', async () => (await readAttempts(id)).length > 1)
  await noFaults()
  await assertPaidOnce(id, from, SOL, to, 66_000_000n)
  assert.equal((await readAttempts(id))[0]?.state, 'dead')
})

test('a transaction that landed unseen is found in the history after its blockhash has expired, and not signed anew', async () => {
  const [from, to] = [await wallet(SOL), await wallet(0n)]
  await faults(
    { method: 'sendTransaction', kind: 'loseAnswer' },
    { method: 'getSignatureStatuses', kind: 'drop' },
  )
  const { id } = await send(from, to, 44_000_000n)
  await until('it has landed', async () => (await held(to)) > 0n)
  await rpc('localnet_advanceSlots', 1_000)
  await until(
    'the outcome is being resolved',
    async () => (await engine.lookups.find(id))?.status === 'resolving',
  )
  await noFaults()
  await assertPaidOnce(id, from, SOL, to, 44_000_000n)
  assert.equal((await readAttempts(id)).length, 1)
})

test('what the database lost is written back from the journal, and its request does not pay twice', async () => {
  const [from, to] = [await wallet(SOL), await wallet(0n)]
  const originKey = randomUUID()
  await faults({ method: 'getSignatureStatuses', kind: 'drop' })
  const { id } = await send(from, to, 33_000_000n, originKey)
  await until('it has landed', async () => (await held(to)) > 0n)
  await stop()
  await db.delete(operations).where(eq(operations.id, id))
  appendFileSync(journalPath, '{"operationId":"torn","signature":"abc","by')
  await noFaults()
  await start()
  await assertPaidOnce(id, from, SOL, to, 33_000_000n)
  assert.equal((await send(from, to, 33_000_000n, originKey)).id, id)
  assert.equal(await held(to), 33_000_000n)
})

test('the journal holds every signed transaction before the chain can know it, and forgets what is final', async () => {
  const [from, to] = [await wallet(SOL), await wallet(0n)]
  // Transactions that expire before they are sent again are dead, and nothing is final while they are young.
  await rpc('localnet_setSlotTime', 200)
  await faults({ method: 'sendTransaction', kind: 'drop' })
  const { id } = await send(from, to, 22_000_000n)
  const line = await until('the line is there', () =>
    readJournal(journalPath).find((l) => l.operationId === id),
  )
  const [attempt] = await readAttempts(id)
  assert.equal(line.signature, attempt?.signature)
  assert.equal(line.bytes, Buffer.from(attempt?.bytes ?? []).toString('base64'))
  await noFaults()
  await ended(id)
  // A fork may drop it yet, and then the bytes are needed: only final ones are forgotten.
  await until('it is final', async () => {
    const [row] = await db.select().from(operations).where(eq(operations.id, id))
    return row?.finalizedAt
  })
  await rpc('localnet_setSlotTime', 15)
  await stop()
  await start()
  assert.equal(readFileSync(journalPath, 'utf8').includes(id), false)
})

test('every transaction carries the id of its operation as a memo', async () => {
  const [from, to] = [await wallet(SOL), await wallet(0n)]
  const { id } = await send(from, to, 11_000_000n)
  await ended(id)
  const signature = await engine.signatures.find(id)
  const [found] = await rpc<{ signature: string; memo: string }[]>('getSignaturesForAddress', to, {
    commitment: 'confirmed',
  })
  assert.equal(found?.signature, signature)
  assert.ok(found?.memo.includes(`purser:${id}`), found?.memo)
})

test('a server that starts beside another leaves it the reservations that were released; one that is alone forgets them', async () => {
  const [from, to] = [await wallet(SOL), await wallet(0n)]
  const { id } = await send(from, to, 12_000_000n)
  await ended(id)
  const released = () => db.select().from(reservations).where(eq(reservations.operationId, id))
  assert.equal((await released()).length, 1)
  const other = await startHeartbeat(db, { alone: false, log })
  const journal = join(mkdtempSync(join(tmpdir(), 'purser-journal-')), 'transactions.jsonl')
  const beside = await startEngine({ db, chain, log, heartbeat: other, journalPath: journal })
  assert.equal((await released()).length, 1)
  await beside.lifecycle.stop()
  await other.stop()
  await stop()
  await start()
  assert.deepEqual(await released(), [])
})
