/** Trading bots without a desk: servers on one database and one chain, each with clocks of its own. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { BotParametersChange } from '@purser/contract/trading-bots/trading-bots.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import type { Address } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { createRpcChain } from '../adapters/chain/rpc.ts'
import { createSimulatedMarket } from '../adapters/market/simulated/index.ts'
import { createTrading } from '../domains/market/index.ts'
import { createTokens } from '../domains/tokens/index.ts'
import { createTradingBots } from '../domains/trading-bots/index.ts'
import { createGroups, createWallets } from '../domains/wallets/index.ts'
import { createBus } from '../kernel/bus.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { startHeartbeat } from '../kernel/heartbeat.ts'
import { createLimiter } from '../kernel/concurrency/limiter.ts'
import { createLog } from '../kernel/log.ts'
import type { MarketClock } from '../ports/market-clock.ts'
import { openTestDatabase } from './database.ts'
import { startEngine } from './engine.ts'
import { connectRpc } from './rpc.ts'

/** The market's time runs faster by this factor; `move` sets it forward or back, `freeze` makes it stand still. */
export function practiceClock(factor = 1, clock: Clock = systemClock) {
  const began = { now: clock.now(), at: clock.monotonic() }
  let ahead = 0
  let frozen: number | null = null
  const running = () => Math.floor(began.now + (clock.monotonic() - began.at) * factor)
  const now = () => (frozen ?? running()) + ahead
  const marketClock: MarketClock = { ...clock, now, practiceTime: now, speed: () => factor }
  return {
    ...marketClock,
    move: (ms: number) => void (ahead += ms),
    freeze: () => void (frozen = running()),
    thaw: () => void (frozen = null),
  }
}

type ServerOptions = { marketClock: MarketClock; pollMs?: number }

export async function openBots() {
  const dir = mkdtempSync(join(tmpdir(), 'purser-bots-'))
  const [network, database] = await Promise.all([
    startLocalnet({ rpcPort: 0, clock: 'steered', faults: true }),
    openTestDatabase(),
  ])
  const rpc = connectRpc(network.rpcUrl)
  await rpc('localnet_setSlotTime', 20)
  const { db } = database
  const log = createLog('silent')
  const chain = createRpcChain({ url: network.rpcUrl, log })
  const key = new Uint8Array(randomBytes(32))
  const masterKey = { current: () => key, candidates: () => [key] }
  const closers: (() => Promise<unknown>)[] = []
  after(async () => {
    await using opened = new AsyncDisposableStack()
    opened.defer(() => rmSync(dir, { recursive: true, force: true }))
    opened.defer(network.close)
    opened.defer(database.close)
    for (const close of closers) opened.defer(async () => void (await close()))
  })
  const wallets = createWallets({
    db,
    clock: systemClock,
    limiter: createLimiter(db, systemClock),
    masterKey,
  })
  const groups = createGroups(db)
  const { rows } = (await db.execute(
    sql`insert into users (email) values ('bots@example.com') returning id`,
  )) as { rows: { id: string | number }[] }
  const userId = Number(rows[0]?.id)
  const origin = { userId, client: 'test', device: 'test' }

  /** A server process: its own heartbeat, bus and engine. */
  async function server({ marketClock, pollMs = 50 }: ServerOptions) {
    const bus = createBus(log)
    const heartbeat = await startHeartbeat(db, { alone: false, log })
    const journalPath = join(mkdtempSync(join(dir, 'server-')), 'transactions.jsonl')
    const transfers = await startEngine({ db, chain, bus, log, heartbeat, journalPath })
    const maker = () => wallets.keys.systemSigner('market-maker')
    const market = createSimulatedMarket({
      db,
      chain,
      clock: marketClock,
      maker,
      seed: 'bots',
      cluster: 'localnet',
    })
    const parts = { db, bus, clock: systemClock, log, heartbeat, chain, market, transfers, wallets, groups }
    const trading = createTrading(parts)
    const tokens = createTokens({ chain, clock: systemClock })
    const bots = createTradingBots({ ...parts, marketClock, trading, tokens, pollMs, livePrices: false })
    await transfers.lifecycle.resume()
    await bots.run()
    let closed = false
    async function close(): Promise<void> {
      if (closed) return
      closed = true
      await bots.close()
      await transfers.lifecycle.stop()
      await heartbeat.stop()
    }
    closers.push(close)
    return { bots, heartbeat, transfers, close }
  }

  /** A group of wallets with these lamports, and parameters saved for its bot. */
  async function group(
    server: { bots: ReturnType<typeof createTradingBots> },
    funds: bigint[],
    change: Omit<BotParametersChange, 'groupId'>,
  ) {
    const made = await db.transaction((tx) =>
      wallets.creation.generateBulk(tx, userId, {
        count: funds.length,
        namePrefix: 'Purse',
        groupId: null,
        newGroup: null,
        client: 'test',
        device: 'test',
      }),
    )
    const { id: groupId } = await db.transaction((tx) =>
      groups.create(tx, userId, { name: 'Desk', description: '', color: '#9333EA' }),
    )
    await db.transaction((tx) =>
      groups.add(
        tx,
        userId,
        groupId,
        made.wallets.map(({ id }) => id),
      ),
    )
    for (const [i, wallet] of made.wallets.entries())
      if ((funds[i] ?? 0n) > 0n) await chain.airdrop(wallet.address as Address, funds[i] ?? 0n)
    await server.bots.parameters.save(origin, { ...change, groupId })
    return { groupId, wallets: made.wallets }
  }

  return { db, chain, rpc, database, userId, origin, server, group }
}
