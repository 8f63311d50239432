/**
 * The storage that trades take: for each table that grows with them, rows a trade and bytes a thousand trades, with
 * indexes, as written and after a rewrite of the table. The product as its users start it, on the local network; DCA
 * strategies trade until there are enough. The figures are those of docs/size.md.
 *
 * Run: node bench/size.ts [embedded|postgres|both] [trades]
 */
import type { ChildProcess } from 'node:child_process'
import {
  createAgent,
  listAgentStatus,
  parseInstruction,
  startStrategy,
} from '@purser/contract/agents/agents.ts'
import { stopAll } from '@purser/contract/strategies/stop-all.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { withBooks } from '../proofs/ledger.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { type Db, openPostgres } from '../server/src/db/client.ts'
import { createLog } from '../server/src/kernel/log.ts'
import { createClient } from '../server/src/test/client.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'
import { openBench } from './processes.ts'

const [which = 'both', trades = '400'] = process.argv.slice(2)
const TRADES = Number(trades)
const STRATEGIES = 20
const INTERVAL = 10
const SOL = 100
const WAIT_MS = 900_000
const A_THOUSAND = 1_000
const HOUR_OF_TWENTY = 20 * 3_600

type Kind = 'embedded' | 'postgres'
type Size = { bytes: number; rows: number }
const bench = openBench()

async function readSizes(db: Db): Promise<Map<string, Size>> {
  const { rows } = (await db.execute(sql`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)) as {
    rows: { name: string; bytes: number }[]
  }
  const sizes = new Map<string, Size>()
  for (const { name, bytes } of rows) {
    const counted = await db.execute(sql`select count(*)::int as n from ${sql.identifier(name)}`)
    sizes.set(name, { bytes, rows: (counted as { rows: { n: number }[] }).rows[0]?.n ?? 0 })
  }
  return sizes
}

async function trade(url: string, rpcUrl: string): Promise<void> {
  const call = createClient(url)
  const { token } = await signUp(call, 'trader@example.com')
  const { address } = (await call(generateWallet, { token })).ok
  const paid = await call(requestFaucet, { token, body: { address, sol: SOL } })
  if (paid.status !== 200) throw new Error(paid.text)
  for (let n = 0; n < STRATEGIES; n++) {
    const params = { id: (await call(createAgent, { token })).ok.id }
    const instruction = `buy 0.001 SOL of BONK every ${INTERVAL} seconds`
    const body = { instruction, wallet_addresses: [address] }
    const { parsedPlan, explanation } = (await call(parseInstruction, { token, params, body })).ok
    if (!parsedPlan) throw new Error(explanation)
    const strategy = { parsedStrategy: parsedPlan, walletAddresses: [address] }
    const started = await call(startStrategy, { token, params, body: { strategy } })
    if (started.status !== 200) throw new Error(started.text)
  }
  const before = await sentOn(rpcUrl)
  await until('enough trades', async () => (await sentOn(rpcUrl)) - before >= TRADES, WAIT_MS)
  await call(stopAll, { token, body: {} })
  await until('all strategies have ended', async () =>
    Object.values((await call(listAgentStatus, { token })).ok).every(({ status }) => status === 'stopped'),
  )
}

async function sentOn(url: string): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransactionCount', params: [] }),
  })
  return ((await answer.json()) as { result: number }).result
}

async function end({ child }: { child: ChildProcess }): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.kill('SIGTERM')
  await gone
}

async function measure(kind: Kind): Promise<void> {
  const network = await bench.network()
  const server = kind === 'postgres' ? await startPostgres() : null
  const opened = server ? await openPostgres(server.url, createLog('warn')) : null
  const dataDir = bench.directory()
  const books = <T>(look: (db: Db) => Promise<T>) => (opened ? look(opened.db) : withBooks(dataDir, look))
  const empty = await books(readSizes)
  const desk = await bench.deskIn(dataDir, network, {
    SOLANA_RPC_URL: network.url,
    ...(server ? { DATABASE_URL: server.url } : {}),
  })
  await trade(desk.url, network.url)
  await end(desk)
  const { written, packed, made } = await books(async (db) => {
    const sizes = await readSizes(db)
    await db.execute(sql`vacuum full`)
    const { rows } = (await db.execute(
      sql`select count(*)::int as n from strategy_orders where status = 'filled'`,
    )) as { rows: { n: number }[] }
    return { written: sizes, packed: await readSizes(db), made: rows[0]?.n ?? 0 }
  })
  await opened?.close()
  await server?.stop()
  network.child.kill('SIGKILL')

  console.log(`\n${kind}: ${made} trades; bytes a thousand trades, indexes included`)
  console.log(
    `${'table'.padEnd(28)}${'rows a trade'.padStart(14)}${'as written'.padStart(14)}${'packed'.padStart(14)}`,
  )
  const each = (bytes: number) => Math.round((bytes / made) * A_THOUSAND)
  const sums = { written: 0, packed: 0 }
  const line = (name: string, rows: string, a: number, b: number) =>
    console.log(`${name.padEnd(28)}${rows.padStart(14)}${String(a).padStart(14)}${String(b).padStart(14)}`)
  for (const [name, { bytes, rows }] of [...written].sort((a, b) => b[1].bytes - a[1].bytes)) {
    const before = empty.get(name) ?? { bytes: 0, rows: 0 }
    // Tables that hold a row a strategy or a user, not a trade.
    if ((rows - before.rows) / made < 0.5) continue
    const [asWritten, asPacked] = [bytes - before.bytes, (packed.get(name)?.bytes ?? 0) - before.bytes]
    sums.written += asWritten
    sums.packed += asPacked
    line(name, ((rows - before.rows) / made).toFixed(2), each(asWritten), each(asPacked))
  }
  line('together', '', each(sums.written), each(sums.packed))
  const mega = (bytes: number) => `${Math.round((bytes / made) * (HOUR_OF_TWENTY / 1e6))} MB`
  console.log(`an hour at 20 trades a second: ${mega(sums.written)} as written, ${mega(sums.packed)} packed`)
}

try {
  for (const kind of ['embedded', 'postgres'] as const)
    if (which === 'both' || which === kind) await measure(kind)
} finally {
  process.exitCode = bench.end()
}
process.exit()
