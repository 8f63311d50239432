/** The live market on a network that presents itself as mainnet: a pool, its lookup table, and a service that quotes it. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import assert from 'node:assert/strict'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { sql } from 'drizzle-orm'
import { createRpcChain } from '../adapters/chain/rpc.ts'
import { createBuilds } from '../adapters/market/live/jupiter/build.ts'
import { createLiveMarket } from '../adapters/market/live/live-market.ts'
import type { KeptCandles, Prices } from '../adapters/market/live/types.ts'
import { createTrading, readTradeResult, type Trade } from '../domains/market/index.ts'
import { createWallets, type OwnedWallet } from '../domains/wallets/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { startHeartbeat } from '../kernel/heartbeat.ts'
import { createLimiter } from '../kernel/concurrency/limiter.ts'
import { createLog } from '../kernel/log.ts'
import { PRICE_SCALE } from '../ports/market.ts'
import { type BuildAsked, buildDouble } from './build-double.ts'
import { openTestDatabase } from './database.ts'
import { openDouble } from './double.ts'
import { startEngine } from './engine.ts'
import { openTable } from './lookup-table.ts'
import { openMainnet } from './mainnet.ts'
import { createIssuer } from './mints.ts'
import { fund, SOL } from './money.ts'
import { plainService } from './plain-service.ts'
import { openPool } from './pool.ts'
import { JUPITER } from './route-program/route-program.ts'

/** USD of a whole token. */
const PRICES: Record<string, bigint> = { [SOL_MINT]: 140n * PRICE_SCALE, [USDC_MINT]: PRICE_SCALE }
/** Base units: 0.14 of USDC for one of SOL, and back. */
const quoted = ({ inputMint, inAmount }: BuildAsked): bigint =>
  inputMint === SOL_MINT ? (inAmount * 14n) / 100n : (inAmount * 100n) / 14n

export type LiveDesk = Awaited<ReturnType<typeof openLiveDesk>>

export async function openLiveDesk() {
  const log = createLog('silent')
  const dir = mkdtempSync(join(tmpdir(), 'purser-live-'))
  const journalPath = join(dir, 'journal')
  const [{ network, rpc }, database] = await Promise.all([openMainnet(), openTestDatabase()])
  const { db } = database
  const issuer = await createIssuer(rpc)
  const pool = await openPool(network, [
    { mint: SOL_MINT, amount: 1_000n * SOL },
    { mint: USDC_MINT, amount: 1_000_000_000_000n },
  ])
  const held = [...pool.addresses, JUPITER]
  const table = await openTable(rpc, issuer, held)
  const service = buildDouble({
    quote: quoted,
    route: (route) => pool.route(route),
    tables: { [table]: held },
    price: 82_000_000_000n,
  })
  const server = await openDouble(service.part)
  const chain = createRpcChain({ url: network.rpcUrl, log })
  const prices: Prices = { priceUsd: async (mint) => PRICES[mint] ?? null, staleMs: () => null }
  const candles: KeptCandles = {
    candles: async () => [],
    lastClose: async () => null,
    known: async ({ from }) => ({ candles: [], from, to: from, begins: true, missing: null, asOf: null }),
  }
  const market = createLiveMarket({
    builds: createBuilds({ service: plainService(server.url), clock: systemClock }),
    prices,
    candles,
    chain,
    clock: systemClock,
  })
  const key = new Uint8Array(randomBytes(32))
  const wallets = createWallets({
    db,
    clock: systemClock,
    limiter: createLimiter(db, systemClock),
    masterKey: { current: () => key, candidates: () => [key] },
  })
  const start = async () => {
    const heartbeat = await startHeartbeat(db, { alone: database.kind === 'embedded', log })
    const transfers = await startEngine({ db, chain, log, heartbeat, journalPath })
    const trading = createTrading({ db, clock: systemClock, market, transfers, wallets, chain })
    const stop = async () => {
      await transfers.lifecycle.stop()
      await heartbeat.stop()
    }
    return { transfers, trading, stop }
  }
  let running = await start()
  const { rows } = (await db.execute(
    sql`insert into users (email) values ('live@example.com') returning id`,
  )) as { rows: { id: string | number }[] }
  const userId = Number(rows[0]?.id)

  return {
    db,
    rpc,
    chain,
    market,
    service,
    pool,
    table,
    held,
    issuer,
    transfers: () => running.transfers,

    async wallet(lamports: bigint): Promise<OwnedWallet> {
      const made = await db.transaction((tx) =>
        wallets.creation.generate(tx, userId, { name: undefined, key: false, client: 'test' }),
      )
      await fund(rpc, made.address, lamports)
      const [owned] = await wallets.lookups.getByAddresses(userId, [made.address])
      assert.ok(owned)
      return owned
    },

    trade: (
      wallet: OwnedWallet,
      order: Pick<Trade, 'inputMint' | 'outputMint' | 'inAmount'> & Partial<Trade>,
    ) =>
      running.trading.trade({
        userId,
        wallet,
        slippageBps: 50,
        side: 'buy',
        originKey: randomUUID(),
        ...order,
      }),

    findRefusal: (id: string) => running.trading.findRefusal(id),

    async done(id: string) {
      const operation = await running.transfers.lookups.waitForEnd(id, 20_000)
      assert.equal(operation.status, 'completed', operation.error ?? operation.status)
      const result = readTradeResult(operation)
      assert.ok(result)
      return { operation, result }
    },
    async failed(id: string): Promise<string> {
      const operation = await running.transfers.lookups.waitForEnd(id, 20_000)
      assert.equal(operation.status, 'failed')
      return operation.error ?? ''
    },

    /** `meanwhile`: what happens to the database in between. */
    async restart(meanwhile?: () => Promise<unknown>): Promise<void> {
      await running.stop()
      await meanwhile?.()
      running = await start()
      await running.transfers.lifecycle.resume()
    },

    async close(): Promise<void> {
      await running.stop()
      await server[Symbol.asyncDispose]()
      await database.close()
      await network.close()
      rmSync(dir, { recursive: true })
    },
  }
}
