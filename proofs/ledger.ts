/** Compares the books of a stopped server with the chain, transaction by transaction and to the lamport. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import pLimit from 'p-limit'
import { type Db, openEmbedded } from '../server/src/db/client.ts'
import { toOrigin } from '../server/src/domains/strategies/rows.ts'
import { strategies, strategyOrders } from '../server/src/domains/strategies/strategies.tables.ts'
import { operations, transactions, transfers } from '../server/src/domains/transfers/transfers.tables.ts'
import { systemWallets, wallets } from '../server/src/domains/wallets/wallets.tables.ts'
import { connectRpc } from '../server/src/test/rpc.ts'
import { auditBulk } from './ledger-bulk.ts'

/** One executed transaction, as the chain shows it. */
export type Landed = {
  signature: string
  /** The id in its memo; null: the desk did not make it. */
  operationId: string | null
  failed: boolean
  fee: bigint
  feePayer: string
  /** The gain of each account. */
  lamports: Map<string, bigint>
  /** The same by `owner mint`. */
  tokens: Map<string, bigint>
}

type TokenBalance = { owner: string; mint: string; uiTokenAmount: { amount: string } }
type Found = {
  transaction: { message: { accountKeys: string[] } }
  meta: {
    err: unknown
    fee: number
    preBalances: number[]
    postBalances: number[]
    preTokenBalances: TokenBalance[]
    postTokenBalances: TokenBalance[]
  }
}
type Signed = { signature: string; memo: string | null }
const PAGE = 1_000

/** A call to the chain itself. */
export const ask = <T>(rpcUrl: string, method: string, ...params: unknown[]): Promise<T> =>
  connectRpc(rpcUrl)<T>(method, ...params)

const confirmed = { commitment: 'confirmed' }

export async function readLamports(rpcUrl: string, address: string): Promise<bigint> {
  return BigInt((await ask<{ value: number }>(rpcUrl, 'getBalance', address, confirmed)).value)
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
  void sums.set(key, (sums.get(key) ?? 0n) + amount)

/** The most concurrent reads: a long run has tens of thousands of transactions. */
const SCANNED_AT_ONCE = 64

/** Only for reads: among so many calls a connection may be closed just as it is used again. */
const read = <T>(rpcUrl: string, method: string, ...params: unknown[]): Promise<T> =>
  ask<T>(rpcUrl, method, ...params).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error
    return ask<T>(rpcUrl, method, ...params)
  })

/** Every transaction that touched one of these addresses. */
export async function scan(rpcUrl: string, addresses: string[]): Promise<Landed[]> {
  const memos = new Map<string, string | null>()
  for (const address of addresses)
    for (let before: string | undefined; ; ) {
      const page = await read<Signed[]>(rpcUrl, 'getSignaturesForAddress', address, {
        ...confirmed,
        limit: PAGE,
        ...(before ? { before } : {}),
      })
      for (const { signature, memo } of page) memos.set(signature, memo)
      if (page.length < PAGE) break
      before = page.at(-1)?.signature
    }
  return pLimit(SCANNED_AT_ONCE).map([...memos], async ([signature, memo]) => {
    const found = await read<Found>(rpcUrl, 'getTransaction', signature, {
      ...confirmed,
      encoding: 'json',
      maxSupportedTransactionVersion: 1,
    })
    const { meta } = found
    const keys = found.transaction.message.accountKeys
    const lamports = new Map<string, bigint>()
    keys.forEach((key, i) =>
      add(lamports, key, BigInt(meta.postBalances[i] ?? 0) - BigInt(meta.preBalances[i] ?? 0)),
    )
    const tokens = new Map<string, bigint>()
    for (const [list, sign] of [
      [meta.preTokenBalances, -1n],
      [meta.postTokenBalances, 1n],
    ] as const)
      for (const { owner, mint, uiTokenAmount } of list)
        add(tokens, `${owner} ${mint}`, sign * BigInt(uiTokenAmount.amount))
    return {
      signature,
      operationId: /purser:([0-9a-f-]{36})/.exec(memo ?? '')?.[1] ?? null,
      failed: meta.err !== null,
      fee: BigInt(meta.fee),
      feePayer: keys[0] ?? '',
      lamports,
      tokens,
    }
  })
}

const sumAll = (list: bigint[]) => list.reduce((sum, n) => sum + n, 0n)

/** Opens the embedded database of a server that is not running. */
export async function withBooks<T>(dataDir: string, look: (db: Db) => Promise<T>): Promise<T> {
  const database = await openEmbedded({ dir: join(dataDir, 'db') })
  try {
    return await look(database.db)
  } finally {
    await database.close()
  }
}

export type Audit = { filled: number; failed: number; operations: number; landed: Landed[] }

/**
 * Every operation, and every transfer of a bulk one, happened exactly once or not at all, every order agrees with its
 * operation, and every lamport and token that a wallet has gained or lost is in the books. The server is stopped, and
 * all its work has ended. `at` is its data directory, or its database if that is a separate server.
 */
export async function audit(at: string | Db, rpcUrl: string): Promise<Audit> {
  const read = async (db: Db) => ({
    wallets: await db.select().from(wallets),
    system: await db.select().from(systemWallets),
    operations: await db.select().from(operations),
    transfers: await db.select().from(transfers),
    transactions: await db.select().from(transactions),
    strategies: await db.select().from(strategies),
    orders: await db.select().from(strategyOrders),
  })
  const books = await (typeof at === 'string' ? withBooks(at, read) : read(at))
  const own = books.wallets.map((w) => w.address)
  const landed = await scan(rpcUrl, [...own, ...books.system.map((w) => w.address)])
  // A long run has tens of thousands of each: nothing is searched for in the whole list.
  const byId = new Map(books.operations.map((o) => [o.id, o]))
  const byOrigin = new Map(books.operations.map((o) => [o.originKey, o]))
  const byOperation = Map.groupBy(landed, (l) => l.operationId)
  const successes = (id: string) => (byOperation.get(id) ?? []).filter((l) => !l.failed)

  const bulk = new Set(
    books.transactions.filter(({ positions }) => positions !== null).map((t) => t.operationId),
  )

  for (const [id, all] of byOperation)
    if (id !== null && !bulk.has(id))
      assert.ok(all.filter((l) => !l.failed).length <= 1, `operation ${id} was executed more than once`)
  for (const l of landed)
    if (own.some((address) => l.lamports.has(address)))
      assert.ok(l.operationId !== null && byId.has(l.operationId), `${l.signature} is in no book`)
  for (const { id, status, type } of books.operations) {
    if (bulk.has(id)) {
      const of = <T extends { operationId: string }>(rows: T[]) =>
        rows.filter((row) => row.operationId === id)
      auditBulk({
        id,
        status,
        transfers: of(books.transfers),
        transactions: of(books.transactions),
        successes: successes(id),
      })
      continue
    }
    assert.ok(['completed', 'failed'].includes(status), `${type} ${id} was left ${status}`)
    assert.equal(successes(id).length, status === 'completed' ? 1 : 0, `${type} ${id} is ${status}`)
  }

  for (const { operationId, status, source, destination, mint, amount, position } of books.transfers) {
    const [l] = bulk.has(operationId) ? [] : successes(operationId)
    if (!l) continue
    assert.equal(status, 'confirmed')
    const gained = (address: string) =>
      mint === SOL_MINT ? (l.lamports.get(address) ?? 0n) : (l.tokens.get(`${address} ${mint}`) ?? 0n)
    const what = `transfer ${position} of ${operationId}`
    // A wallet that sells for SOL pays the fee out of what it gets.
    const paidFee = mint === SOL_MINT && l.feePayer === destination ? l.fee : 0n
    if (own.some((address) => address === destination))
      assert.equal(gained(destination) + paidFee, amount, what)
    if (own.some((address) => address === source) && mint !== SOL_MINT)
      assert.equal(-gained(source), amount, what)
  }

  const getResult = (id: string) => (byId.get(id)?.result ?? {}) as { fee?: string; rent?: string }
  for (const address of own) {
    const moved = books.transfers.filter((t) => t.status === 'confirmed')
    const inSol = sumAll(
      moved.filter((t) => t.destination === address && t.mint === SOL_MINT).map((t) => t.amount),
    )
    const outgoing = moved.filter((t) => t.source === address)
    const outSol = sumAll(outgoing.filter((t) => t.mint === SOL_MINT).map((t) => t.amount))
    const paid = landed.filter((l) => l.feePayer === address)
    const signatures = new Set(paid.map((l) => l.signature))
    const booked = books.transactions.filter((t) => signatures.has(t.signature))
    assert.deepEqual(
      new Map(booked.map((t) => [t.signature, t.fee])),
      new Map(paid.map((l) => [l.signature, l.fee])),
      'every fee is in the books',
    )
    const fees = sumAll(booked.map((t) => t.fee ?? 0n))
    const rents = sumAll(
      [...new Set(outgoing.map((t) => t.operationId))].map((id) => BigInt(getResult(id).rent ?? 0)),
    )
    assert.equal(await readLamports(rpcUrl, address), inSol - outSol - fees - rents, `lamports of ${address}`)
  }

  for (const order of books.orders) {
    const operation = byOrigin.get(toOrigin(order))
    const what = `order ${order.seq} of ${order.strategyId} (${order.status}, ${order.error ?? 'no error'})`
    assert.notEqual(order.status, 'placed', what)
    assert.equal(operation ? successes(operation.id).length : 0, order.status === 'filled' ? 1 : 0, what)
    const [l] = operation ? successes(operation.id) : []
    if (!l) continue
    const { walletAddress, inputMint, outputMint, inAmount, outAmount } = order
    const rent = BigInt(getResult(operation?.id ?? '').rent ?? 0)
    const gained = (mint: string) =>
      mint === SOL_MINT
        ? (l.lamports.get(walletAddress) ?? 0n) + l.fee + rent
        : (l.tokens.get(`${walletAddress} ${mint}`) ?? 0n)
    assert.deepEqual([-gained(inputMint), gained(outputMint)], [inAmount, outAmount], what)
  }
  const filled = books.orders.filter((o) => o.status === 'filled')
  const trades = new Set(books.operations.filter((o) => o.type === 'trade').map((o) => o.id))
  const swaps = landed.filter((l) => !l.failed && l.operationId !== null && trades.has(l.operationId))
  assert.equal(filled.length, swaps.length, 'each filled order is one swap on the chain')

  const ordersByStrategy = Map.groupBy(books.orders, (o) => o.strategyId)
  for (const strategy of books.strategies) {
    const ofIt = (ordersByStrategy.get(strategy.id) ?? []).filter((o) => o.status === 'filled')
    const [bought, sold] = [ofIt.filter((o) => o.side === 'buy'), ofIt.filter((o) => o.side === 'sell')]
    const mine = (ordersByStrategy.get(strategy.id) ?? []).flatMap((o) => byOrigin.get(toOrigin(o))?.id ?? [])
    assert.deepEqual(
      {
        spent: strategy.spentQuote,
        bought: strategy.boughtBase,
        sold: strategy.soldBase,
        received: strategy.receivedQuote,
        fees: strategy.feesLamports,
      },
      {
        spent: sumAll(bought.map((o) => o.inAmount)),
        bought: sumAll(bought.map((o) => o.outAmount ?? 0n)),
        sold: sumAll(sold.map((o) => o.inAmount)),
        received: sumAll(sold.map((o) => o.outAmount ?? 0n)),
        fees: sumAll(mine.flatMap((id) => (byOperation.get(id) ?? []).map((l) => l.fee))),
      },
      `the figures of strategy ${strategy.id}`,
    )
  }
  return {
    filled: filled.length,
    failed: books.orders.length - filled.length,
    operations: books.operations.length,
    landed,
  }
}
