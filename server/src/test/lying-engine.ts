/** The engine on a real database and a real local network, over endpoints that a test can make lie. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach } from 'node:test'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { getTransferSolInstruction } from '@solana-program/system'
import { type Address, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit'
import { eq } from 'drizzle-orm'
import { createCluster } from '../adapters/chain/cluster/cluster.ts'
import { createSignatureNotifications } from '../adapters/chain/endpoint/signature-notifications.ts'
import { createRpcNode } from '../adapters/chain/rpc.ts'
import { users } from '../domains/accounts/accounts.tables.ts'
import {
  type BulkKind,
  transactionFee,
  type Kind,
  type IncidentReporter,
} from '../domains/transfers/index.ts'
import { solBudget } from '../domains/distributions/sol-packing.ts'
import { transactions } from '../domains/transfers/transfers.tables.ts'
import type { Db } from '../db/client.ts'
import { toChunks } from '../kernel/chunks.ts'
import { type Bus, createBus } from '../kernel/bus.ts'
import { createLog } from '../kernel/log.ts'
import { startHeartbeat } from '../kernel/heartbeat.ts'
import type { ChainNode } from '../ports/chain.ts'
import { startEngine } from './engine.ts'
import { openGround } from './ground.ts'
import { timeScale } from './time-scale.ts'
import { until } from './until.ts'

export const SOL = 1_000_000_000n
export const FEE = 5_000n
/** The engine's waits are divided by this: its slots last 15 ms. */
const PACE = 5
/** Transfers in one transaction. */
const SIZE = 4

/** Answers of an endpoint instead of the truth. */
export type Lies = Partial<Omit<ChainNode, 'name'>>
export type LyingEngine = Awaited<ReturnType<typeof openLyingEngine>>

/**
 * `endpoints` of one local network, each of which lies as its entry in `lies` says; they are honest again after each
 * test.
 */
export async function openLyingEngine({
  endpoints = 1,
  apartMs = 300,
  disputedMs = 60_000,
  incidents,
}: {
  endpoints?: number
  apartMs?: number
  disputedMs?: number
  incidents?: (db: Db, bus: Bus) => IncidentReporter
} = {}) {
  const log = createLog('silent')
  // Under 'tower' a landed transaction is not final yet, and a fork can drop it.
  const { database, db, network, rpc } = await openGround('tower')
  const signatureNotifications = createSignatureNotifications({ url: network.wsUrl, log })
  const truth = createRpcNode({ url: network.rpcUrl, log })
  const lies: Lies[] = Array.from({ length: endpoints }, () => ({}))
  const names = Object.keys(truth).filter((name) => name !== 'name' && name !== 'health') as (keyof Lies)[]
  const chain = createCluster(
    lies.map(
      (_, i) =>
        ({
          name: `endpoint ${i + 1}`,
          health: truth.health,
          ...Object.fromEntries(
            names.map((name) => [
              name,
              (...asked: never[]) =>
                ((lies[i]?.[name] ?? truth[name]) as (...a: never[]) => unknown)(...asked),
            ]),
          ),
        }) as ChainNode,
    ),
  )

  const keys = new Map<string, KeyPairSigner>()
  const pay = ({ source, destination, amount }: { source: string; destination: string; amount: bigint }) => {
    const signer = keys.get(source)
    assert.ok(signer)
    const instruction = getTransferSolInstruction({
      source: signer,
      destination: destination as Address,
      amount,
    })
    return { signer, instruction }
  }
  /** Many transfers, four in one transaction. */
  const spread: BulkKind = {
    prepare: async () => ({
      format: 0,
      split: (rows) => toChunks(rows, SIZE),
      budget: (rows) => solBudget(rows.length, 0n),
      fee: (rows) => transactionFee(1, solBudget(rows.length, 0n)),
      async build(rows) {
        const parts = rows.map(pay)
        const [first] = parts
        assert.ok(first)
        return { feePayer: first.signer, instructions: parts.map(({ instruction }) => instruction) }
      },
    }),
    close: async () => ({}),
  }
  /** One transfer, as one transaction. */
  const single: Kind = {
    async build(operation) {
      const [row] = await engine.lookups.listMovements(operation.id)
      assert.ok(row)
      const { signer, instruction } = pay(row)
      return { feePayer: signer, instructions: [instruction] }
    },
  }
  const heartbeat = await startHeartbeat(db, { alone: database.kind === 'embedded', log })
  const bus = createBus(log)
  const engine = await startEngine({
    ...(incidents ? { incidents: incidents(db, bus) } : {}),
    clock: timeScale(PACE),
    pace: { pollMs: 250 / PACE, restMs: 1_000 / PACE },
    apartMs: apartMs * PACE,
    disputedMs: disputedMs * PACE,
    finalityMs: 200 * PACE,
    db,
    chain,
    signatureNotifications,
    bus,
    log,
    heartbeat,
    journalPath: join(mkdtempSync(join(tmpdir(), 'purser-engine-')), 'transactions.jsonl'),
  })
  engine.lifecycle.register('spread', spread)
  engine.lifecycle.register('single', single)
  await engine.lifecycle.resume()
  after(async () => {
    await engine.lifecycle.stop()
    await heartbeat.stop()
    signatureNotifications.close()
    await database.close()
    await network.close()
  })
  afterEach(async () => {
    for (const i of lies.keys()) lies[i] = {}
    await rpc('localnet_clearFaults')
    await rpc('localnet_setSlotTime', 15)
  })
  const [owner] = await db.insert(users).values({ email: 'many@example.com' }).returning()
  const userId = owner?.id ?? 0
  const fresh = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await generateKeyPairSigner()).address))
  const readBalance = async (address: Address) => (await truth.balance(address)).lamports

  return {
    db,
    bus,
    log,
    heartbeat,
    engine,
    chain,
    truth,
    lies,
    rpc,
    userId,
    /** Submits from a source that holds 10 SOL. */
    async submit(amounts: bigint[], type: 'spread' | 'single' = 'spread') {
      const signer = await generateKeyPairSigner()
      const source = signer.address
      keys.set(source, signer)
      await rpc('requestAirdrop', source, Number(10n * SOL))
      await until('the source is funded', async () => (await readBalance(source)) === 10n * SOL)
      const to = await fresh(amounts.length)
      const { id } = await engine.submit.submit({
        userId,
        type,
        originKey: randomUUID(),
        request: {},
        movements: amounts.map((amount, i) => ({
          walletId: null,
          source,
          mint: SOL_MINT,
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
    },
    signed: (id: string) => db.select().from(transactions).where(eq(transactions.operationId, id)),
    held: async (addresses: Address[]) => (await truth.balances(addresses)).map((b) => b.lamports),
    over: (id: string) =>
      until('it has ended', async () => {
        const operation = await engine.lookups.find(id)
        return operation && ['completed', 'partial', 'failed'].includes(operation.status) ? operation : null
      }),
  }
}
