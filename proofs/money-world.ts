/** One engine on one database and one chain, which crashes and is replaced by the next. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Address, KeyPairSigner } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { createCluster } from '../server/src/adapters/chain/cluster/cluster.ts'
import { users } from '../server/src/domains/accounts/accounts.tables.ts'
import { solKinds } from '../server/src/domains/distributions/sol-kinds.ts'
import { tokenKinds } from '../server/src/domains/distributions/tokens/kinds.ts'
import { TOP_UP, topUpKind } from '../server/src/domains/top-ups/kind.ts'
import type { Transfers } from '../server/src/domains/transfers/index.ts'
import type { WalletSigners } from '../server/src/domains/wallets/index.ts'
import { Fault } from '../server/src/kernel/fault.ts'
import type { Clock } from '../server/src/kernel/clock.ts'
import type { Log } from '../server/src/kernel/log.ts'
import { startEngine } from '../server/src/test/engine.ts'
import { type Heartbeat, startHeartbeat } from '../server/src/kernel/heartbeat.ts'
import type { Chain, ChainNode } from '../server/src/ports/chain.ts'
import { openSnapshot, openTestDatabase, type TestDatabase } from '../server/src/test/database.ts'
import { temporaryDir } from '../server/src/test/product.ts'

export type World = Awaited<ReturnType<typeof openWorld>>
/** The ground of the sequences: the modelled chain, or the real runtime behind its JSON-RPC. */
export type Ground = {
  /** The clock of the engine, and of those who wait for it. */
  clock: Clock
  /** The engine's polling intervals for transactions in flight, if the clock does not set them. */
  pace?: { pollMs: number; restMs: number }
  nodes: readonly ChainNode[]
  give(address: string, lamports: bigint): Promise<void>
  held(addresses: string[]): Promise<bigint[]>
  /** Lets time pass beyond the life of a blockhash. */
  age(): Promise<void>
  /** Somebody else with the key takes all that is there, in the middle of everything; returns how much. */
  take?(address: string): Promise<bigint>
  /** Present if the ground moves a token. */
  token?: {
    mint: Address
    give(address: string, units: bigint): Promise<void>
    /** The units in the token accounts of these, with the lamports of each. */
    held(addresses: string[]): Promise<{ units: bigint; rent: bigint }[]>
    /** The same for the token, see `take`. */
    take?(address: string): Promise<bigint>
  }
  slot?(): bigint
  /** Events of the transactions between these addresses. */
  events?(addresses: string[]): unknown[]
  /**
   * The cluster leaves a fork: transactions between these addresses that landed after this slot and are not final have
   * never happened.
   */
  fork?(addresses: string[], since: bigint): void
}
/** Measured on the world's clock: an operation that has run this long may end before the next crash. */
const LONG_MS = 60_000

export const isOver = (operation: { status: string } | undefined) =>
  operation !== undefined && ['completed', 'partial', 'failed'].includes(operation.status)

const LOGGED_MOST = 5_000
/** The last lines of the engines' log, for finding out why an operation does not settle. */
function keepLog(into: object[]): Log {
  const keep = (fields: object, message: string) => {
    into.push({ at: new Date(), message, ...fields })
    if (into.length > 2 * LOGGED_MOST) into.splice(0, LOGGED_MOST)
  }
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep, child: () => log }
  return log
}

export async function openWorld(ground: Ground, random: () => number) {
  const { clock } = ground
  const logged: object[] = []
  const log = keepLog(logged)
  let database = await openTestDatabase()
  let { db } = database
  const journalPath = join(temporaryDir(), 'transactions.jsonl')
  const [owner] = await db
    .insert(users)
    .values({ email: `${randomUUID()}@example.com` })
    .returning()
  const userId = owner?.id ?? 0
  const keys = new Map<string, KeyPairSigner>()
  const signers = async (_: number, addresses: string[]) =>
    addresses.map((address) => {
      const key = keys.get(address)
      if (!key) throw new Fault('not_found', { what: 'Wallet' })
      return key
    })
  const wallets: WalletSigners = { keys: { signers } }
  let calls = 0

  async function start() {
    let dead = false
    // A crash leaves calls in flight as they are: executed or not, nobody receives the answers.
    const cut = (node: ChainNode): ChainNode =>
      new Proxy(node, {
        get(target, name: keyof ChainNode) {
          const method = target[name] as unknown
          if (typeof method !== 'function') return method
          // These two never throw.
          const gone = async () => {
            if (name === 'keepsHistory') return true
            if (name === 'send') return { outcome: 'unknown', reason: 'the desk is gone' }
            throw new Fault('chain_away')
          }
          return async (...asked: unknown[]) => {
            if (dead) return gone()
            calls++
            const answer: unknown = await (method as (...a: unknown[]) => Promise<unknown>)(...asked)
            return dead ? gone() : answer
          }
        },
      })
    const chain = createCluster(ground.nodes.map(cut))
    const heartbeat: Heartbeat = await startHeartbeat(db, { alone: true, log })
    const pace = ground.pace ? { pace: ground.pace } : {}
    const engine = await startEngine({ clock, ...pace, db, chain, log, heartbeat, journalPath })
    for (const [type, kind] of Object.entries(solKinds({ chain, wallets })))
      engine.lifecycle.register(type, kind)
    const { listMovements } = engine.lookups
    const { signers } = wallets.keys
    for (const [type, kind] of Object.entries(tokenKinds({ chain, listMovements, signers })))
      engine.lifecycle.register(type, kind)
    engine.lifecycle.register(TOP_UP, topUpKind(wallets))
    await engine.lifecycle.resume()
    return {
      engine,
      chain,
      async die() {
        dead = true
        await engine.lifecycle.stop()
        await heartbeat.stop()
      },
    }
  }

  const underWay = new Map<string, number>()
  async function takesLong(): Promise<boolean> {
    for (const [id, since] of underWay) {
      if (clock.monotonic() - since < LONG_MS) continue
      if (!isOver(await desk.engine.lookups.find(id))) return true
      underWay.delete(id)
    }
    return false
  }
  let desk = await start()
  let crashing: Promise<void> | null = null
  /** The engine is gone, and the next begins on another database, with the same journal. */
  async function moveTo(next: TestDatabase): Promise<TestDatabase> {
    await desk.die()
    const former = database
    database = next
    db = next.db
    desk = await start()
    return former
  }
  return {
    /** A copy of the database; if nothing else runs, all that happens later is forgotten. */
    async snapshot(): Promise<Blob> {
      return (await database.snapshot?.()) ?? Promise.reject(new Error('only the embedded one is snapped'))
    },
    /** Restores a backup. */
    async restore(snapshot: Blob): Promise<void> {
      await (await moveTo(await openSnapshot(snapshot))).close()
    },
    /** Somebody starts the desk on an empty database, notices, and starts it on its own again. */
    async startElsewhere(ms: number): Promise<void> {
      const own = await moveTo(await openTestDatabase())
      await clock.sleep(ms)
      await (await moveTo(own)).close()
    },
    random,
    ground,
    userId,
    keys,
    get engine(): Transfers {
      return desk.engine
    },
    get chain(): Chain {
      return desk.chain
    },
    get calls() {
      return calls
    },
    underWay,
    /** The records of it in the database and the log. */
    async readRows(id: string): Promise<object> {
      const read = async (table: string, column: string) =>
        (
          (await db.execute(
            sql`select * from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id}`,
          )) as { rows: object[] }
        ).rows
      const [operation] = await read('operations', 'id')
      return {
        operation,
        transactions: await read('transactions', 'operation_id'),
        transfers: await read('transfers', 'operation_id'),
        reservations: await read('reservations', 'operation_id'),
        log: logged
          .filter((line) => !('operation' in line) || line.operation === id)
          .slice(-LOGGED_MOST / 10),
      }
    },
    /** Breaks off everything that runs, and a new engine resumes it from the same database. */
    crash: () =>
      (crashing ??= (async () => {
        // Each start counts anew how often a transaction has expired: crashes without a pause would never let it end.
        while (await takesLong()) await clock.sleep(20)
        await desk.die()
        desk = await start()
        crashing = null
      })()),
    async close() {
      await crashing
      await desk.die()
      await database.close()
    },
  }
}
