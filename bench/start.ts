/**
 * Cold start, second start, idle processor time and memory of `npm start`, and the time until a strategy trades on once
 * the desk is ready again after a kill, each as a ratio to its limit.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAgent } from '@purser/contract/agents/agents.ts'
import { type Call, createClient } from '../server/src/test/client.ts'
import { fundedWallet } from '../server/src/test/funded-wallet.ts'
import { trade } from '../server/src/test/product.ts'
import { readProgress, type Running } from '../server/src/test/progress.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'
import { DESK, PATH } from './processes.ts'

const LIMITS = {
  'cold start (s)': 10,
  'second start (s)': 3,
  'idle processor (%)': 5,
  'resident memory (MB)': 700,
  'trades on after (s)': 5,
}
const IDLE_MS = 20_000
const SETTLE_MS = 3_000
const READY = /Purser is ready at (\S+) /
const root = join(import.meta.dirname, '..')

async function start(dataDir: string) {
  const began = performance.now()
  const child = spawn(DESK[0], [DESK[1]], {
    cwd: root,
    env: { PATH, DATA_DIR: dataDir, PORT: '0', LOCALNET_RPC_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      if (READY.test(said)) resolve()
    })
    void ended.then(() => reject(new Error(`it ended: ${said}`)))
  })
  return {
    seconds: (performance.now() - began) / 1_000,
    pid: child.pid ?? 0,
    call: createClient(READY.exec(said)?.[1] ?? ''),
    async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
  }
}

/** User and system time in seconds, from the kernel (100 ticks a second on Linux). */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Waits until it has filled more orders. */
const tradesOn = (call: Call, token: string, running: Running, before: number) =>
  until('the strategy trades', async () => (await readProgress(call, token, running)).filled > before)

async function beginTrading(call: Call) {
  const { token } = await signUp(call)
  const wallet = await fundedWallet(call, token)
  const agentId = (await call(createAgent, { token })).ok.id
  const instruction = 'buy 0.01 SOL of BONK every 3 seconds, 60 times'
  const running = { agentId, strategyId: await trade(call, token, agentId, instruction, [wallet]) }
  await tradesOn(call, token, running, 0)
  return { token, running }
}

const dataDir = mkdtempSync(join(tmpdir(), 'purser-bench-'))
try {
  const cold = await start(dataDir)
  await cold.stop()
  const second = await start(dataDir)
  await pause(SETTLE_MS)
  const before = processorSeconds(second.pid)
  await pause(IDLE_MS)
  const idle = ((processorSeconds(second.pid) - before) / (IDLE_MS / 1_000)) * 100
  const memory = residentMb(second.pid)
  const { token, running } = await beginTrading(second.call)
  const { filled } = await readProgress(second.call, token, running)
  await second.stop('SIGKILL')
  const third = await start(dataDir)
  const readyAt = performance.now()
  await tradesOn(third.call, token, running, filled)
  const measured = [cold.seconds, second.seconds, idle, memory, (performance.now() - readyAt) / 1_000]
  await third.stop()
  let over = false
  Object.entries(LIMITS).forEach(([name, limit], i) => {
    const ratio = (measured[i] ?? Number.NaN) / limit
    over ||= !(ratio <= 1)
    process.stdout.write(
      `${name.padEnd(22)} ${(measured[i] ?? 0).toFixed(2).padStart(8)} of ${limit}: ${ratio.toFixed(2)}\n`,
    )
  })
  process.exitCode = over ? 1 : 0
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
