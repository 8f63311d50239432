/** A database that knows less than the journal file: older, emptied, or with other people under the same numbers. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, test } from 'node:test'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import { getTransferSolInstruction } from '@solana-program/system'
import { type Address, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit'
import { eq, sql } from 'drizzle-orm'
import { createRpcChain } from '../../adapters/chain/rpc.ts'
import { createBus } from '../../kernel/bus.ts'
import { createLog } from '../../kernel/log.ts'
import { type Presence, startPresence } from '../../kernel/presence.ts'
import { openTestDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { users } from '../accounts/accounts.tables.ts'
import { createTransfers, type Transfers } from './index.ts'
import { operations, transactions } from './transfers.tables.ts'

const log = createLog('silent')
const [database, network] = await Promise.all([
  openTestDatabase(),
  startLocalnet({ rpcPort: 0, clock: 'steered', faults: true }),
])
const { db } = database
const chain = createRpcChain({ url: network.rpcUrl, log })
const journalPath = join(mkdtempSync(join(tmpdir(), 'purser-restore-')), 'transactions.jsonl')
const keys = new Map<string, KeyPairSigner>()
const SOL = 1_000_000_000n
const FEE = 5_000n

let engine: Transfers
let presence: Presence
async function start(): Promise<void> {
  presence = await startPresence(db, { alone: database.kind === 'embedded', log })
  const bus = createBus(log)
  const sync = async () => undefined
  engine = await createTransfers({ sync, db, chain, bus, log, presence, journalPath })
  engine.kind('send', {
    recall: (request) => request,
    async build({ request }) {
      const { from, to, amount } = request as { from?: string; to: Address; amount: string }
      const source = keys.get(from ?? '')
      if (!source) return { refused: 'What was to be paid is no longer known.' }
      return {
        feePayer: source,
        instructions: [getTransferSolInstruction({ source, destination: to, amount: BigInt(amount) })],
      }
    },
  })
  await engine.resume()
}
async function stop(): Promise<void> {
  await engine.stop()
  await presence.stop()
}
async function rpc<T>(method: string, ...params: unknown[]): Promise<T> {
  const response = await fetch(network.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: T; error?: unknown }
  assert.equal(error, undefined, JSON.stringify(error))
  return result
}
const faults = (...rules: object[]) => rpc('localnet_setFaults', rules)
await rpc('localnet_setSlotTime', 15)
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
async function funded(lamports: bigint): Promise<string> {
  const signer = await generateKeyPairSigner()
  keys.set(signer.address, signer)
  await rpc('requestAirdrop', signer.address, Number(lamports))
  await until('it is funded', async () => (await held(signer.address)) === lamports)
  return signer.address
}
const held = async (address: string) => (await chain.balance(address)).lamports
const fresh = async () => (await generateKeyPairSigner()).address as string
type Send = { userId: number; key: string; from: string; to: string; amount: bigint }
const send = ({ userId, key, from, to, amount }: Send) =>
  engine.submit({
    userId,
    type: 'send',
    originKey: `${userId}:POST /api/send:${key}`,
    request: { from, to, amount: amount.toString() },
    movements: [{ walletId: null, walletName: 'w', source: from, destination: to, mint: SOL_MINT, amount }],
    spends: [
      {
        address: from,
        mint: SOL_MINT,
        amount: amount + FEE,
        walletName: 'w',
        decimals: SOL_DECIMALS,
        symbol: 'SOL',
      },
    ],
  })
const ended = (id: string) =>
  until(
    'it has ended',
    async () => {
      const operation = await engine.find(id)
      return operation && ['completed', 'failed'].includes(operation.status) ? operation : null
    },
    30_000,
  )

test('an operation is the same after the user has another number, and what it moved is still known', async () => {
  const email = `${randomUUID()}@example.com`
  const asked = { key: randomUUID(), from: await funded(SOL), to: await fresh(), amount: 250_000_000n }
  const userId = await register(email)
  await faults({ method: 'getSignatureStatuses', kind: 'drop' })
  const { id } = await send({ userId, ...asked })
  await until('it has landed', async () => (await held(asked.to)) > 0n)
  await stop()
  // The database is gone with all that was in it; somebody else registers first this time.
  await db.delete(users).where(eq(users.id, userId))
  await register(`${randomUUID()}@example.com`)
  const again = await register(email)
  assert.notEqual(again, userId)
  await rpc('localnet_clearFaults')
  await start()
  assert.equal((await send({ userId: again, ...asked })).id, id)
  assert.equal((await ended(id)).status, 'completed')
  assert.equal(await held(asked.to), asked.amount)
  assert.equal(await held(asked.from), SOL - asked.amount - FEE)
  const [moved] = await engine.movementsOf(id)
  assert.equal(moved?.amount, asked.amount)
  assert.equal(moved.destination, asked.to)
})

test('a journal line is given to nobody else who has the number of its user', async () => {
  const asked = { key: randomUUID(), from: await funded(SOL), to: await fresh(), amount: 100_000_000n }
  const userId = await register(`${randomUUID()}@example.com`)
  await faults({ method: 'getSignatureStatuses', kind: 'drop' })
  const { id } = await send({ userId, ...asked })
  await until('it has landed', async () => (await held(asked.to)) > 0n)
  await stop()
  await db.delete(users).where(eq(users.id, userId))
  const other = `${randomUUID()}@example.com`
  await db.execute(sql`insert into users (id, email) overriding system value values (${userId}, ${other})`)
  await rpc('localnet_clearFaults')
  await start()
  assert.equal(await engine.find(id), undefined)
})

test('an operation that survived while its signed transaction did not cannot be called off', async () => {
  const userId = await register(`${randomUUID()}@example.com`)
  const asked = { key: randomUUID(), from: await funded(SOL), to: await fresh(), amount: 70_000_000n }
  await faults({ method: 'sendTransaction', kind: 'drop' }, { method: 'getEpochInfo', kind: 'drop' })
  const { id, originKey } = await send({ userId, ...asked })
  const signed = () => db.select().from(transactions).where(eq(transactions.operationId, id))
  await until('it is signed', async () => (await signed()).length === 1)
  await until('it is journaled and sent', async () => (await engine.find(id))?.status === 'running')
  await stop()
  await db.delete(transactions).where(eq(transactions.operationId, id))
  await db.update(operations).set({ status: 'pending' }).where(eq(operations.id, id))
  await start()
  const operation = await engine.cancel({ userId, type: 'send', originKey }, 'It was not sent.')
  assert.notEqual(operation.status, 'failed')
  await rpc('localnet_clearFaults')
  assert.equal((await ended(id)).status, 'completed')
  assert.equal(await held(asked.to), asked.amount)
  assert.equal((await signed()).length, 1)
})
