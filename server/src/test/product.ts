/** The product as its users run it: processes of its own, started, killed and started again on the same directories. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { pathToFileURL } from 'node:url'
import { parseInstruction, startStrategy } from '@purser/contract/agents/agents.ts'
import { type Call, createClient } from './client.ts'

const ROOT = join(import.meta.dirname, '../../..')
export const START_WITHIN_MS = 60_000
/** A process that lives for seconds does not compile the embedded database twice: a quarter of its start. */
export const START_FLAGS = [
  '--liftoff-only',
  `--import=${join(ROOT, 'server/resolve-drizzle.mjs')}`,
  `--import=${pathToFileURL(join(ROOT, 'scripts/end-with-parent.mjs')).href}?${process.pid}`,
]

export type Ended = { code: number | null; signal: NodeJS.Signals | null }
export type Program = {
  child: ChildProcess
  stdout(): string
  stderr(): string
  ended: Promise<Ended>
  /** Sends the signal and waits for the end; also returns how long that took. */
  end(signal: NodeJS.Signals): Promise<Ended & { ms: number }>
}
export type Product = Program & { url: string; call: Call; readyAt: number }
export type Network = Program & { rpcUrl: string }

const running = new Map<ChildProcess, Promise<Ended>>()
const dirs: string[] = []
after(async () => {
  for (const child of running.keys()) child.kill('SIGKILL')
  await Promise.all(running.values())
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

/** Removed after the last test of the file. */
export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'purser-proof-'))
  dirs.push(dir)
  return dir
}

/** Its environment contains only what is given. */
export function run(script: string, env: Record<string, string>, args: string[] = []): Program {
  const child = spawn(process.execPath, [...START_FLAGS, join(ROOT, script), ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (data: Buffer) => void (said.stdout += data.toString('latin1')))
  child.stderr.on('data', (data: Buffer) => void (said.stderr += data.toString('latin1')))
  // Not 'exit': its last output must have been read.
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  ).finally(() => running.delete(child))
  running.set(child, ended)
  return {
    child,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    ended,
    async end(signal) {
      const began = performance.now()
      child.kill(signal)
      return { ...(await ended), ms: performance.now() - began }
    },
  }
}

async function ready(program: Program, line: RegExp, what: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    const look = () => {
      const match = line.exec(program.stdout())
      if (match?.[1] !== undefined) resolve(match[1])
    }
    program.child.stdout?.on('data', look)
    look()
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} was not ready within a minute`)), START_WITHIN_MS)
  })
  const died = program.ended.then(({ code, signal }) => {
    throw new Error(`${what} ended with ${code ?? signal}: ${program.stderr()}`)
  })
  try {
    return await Promise.race([found, late, died])
  } finally {
    clearTimeout(timer)
    died.catch(() => undefined)
  }
}

/** `node server/start.mjs` on this directory, on a free port. */
export async function startProduct(dataDir: string, env: Record<string, string> = {}): Promise<Product> {
  const program = run('server/start.mjs', {
    DATA_DIR: dataDir,
    PORT: '0',
    LOCALNET_RPC_PORT: '0',
    LOG_LEVEL: 'warn',
    ...env,
  })
  const url = await ready(program, /Purser is ready at (\S+) /, 'the server')
  return { ...program, url, call: createClient(url), readyAt: Date.now() }
}

/**
 * A port for a network that will return on it: nobody gets it meanwhile, since systems assign ports above these on
 * request. The one after it is free as well.
 */
export async function portToKeep(): Promise<number> {
  for (;;) {
    const port = 10_000 + 2 * Math.floor(Math.random() * 10_000)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
}
const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** `node localnet/src/main.ts` on this directory; with a port, on that one. */
export async function startNetwork(dataDir: string, port = 0, args: string[] = []): Promise<Network> {
  const env = { DATA_DIR: dataDir, LOCALNET_RPC_PORT: String(port) }
  const program = run('localnet/src/main.ts', env, args)
  const rpcUrl = await ready(program, /"rpcUrl":"([^"]+)"/, 'the network')
  return { ...program, rpcUrl }
}

/** Acts as a user: has the instruction read, and starts the shown plan. Returns the strategy's id. */
export async function trade(
  call: Call,
  token: string,
  agentId: number,
  instruction: string,
  wallets: string[],
): Promise<string> {
  const params = { id: agentId }
  const parsed = await call(parseInstruction, {
    token,
    params,
    body: { instruction, wallet_addresses: wallets },
  })
  const { parsedPlan, feasible, explanation } = parsed.ok
  if (!parsedPlan || !feasible) throw new Error(`'${instruction}' is not feasible: ${explanation}`)
  const started = await call(startStrategy, {
    token,
    params,
    body: { strategy: { parsedStrategy: parsedPlan, walletAddresses: wallets } },
  })
  return started.ok.strategyId
}
