/** The product as a process of its own, called over HTTP and killed at will. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after } from 'node:test'
import { START_FLAGS, START_WITHIN_MS } from './product.ts'
import { until } from './until.ts'

const SOURCE = join(import.meta.dirname, '..')

export type Run = {
  child: ChildProcess
  /** Its whole output so far. */
  output(): string
  /** Its exit code, null when a signal ended it. */
  ended: Promise<number | null>
  kill(signal: NodeJS.Signals): Promise<number | null>
}

/** A program of server/src with exactly this environment; killed with the tests at the latest. */
export function runProgram(
  program: 'main.ts' | `operator/${'rotate' | 'login-code' | 'release'}.ts`,
  env: Record<string, string>,
  args: string[] = [],
): Run {
  const child = spawn(process.execPath, [...START_FLAGS, join(SOURCE, program), ...args], {
    // Code compiled for one process need not be compiled for the next.
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: join(SOURCE, '../../node_modules/.cache/compiled'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  after(() => child.kill('SIGKILL'))
  return {
    child,
    output: () => said,
    ended,
    kill(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Resolves once it answers; rejects with its output if it ends instead. */
export async function startProgram(env: Record<string, string>): Promise<Run & { url: string }> {
  const run = runProgram('main.ts', { HOST: '127.0.0.1', PORT: '0', LOCALNET_RPC_PORT: '0', ...env })
  const ready = () => {
    if (run.child.exitCode !== null || run.child.signalCode !== null)
      throw new Error(`it ended: ${run.output()}`)
    return /Purser is ready at (\S+)/.exec(run.output())?.[1]
  }
  const url = await until('the server is ready', ready, START_WITHIN_MS)
  return { ...run, url }
}
