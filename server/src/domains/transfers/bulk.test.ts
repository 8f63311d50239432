/** Operations of many transfers on a node that lies, under an owner that changes, with a recipient at fault. */
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
import { type Address, generateKeyPairSigner, type KeyPairSigner, type Signature } from '@solana/kit'
import { eq } from 'drizzle-orm'
import { createNotices } from '../../adapters/chain/notices.ts'
import { createCluster } from '../../adapters/chain/cluster.ts'
import { createRpcNode } from '../../adapters/chain/rpc.ts'
import { createBus } from '../../kernel/bus.ts'
import { systemClock } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import { startPresence } from '../../kernel/presence.ts'
import type { ChainNode } from '../../ports/chain.ts'
import { openTestDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { users } from '../accounts/accounts.tables.ts'
import { type BulkKind, createTransfers, feeOf, solBudget } from './index.ts'
import { operations, transactions } from './transfers.tables.ts'

const log = createLog('silent')
const [database, network] = await Promise.all([
  openTestDatabase(),
  startLocalnet({ rpcPort: 0, clock: 'steered', faults: true }),
])
const { db } = database
const notices = createNotices({ url: network.wsUrl, log })
const truth = createRpcNode({ url: network.rpcUrl, log })
/** What this node says when asked; a test may have it lie. */
let lies: Partial<ChainNode> = {}
const LYING = ['statuses', 'lookUp', 'send', 'signaturesFor'] as const
const chain = createCluster([
  {
    ...truth,
    ...Object.fromEntries(
      LYING.map((name) => [
        name,
        (...asked: never[]) => ((lies[name] ?? truth[name]) as (...a: never[]) => unknown)(...asked),
      ]),
    ),
  },
])
const SOL = 1_000_000_000n
const FEE = 5_000n
const SIZE = 4
const APART_MS = 300

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
await rpc('localnet_setSlotTime', 15)

const keys = new Map<string, KeyPairSigner>()
const spread: BulkKind = {
  prepare: async () => ({
    format: 0,
    size: SIZE,
    budget: (n) => solBudget(n, 0n),
    fee: (n) => feeOf(1, solBudget(n, 0n)),
    async build(rows) {
      const source = keys.get(rows[0]?.source ?? '')
      assert.ok(source)
      return {
        feePayer: source,
        instructions: rows.map(({ destination, amount }) =>
          getTransferSolInstruction({ source, destination: destination as Address, amount }),
        ),
      }
    },
  }),
  close: async () => ({}),
}
const presence = await startPresence(db, { alone: database.kind === 'embedded', log })
const bus = createBus(log)
const engine = await createTransfers({
  sync: async () => undefined,
  clock: systemClock,
  apartMs: APART_MS,
  db,
  chain,
  notices,
  bus,
  log,
  presence,
  journalPath: join(mkdtempSync(join(tmpdir(), 'purser-bulk-')), 'transactions.jsonl'),
})
engine.kind('spread', spread)
await engine.resume()
after(async () => {
  await engine.stop()
  await presence.stop()
  notices.close()
  await database.close()
  await network.close()
})
afterEach(async () => {
  lies = {}
  await rpc('localnet_clearFaults')
})

const [owner] = await db.insert(users).values({ email: 'many@example.com' }).returning()
const userId = owner?.id ?? 0
const fresh = async (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await generateKeyPairSigner()).address as string))

async function submit(amounts: bigint[]) {
  const signer = await generateKeyPairSigner()
  const source = signer.address as string
  keys.set(source, signer)
  await rpc('requestAirdrop', source, Number(10n * SOL))
  await until('the source is funded', async () => (await truth.balance(source)).lamports === 10n * SOL)
  const to = await fresh(amounts.length)
  const leg = { walletId: null, source, mint: SOL_MINT }
  const { id } = await engine.submit({
    userId,
    type: 'spread',
    originKey: randomUUID(),
    request: {},
    movements: amounts.map((amount, i) => ({
      ...leg,
      walletName: `w${i}`,
      destination: to[i] ?? '',
      amount,
    })),
    spends: [
      {
        address: source,
        mint: SOL_MINT,
        amount: amounts.reduce((a, b) => a + b, 0n) + FEE * BigInt(amounts.length),
        walletName: 'source',
        decimals: SOL_DECIMALS,
        symbol: 'SOL',
        exclusive: true,
      },
    ],
  })
  return { id, source, to }
}
const signed = (id: string) => db.select().from(transactions).where(eq(transactions.operationId, id))
const held = (addresses: string[]) => truth.balances(addresses).then((b) => b.map((x) => x.lamports))
const over = (id: string) =>
  until(
    'it has ended',
    async () => {
      const operation = await engine.find(id)
      return operation && ['completed', 'partial', 'failed'].includes(operation.status) ? operation : null
    },
    20_000,
  )

void test('what a node had forgotten for a moment is neither dead nor signed anew', async () => {
  let forgot = 0
  // Knows nothing, up to and with the first testimony that the transactions can never land.
  lies = {
    statuses: async (asked) => (forgot > 0 ? truth.statuses(asked) : asked.map(() => null)),
    async lookUp(asked) {
      const found = await truth.lookUp(asked)
      return forgot > 0 ? found : { ...found, states: asked.map(() => null) }
    },
    async signaturesFor(...asked) {
      return forgot++ > 0 ? truth.signaturesFor(...asked) : []
    },
  }
  const amounts = Array.from({ length: 10 }, (_, i) => 1_000_000n + BigInt(i))
  const { id, source, to } = await submit(amounts)
  await until('all have landed', async () => (await held(to)).every((lamports, i) => lamports === amounts[i]))
  await rpc('localnet_advanceSlots', 200)
  const operation = await over(id)
  assert.ok(forgot > 0)
  assert.equal(operation.status, 'completed')
  assert.deepEqual(
    (await signed(id)).map((t) => t.state),
    ['confirmed', 'confirmed', 'confirmed'],
  )
  assert.deepEqual(await held(to), amounts)
  const sum = amounts.reduce((a, b) => a + b, 0n)
  assert.deepEqual(await held([source]), [10n * SOL - sum - 3n * FEE])
  assert.equal((await engine.totals(id)).fees, 3n * FEE)
})

void test('whoever is not the owner any more writes nothing and signs nothing', async () => {
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const { id, to } = await submit([1_000_000n, 2_000_000n])
  await until('it is signed', async () => (await signed(id)).length === 1)
  // A process that is alive: nobody may take over from it.
  const rival = await startPresence(db, { alone: false, log })
  await db.update(operations).set({ owner: rival.id }).where(eq(operations.id, id))
  await rpc('localnet_clearFaults')
  await rpc('localnet_advanceSlots', 200)
  const [before] = await signed(id)
  const { slot } = await truth.blockHeight('confirmed')
  await until('time passes', async () => (await truth.blockHeight('confirmed')).slot > slot + 300n)
  assert.deepEqual(await signed(id), [before])
  const [row] = await db.select().from(operations).where(eq(operations.id, id))
  assert.equal(row?.owner, rival.id)
  await rival.stop()
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(await held(to), [1_000_000n, 2_000_000n])
})

void test('a recipient at fault is found in halves and stands alone; the others are paid once', async () => {
  const amounts = Array.from({ length: 9 }, (_, i) => (i === 2 ? 1n : 1_000_000n + BigInt(i)))
  const { id, source, to } = await submit(amounts)
  assert.equal((await over(id)).status, 'partial')
  const rows = await engine.movementsOf(id)
  assert.deepEqual(
    rows.map((row) => row.status),
    amounts.map((_, i) => (i === 2 ? 'failed' : 'confirmed')),
  )
  assert.match(rows[2]?.error ?? '', /insufficient funds for rent/i)
  assert.deepEqual(
    await held(to),
    amounts.map((amount, i) => (i === 2 ? 0n : amount)),
  )
  const { fees, moved } = await engine.totals(id)
  assert.deepEqual(await held([source]), [10n * SOL - moved - fees])
})

void test('a gateway that refuses what it passes on pays once: a refusal is no end', async () => {
  let refusals = 0
  lies = {
    async send(bytes) {
      await truth.send(bytes)
      refusals++
      return { outcome: 'refused', reason: 'Blockhash not found', err: 'BlockhashNotFound', logs: [] }
    },
    // Nor does its other half know of it while it could be taken for lost.
    statuses: async (asked) => (refusals < 3 ? asked.map(() => null) : truth.statuses(asked)),
  }
  const { id, source, to } = await submit([1_000_000n, 2_000_000n])
  assert.equal((await over(id)).status, 'completed')
  assert.deepEqual(await held(to), [1_000_000n, 2_000_000n])
  assert.deepEqual(await held([source]), [10n * SOL - 3_000_000n - FEE])
  assert.equal((await signed(id)).length, 1)
})

void test('an operation that was lost and has come back is begun anew; what its former run finds out counts no more', async () => {
  let wake: () => void = () => undefined
  const asleep = new Promise<void>((resolve) => (wake = resolve))
  let answers = 0
  let stalled = 0
  lies = {
    async statuses(asked) {
      const answer = await truth.statuses(asked)
      if (answers++ === 0) await asleep
      return answer
    },
    async send(bytes) {
      if (stalled++ > 0) return truth.send(bytes)
      await asleep
      return { outcome: 'refused', reason: 'insufficient funds for rent', err: 'x', logs: [] }
    },
  }
  const { id, to } = await submit([1_000_000n])
  const told: string[] = []
  bus.subscribe('operation.progress', (event) => {
    if (event.operationId === id) told.push(...event.changes.map((change) => change.status))
  })
  await until('it is being sent and asked about', () => stalled > 0 && answers > 0)
  const ownerOf = async () =>
    (await db.select().from(operations).where(eq(operations.id, id)))[0]?.owner ?? null
  const before = await ownerOf()
  // Another process takes it over, sends the same bytes, and dies before it has written anything.
  const rival = await startPresence(db, { alone: false, log })
  await db.update(operations).set({ owner: rival.id }).where(eq(operations.id, id))
  const [transaction] = await signed(id)
  assert.ok(transaction)
  await truth.send(transaction.bytes)
  await until('it has landed', async () => (await held(to))[0] === 1_000_000n)
  await rival.stop()
  const after = await until('it has come back', async () => {
    const now = await ownerOf()
    return now !== rival.id && now
  })
  assert.ok(presence.isMine(after))
  assert.notEqual(after, before)
  wake()
  const operation = await over(id)
  assert.equal(operation.status, 'completed')
  assert.equal(operation.error, null)
  assert.deepEqual(
    (await signed(id)).map((t) => t.state),
    ['confirmed'],
  )
  assert.equal(told.includes('failed'), false)
})

void test('what was refused, and is known to the history alone, is told as paid, with its fee, and is not failed', async () => {
  lies = {
    statuses: async (asked) => asked.map(() => null),
    async send(bytes) {
      await truth.send(bytes)
      return { outcome: 'refused', reason: 'custom program error: 0x1', err: 'x', logs: [] }
    },
  }
  const { id, source, to } = await submit([2_000_000n])
  await until('it has landed', async () => (await held(to))[0] === 2_000_000n)
  await rpc('localnet_advanceSlots', 200)
  const operation = await over(id)
  assert.equal(operation.status, 'completed')
  assert.equal(operation.error, null)
  const [landed, ...more] = await signed(id)
  assert.deepEqual(more, [])
  assert.equal(landed?.state, 'confirmed')
  assert.ok(landed?.slot)
  const [row] = await engine.movementsOf(id)
  assert.deepEqual([row?.status, row?.signature, row?.error], ['confirmed', landed?.signature, null])
  assert.deepEqual(await held([...to, source]), [2_000_000n, 10n * SOL - 2_000_000n - FEE])
  const { fees, confirmed, failed, moved } = await engine.totals(id)
  assert.deepEqual([fees, confirmed, failed, moved], [FEE, 1, 0, 2_000_000n])
})

void test('expiries count over all runs: one that is begun anew after each ends as soon as one that goes on', async () => {
  lies = { send: async () => ({ outcome: 'accepted' }) }
  const { id, source, to } = await submit([3_000_000n])
  for (let expiries = 0; expiries < 5; expiries++) {
    await until('the next is signed', async () => (await signed(id)).length === expiries + 1, 10_000)
    // As if its process had died and another had taken it over.
    await db.update(operations).set({ owner: null }).where(eq(operations.id, id))
    await until('it is taken up', async () => {
      const [row] = await db.select().from(operations).where(eq(operations.id, id))
      return row?.owner
    })
    await rpc('localnet_advanceSlots', 200)
  }
  const operation = await over(id)
  assert.equal(operation.status, 'failed')
  assert.equal((await signed(id)).length, 5)
  assert.deepEqual(await held([source, ...to]), [10n * SOL, 0n])
})
