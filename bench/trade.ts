/**
 * The cost of a trade, in the product as its users start it: its own process, on the embedded database and on
 * PostgreSQL, the local network beside it in another. Many DCA strategies whose orders are due one after another,
 * evenly spread; measured are the processor's time a trade, the delay of signing, the duration of routes meanwhile,
 * memory, and database transactions and calls of the chain a trade. A given history adds that many earlier trades. At
 * the end the database is compared with the chain, transaction by transaction. Fails over a limit.
 *
 * Run: [INTERVAL=seconds between orders of a strategy] node bench/trade.ts [embedded|postgres|both] [seconds] [trades a
 * second] [trades of history]
 */
import { type ChildProcess, execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  createAgent,
  listAgentStatus,
  parseInstruction,
  startStrategy,
} from '@purser/contract/agents/agents.ts'
import { stopAll } from '@purser/contract/strategies/stop-all.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { asc, eq, gte, sql } from 'drizzle-orm'
import { audit, readLamports, withBooks } from '../proofs/ledger.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { type Db, openPostgres } from '../server/src/db/client.ts'
import { computeTolerance } from '../server/src/domains/strategies/types/schedule.ts'
import { strategyOrders } from '../server/src/domains/strategies/strategies.tables.ts'
import { operations, transactions } from '../server/src/domains/transfers/transfers.tables.ts'
import { pause } from '../server/src/kernel/clock.ts'
import { createLog } from '../server/src/kernel/log.ts'
import { createClient } from '../server/src/test/client.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'
import { countingProxy } from './counting-proxy.ts'
import { busy, openBench } from './processes.ts'
import { age, multiply } from './trade-books.ts'

const [which = 'both', seconds = '60', rate = '8', history = '0'] = process.argv.slice(2)
const SECONDS = Number(seconds)
const RATE = Number(rate)
const HISTORY = Number(history)
const INTERVAL = Number(process.env.INTERVAL ?? 5)
const STRATEGIES = Math.round(RATE * INTERVAL)
const WALLETS = 8
/** The time after a start before anything is due: strategies are claimed and begun meanwhile. */
const START_MS = 15_000
const SETTLE_MS = 10_000
const STOP_LIMIT_MS = 120_000
/** Orders before the measurement. */
const FIRST_ORDERS = 4
const PAGE = 4_096
const MINUTE = 60
const PROBED_MS = 60_000
const PROBED_BYTES = 2 ** 24
const LIMITS = {
  embedded: { cpu: 20, rss: 900, fullRate: 40 },
  postgres: { cpu: 10, rss: 900, fullRate: 80 },
}
/** The limit at half of the full rate. */
const LAG_MS = 250
/** The limit at the full rate. */
const ROUTE_MS = 50
const CALLS = 6
const COMMITS = 15
/** Percent of a core, for 2,000 strategies that each buy every five minutes. */
const CORE = 20

type Kind = keyof typeof LIMITS
const bench = openBench()

const resident = (pid: number) =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE) / 2 ** 20
const quantile = (list: number[], share: number) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0

/** Signs up one user with wallets, who starts the first strategy like users do. */
async function begin(url: string): Promise<{ token: string; wallets: string[]; agentId: number }> {
  const call = createClient(url)
  const { token } = await signUp(call, 'trader@example.com')
  const wallets: string[] = []
  for (let n = 0; n < WALLETS; n++) {
    const { address } = (await call(generateWallet, { token })).ok
    const paid = await call(requestFaucet, { token, body: { address, sol: 100 } })
    if (paid.status !== 200) throw new Error(paid.text)
    wallets.push(address)
  }
  const params = { id: (await call(createAgent, { token })).ok.id }
  const instruction = `buy 0.001 SOL of BONK every ${INTERVAL} seconds`
  const body = { instruction, wallet_addresses: wallets.slice(0, 1) }
  const { parsedPlan, feasible, explanation } = (await call(parseInstruction, { token, params, body })).ok
  if (!parsedPlan || !feasible) throw new Error(explanation)
  const strategy = { parsedStrategy: parsedPlan, walletAddresses: wallets.slice(0, 1) }
  const started = await call(startStrategy, { token, params, body: { strategy } })
  if (started.status !== 200) throw new Error(started.text)
  return { token, wallets, agentId: params.id }
}

type Used = { desk: number; network: number; sent: number; calls: Map<string, number>; commits: number }

async function measure(kind: Kind): Promise<void> {
  const network = await bench.network()
  const proxy = await countingProxy(network.url)
  const server = kind === 'postgres' ? await startPostgres() : null
  const env: Record<string, string> = {
    ...(server ? { DATABASE_URL: server.url } : {}),
    // Calls are counted on their way by the proxy, including those that a notification causes.
    SOLANA_RPC_URL: proxy.url,
  }
  const dataDir = bench.directory()
  const opened = server ? await openPostgres(server.url, createLog('warn')) : null
  const books = <T>(look: (db: Db) => Promise<T>) => (opened ? look(opened.db) : withBooks(dataDir, look))
  const desk = () => bench.deskIn(dataDir, network, env)
  const end = async ({ child }: { child: ChildProcess }) => {
    const gone = new Promise<void>((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await gone
  }

  const former = await desk()
  const idle = resident(former.child.pid ?? 0)
  const { token, wallets, agentId } = await begin(former.url)
  await until('a first trade', async () => {
    const status = Object.values((await createClient(former.url)(listAgentStatus, { token })).ok)
    return (
      status.length > 0 && (await readLamports(network.url, wallets[0] ?? '')) < 100n * 10n ** 9n - 2_000_000n
    )
  })
  await pause(Math.min(3 * INTERVAL, 15) * 1_000)
  await end(former)
  if (HISTORY > 0) await books((db) => age(db, HISTORY))
  // The database would have done this while they came.
  if (HISTORY > 0) await books((db) => db.execute(sql`vacuum (analyze)`))
  const first = Date.now() + START_MS
  await books((db) => multiply(db, { wallets, count: STRATEGIES, everyMs: INTERVAL * 1_000, first }))

  const running = await desk()
  const { pid = 0 } = running.child
  const call = createClient(running.url)
  await pause(START_MS + SETTLE_MS)
  const take = async (): Promise<Used> => ({
    desk: busy(pid),
    network: busy(network.child.pid ?? 0),
    sent: await rpcCount(network.url),
    calls: new Map(proxy.counts),
    commits: opened ? await countCommits(opened.db) : 0,
  })
  const before = await take()
  const began = performance.now()
  const since = new Date()
  let last = before
  for (let s = 0; s < SECONDS; s += MINUTE) {
    await pause(Math.min(MINUTE, SECONDS - s) * 1_000)
    const here = await take()
    if (SECONDS > 2 * MINUTE)
      console.log(
        `  ${s} s: ${(((here.desk - last.desk) * 1_000) / (here.sent - last.sent)).toFixed(1)} ms a trade, ${resident(pid).toFixed(0)} MB, ${here.sent} transactions`,
      )
    last = here
  }
  const now = await take()
  const spent = (performance.now() - began) / 1_000
  const rss = resident(pid)
  // This comes afterwards: the requests have a cost as well.
  const probe = [
    join(import.meta.dirname, 'probe.ts'),
    running.url,
    token,
    String(agentId),
    String(PROBED_MS),
  ]
  const { stdout } = await promisify(execFile)(process.execPath, probe, { maxBuffer: PROBED_BYTES })
  const waits = JSON.parse(stdout) as number[]
  const trades = now.sent - before.sent
  const each = (of: (used: Used) => number) => (of(now) - of(before)) / trades
  const calls = [...now.calls]
    .map(([name, n]): [string, number] => [name, (n - (before.calls.get(name) ?? 0)) / trades])
    .filter(([, n]) => n > 0.01)
    .sort((a, b) => b[1] - a[1])
  await call(stopAll, { token, body: {} })
  await until('all strategies have ended', async () => (await unfinished(running.url)) === 0, STOP_LIMIT_MS)
  await end(running)

  const lags = await books(async (db) => {
    const rows = await db
      .select({ at: strategyOrders.at, signed: transactions.createdAt, id: strategyOrders.strategyId })
      .from(strategyOrders)
      .innerJoin(
        operations,
        eq(
          operations.originKey,
          sql`'strategy:' || ${strategyOrders.strategyId} || ':' || ${strategyOrders.run} || ':' || ${strategyOrders.seq} || ':' || ${strategyOrders.walletAddress}`,
        ),
      )
      .innerJoin(transactions, eq(transactions.operationId, operations.id))
      // An older strategy has its slots from before the desk went down: they tell nothing of its delay.
      .where(gte(strategyOrders.at, new Date(first)))
      .orderBy(asc(strategyOrders.at))
    const every = INTERVAL * 1_000
    return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((orders) => {
      // The first of them show when its slots begin; a late one delays those after it.
      let due = Math.min(...orders.slice(0, FIRST_ORDERS).map(({ at }, i) => at.getTime() - i * every))
      return orders.flatMap(({ at, signed }) => {
        const mine = due
        due = Math.max(due + every, at.getTime() + every - computeTolerance(every))
        return at < since ? [] : [signed.getTime() - mine]
      })
    })
  })
  const limits = LIMITS[kind]
  const name = (what: string) => `${kind}: ${what}`
  console.log(
    `\n${kind}, ${STRATEGIES} strategies, ${HISTORY} trades of history: ${trades} trades in ${spent.toFixed(0)} s`,
  )
  const cpu = each((u) => u.desk) * 1_000
  const core = (100 * (now.desk - before.desk)) / spent
  // If trades are few, the cost of the idle desk is most of that of a trade.
  if (INTERVAL >= 300 && STRATEGIES >= 2_000) {
    bench.report(name('share of a core, %'), core, CORE)
    console.log(`  ${cpu.toFixed(1)} ms of the processor a trade`)
  } else {
    bench.report(name('processor a trade, ms'), cpu, limits.cpu)
    console.log(`  ${core.toFixed(0)} % of a core`)
  }
  bench.report(name('share of the trades due that were missed, %'), 100 * (1 - trades / spent / RATE), 3)
  const lag = quantile(lags, 0.99)
  if (RATE <= limits.fullRate / 2) bench.report(name('from due to signed, p99, ms'), lag, LAG_MS)
  else console.log(`  from due to signed, p99, ms: ${lag.toFixed(0)}`)
  bench.report(name('a route, p99, ms'), quantile(waits, 0.99), ROUTE_MS)
  bench.report(
    name('calls of the chain a trade'),
    calls.reduce((sum, [, n]) => sum + n, 0),
    CALLS,
  )
  if (opened)
    bench.report(
      name('transactions a trade'),
      each((u) => u.commits),
      COMMITS,
    )
  bench.report(name('memory, MB'), rss, limits.rss)
  console.log(
    `  idle ${idle.toFixed(0)} MB; lag p50 ${quantile(lags, 0.5).toFixed(0)} ms; route p50 ${quantile(waits, 0.5).toFixed(1)} ms; network ${(each((u) => u.network) * 1_000).toFixed(1)} ms a trade`,
  )
  console.log(`  ${calls.map(([what, n]) => `${what} ${n.toFixed(2)}`).join(', ')}`)
  if (HISTORY === 0) {
    const { filled, failed } = opened
      ? await audit(opened.db, network.url)
      : await audit(dataDir, network.url)
    console.log(`  books equal to the chain: ${filled} filled, ${failed} failed`)
  }
  await opened?.close()
  await server?.stop()
  proxy.close()
  network.child.kill('SIGKILL')
}

/** Counts strategies that have not ended, and operations: a strategy that stops waits for its orders. */
async function unfinished(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = [...text.matchAll(/^purser_(?:strategies|operations_open)\{.*\} (\d+)$/gm)].map(([, n]) =>
    Number(n),
  )
  if (counts.length === 0) throw new Error('the desk tells no metrics')
  return counts.reduce((sum, one) => sum + one, 0)
}

async function rpcCount(url: string): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransactionCount', params: [] }),
  })
  return ((await answer.json()) as { result: number }).result
}

async function countCommits(db: Db): Promise<number> {
  const { rows } = (await db.execute(
    sql`select sum(xact_commit)::float8 as n from pg_stat_database where datname = current_database()`,
  )) as { rows: { n: number }[] }
  return rows[0]?.n ?? 0
}

try {
  for (const kind of ['embedded', 'postgres'] as const)
    if (which === 'both' || which === kind) await measure(kind)
} finally {
  process.exitCode = bench.end()
}
process.exit()
