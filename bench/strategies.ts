/**
 * 2,000 running strategies with a tick each 5 s, in the product as its users start it: its own process with embedded
 * PostgreSQL, the local network beside it in another. Two loads: every strategy has an order due each 5 s that its
 * price bounds hold back, so that each tick changes its state, which is stored with a line of the terminal; and every
 * strategy waits for a price. Fails if the process uses more than half of one core.
 *
 * Run: node bench/strategies.ts
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createAgent,
  getAgent,
  listAgentStatus,
  parseInstruction,
  startStrategy,
} from '@purser/contract/agents/agents.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { getBalance } from '@purser/contract/balances/balances.ts'
import { gt } from 'drizzle-orm'
import { createClient } from '../server/src/test/client.ts'
import { agents } from '../server/src/domains/agents/agents.tables.ts'
import { compile } from '../server/src/domains/strategies/engine/compile.ts'
import { insertStrategy } from '../server/src/domains/strategies/strategies.store.ts'
import { strategies, strategySteps } from '../server/src/domains/strategies/strategies.tables.ts'
import { withBooks } from '../proofs/ledger.ts'
import { until } from '../server/src/test/until.ts'
import { busy } from './processes.ts'
import { signUp } from '../server/src/test/sign-up.ts'

const ROOT = join(import.meta.dirname, '..')
const STRATEGIES = 2_000
const SETTLE_SECONDS = 15
const SECONDS = 30
const TICK_SECONDS = 5
const LIMIT = 0.5
/** `ticks`: each tick changes the state, which is stored. */
type Load = { instruction: string; ticks: boolean }
const LOADS: Record<string, Load> = {
  'held back each 5 s': {
    instruction: `buy 0.001 SOL of BONK every ${TICK_SECONDS} seconds only if the price is below 0.0000000001`,
    ticks: true,
  },
  'waiting for a price': {
    instruction: 'buy 0.001 SOL of BONK when the price is below 0.0000000001',
    ticks: false,
  },
}

const children: ChildProcess[] = []
const dirs: string[] = []
async function start(script: string, env: Record<string, string>, line: RegExp) {
  const dir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'bench-strategies-'))
  dirs.push(dir)
  const child = spawn(process.execPath, [join(ROOT, script)], {
    cwd: ROOT,
    env: { DATA_DIR: dir, LOCALNET_RPC_PORT: '0', PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString()
      const found = line.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code ?? 'a signal'}`)))
  })
  const gone = new Promise((resolve) => child.once('close', resolve))
  const end = async () => {
    child.kill('SIGTERM')
    await gone
  }
  return { url, dir, pid: child.pid ?? 0, end }
}

/** Signs up one user, who starts the first strategy like users do. */
async function begin(url: string, instruction: string): Promise<{ token: string; id: number }> {
  const call = createClient(url)
  const email = 'trader@example.com'
  const { token } = await signUp(call, email)
  const { address } = (await call(generateWallet, { token })).ok
  await call(requestFaucet, { token, body: { address, sol: 1 } })
  await until(
    'the funds are there',
    async () => Number((await call(getBalance, { token, params: { address } })).ok.solBalance) > 0,
  )
  const { id } = (await call(createAgent, { token })).ok
  const params = { id }
  const parsed = await call(parseInstruction, {
    token,
    params,
    body: { instruction, wallet_addresses: [address] },
  })
  const { parsedPlan, feasible, explanation } = parsed.ok
  if (!parsedPlan || !feasible) throw new Error(explanation)
  const strategy = { parsedStrategy: parsedPlan, walletAddresses: [address] }
  const started = await call(startStrategy, { token, params, body: { strategy } })
  if (started.status !== 200) throw new Error(started.text)
  return { token, id }
}

/** Writes copies of it into the database while the desk is down, each with an agent of its own. */
async function multiply(dataDir: string): Promise<void> {
  await withBooks(dataDir, async (db) => {
    const [one] = await db.select().from(strategies)
    if (!one) throw new Error('nothing was started')
    const { userId, plan, walletAddresses, groupId, base } = one
    const state = { ...compile(plan).begin(), terms: one.state.terms }
    for (let n = 1; n < STRATEGIES; n++) {
      const [agent] = await db
        .insert(agents)
        .values({ userId, name: `Agent ${n + 1}` })
        .returning()
      if (!agent) throw new Error('an agent could not be written')
      await insertStrategy(db, {
        id: randomUUID(),
        originKey: randomUUID(),
        agentId: agent.id,
        agentExternalId: agent.externalId,
        owner: null,
        status: 'active',
        userId,
        plan,
        walletAddresses,
        groupId,
        base,
        state,
      })
    }
  })
}

async function measure(name: string, { instruction, ticks }: Load): Promise<number> {
  const network = await start('localnet/src/main.ts', {}, /"rpcUrl":"([^"]+)"/)
  const env = { SOLANA_RPC_URL: network.url }
  const ready = /Purser is ready at (\S+) /
  const first = await start('server/start.mjs', env, ready)
  const { token, id } = await begin(first.url, instruction)
  await first.end()
  await multiply(first.dir)
  const desk = await start('server/start.mjs', { ...env, DATA_DIR: first.dir }, ready)
  const call = createClient(desk.url)
  await new Promise((resolve) => setTimeout(resolve, SETTLE_SECONDS * 1_000))
  const before = busy(desk.pid)
  const began = performance.now()
  const since = new Date()
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000))
  const share = (busy(desk.pid) - before) / ((performance.now() - began) / 1_000)
  const { active } = (await call(getAgent, { token, params: { id } })).ok
  const states = Object.values((await call(listAgentStatus, { token })).ok)
  const running = states.filter((state) => state.status === 'running').length
  console.log(
    `${running} strategies, ${name}: ${(share * 100).toFixed(0)} % of a core, limit ${LIMIT * 100} % (${(share / LIMIT).toFixed(2)} of it)`,
  )
  if (!active || running !== STRATEGIES) throw new Error(`only ${running} of ${STRATEGIES} strategies run`)
  await desk.end()
  const steps = await withBooks(first.dir, (db) => db.$count(strategySteps, gt(strategySteps.at, since)))
  console.log(`${steps} steps were kept meanwhile`)
  if (ticks && steps < 0.9 * STRATEGIES * (SECONDS / TICK_SECONDS)) throw new Error('it fell behind')
  for (const child of children.splice(0)) child.kill('SIGKILL')
  return share
}

let passed = true
try {
  for (const [name, instruction] of Object.entries(LOADS))
    if ((await measure(name, instruction)) > LIMIT) passed = false
} finally {
  for (const child of children) child.kill('SIGKILL')
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
}
process.exit(passed ? 0 : 1)
