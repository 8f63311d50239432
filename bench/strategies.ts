/**
 * 2,000 running strategies with a tick each 5 s, in the product as its users start it: its own process with embedded
 * PostgreSQL, the local network beside it in another. Two loads: every strategy has an order due each 5 s that its price
 * bounds hold back, so that each tick changes its state, which is kept with a line of the terminal; and every strategy
 * waits for a price. Fails where the process uses more than half of one core.
 *
 * Run: node bench/strategies.ts
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOutbox, requestRegisterCode, verifyCode } from '@purser/contract/accounts.ts'
import {
  createAgent,
  getAgent,
  parseInstruction,
  startStrategy,
  stopStrategy,
} from '@purser/contract/agents.ts'
import { generateWallet } from '@purser/contract/wallets.ts'
import { requestFaucet } from '@purser/contract/tokens.ts'
import { getBalance } from '@purser/contract/balances.ts'
import { clientOf } from '../server/src/test/client.ts'
import { until } from '../server/src/test/until.ts'

const ROOT = join(import.meta.dirname, '..')
const STRATEGIES = 2_000
/** Of one user at most so many agents. */
const AGENTS_EACH = 50
const AT_ONCE = 8
const SETTLE_SECONDS = 15
const SECONDS = 30
const LIMIT = 0.5
/** Clock ticks of the kernel in a second, as /proc counts processor time. */
const HERTZ = 100
const LOADS = {
  'held back each 5 s': 'buy 0.001 SOL of BONK every 5 seconds only if the price is below 0.0000000001',
  'waiting for a price': 'buy 0.001 SOL of BONK when the price is below 0.0000000001',
}

const children: ChildProcess[] = []
const dirs: string[] = []
async function start(script: string, env: Record<string, string>, line: RegExp) {
  const dir = mkdtempSync(join(tmpdir(), 'bench-strategies-'))
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
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
  return { url, pid: child.pid ?? 0 }
}

/** Seconds of processor time that this process has used so far. */
function busy(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / HERTZ
}

async function measure(name: string, instruction: string): Promise<number> {
  const network = await start('localnet/src/main.ts', {}, /"rpcUrl":"([^"]+)"/)
  const { url, pid } = await start(
    'server/start.mjs',
    { SOLANA_RPC_URL: network.url },
    /Purser is ready at (\S+) /,
  )
  const call = clientOf(url)
  const users = Array.from({ length: Math.ceil(STRATEGIES / AGENTS_EACH) }, (_, i) => i)
  let plan: unknown
  const watched: { token: string; id: number }[] = []
  async function populate(i: number): Promise<void> {
    const email = `trader${i}@example.com`
    await call(requestRegisterCode, { body: { email } })
    const [mail] = (await call(readOutbox, { query: { to: email } })).ok
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    const { token } = (await call(verifyCode, { body: { email, code } })).ok
    const { address } = (await call(generateWallet, { token })).ok
    const paid = await call(requestFaucet, { token, body: { address, sol: 1 } })
    if (paid.status !== 200) throw new Error(paid.text)
    await until(
      'the funds are there',
      async () => Number((await call(getBalance, { token, params: { address } })).ok.solBalance) > 0,
    )
    for (let n = 0; n < AGENTS_EACH; n++) {
      const { id } = (await call(createAgent, { token })).ok
      const params = { id }
      const parsed = await call(parseInstruction, {
        token,
        params,
        body: { instruction, wallet_addresses: [address] },
      })
      const { parsedPlan, feasible, explanation } = parsed.ok
      if (!parsedPlan || !feasible) throw new Error(explanation)
      plan ??= parsedPlan
      const strategy = { parsedStrategy: parsedPlan, walletAddresses: [address] }
      const started = await call(startStrategy, { token, params, body: { strategy } })
      if (started.status !== 200) throw new Error(started.text)
      if (n === 0) watched.push({ token, id })
    }
  }
  const queue = users.slice()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let i = queue.shift(); i !== undefined; i = queue.shift()) await populate(i)
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, SETTLE_SECONDS * 1_000))
  const before = busy(pid)
  const began = performance.now()
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000))
  const share = (busy(pid) - before) / ((performance.now() - began) / 1_000)
  const states = await Promise.all(watched.map(({ token, id }) => call(getAgent, { token, params: { id } })))
  const alive = states.filter(({ ok }) => ok.active).length
  console.log(
    `${STRATEGIES} strategies, ${name}: ${(share * 100).toFixed(0)} % of a core, limit ${LIMIT * 100} % (${(share / LIMIT).toFixed(2)} of it)`,
  )
  if (alive !== watched.length)
    throw new Error(`${watched.length - alive} of ${watched.length} are not running any more`)
  const [first] = watched
  if (first) await call(stopStrategy, { token: first.token, params: { id: first.id } })
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
