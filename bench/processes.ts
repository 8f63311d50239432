/** The common parts of the measurements of transfers: the processes they start, their directories, and their report. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** The commands that users start: `npm start` runs the first, with this very version of Node. */
export const DESK = ['sh', 'server/start.sh'] as const
const NETWORK = [process.execPath, 'localnet/src/main.ts'] as const
export const PATH = `${dirname(process.execPath)}:${process.env.PATH}`

/** All of it ends with `end`, which returns the exit code: 1 if a figure is over its limit. */
export function openBench() {
  const children: ChildProcess[] = []
  const dirs: string[] = []
  const over: string[] = []
  const clean = () => {
    for (const child of children) child.kill('SIGKILL')
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
  }
  // A measurement that is interrupted, for instance by a closed pipe of its output, leaves nothing running.
  process.once('exit', clean)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const directory = (): string => {
    const dir = mkdtempSync(join(tmpdir(), 'bench-'))
    dirs.push(dir)
    return dir
  }
  /** Resolves with the groups of the line that says it is ready. */
  async function start(
    [program, script]: readonly [string, string],
    env: Record<string, string>,
    line: RegExp,
  ) {
    const child = spawn(program, [script], {
      cwd: ROOT,
      env: { PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const [url, wsUrl] = await new Promise<[string, string]>((resolve, reject) => {
      let said = ''
      child.stdout?.on('data', (data: Buffer) => {
        said += data.toString()
        const [, first, second = ''] = line.exec(said) ?? []
        if (first) resolve([first, second])
      })
      child.once('exit', () => reject(new Error(`${script} ended: ${said}`)))
    })
    return { child, url, wsUrl }
  }
  return {
    network: () =>
      start(
        NETWORK,
        { DATA_DIR: directory(), LOCALNET_RPC_PORT: '0' },
        /"rpcUrl":"([^"]+)","wsUrl":"([^"]+)"/,
      ),
    directory,
    /** The product on this directory, with these settings. */
    deskIn: (dataDir: string, { wsUrl }: { wsUrl: string }, env: Record<string, string>) =>
      start(
        DESK,
        {
          DATA_DIR: dataDir,
          PORT: '0',
          LOCALNET_RPC_PORT: '0',
          SOLANA_WS_URL: wsUrl,
          LOG_LEVEL: 'warn',
          ...(process.env.NODE_OPTIONS ? { NODE_OPTIONS: process.env.NODE_OPTIONS } : {}),
          ...env,
        },
        /Purser is ready at (\S+) /,
      ),
    /** The product on that network, through `through` if that is given. */
    desk: ({ url, wsUrl }: { url: string; wsUrl: string }, through = url) =>
      start(
        DESK,
        {
          DATA_DIR: directory(),
          PORT: '0',
          LOCALNET_RPC_PORT: '0',
          SOLANA_RPC_URL: through,
          SOLANA_WS_URL: wsUrl,
          LOG_LEVEL: 'warn',
          ...(process.env.NODE_OPTIONS ? { NODE_OPTIONS: process.env.NODE_OPTIONS } : {}),
        },
        /Purser is ready at (\S+) /,
      ),
    report(what: string, value: number, limit: number, unit = ''): void {
      const ok = value <= limit
      if (!ok) over.push(what)
      const figure = String(Math.round(value * 100) / 100).padStart(9)
      console.log(`${what.padEnd(46)} ${figure}${unit}  (limit ${limit})${ok ? '' : '  TOO MUCH'}`)
    },
    end(): number {
      clean()
      return over.length > 0 ? 1 : 0
    },
  }
}

/** The unit of processor time in /proc: clock ticks of the kernel in a second. */
const HERTZ = 100

/** Seconds of processor time that this process has used so far. */
export function busy(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / HERTZ
}

export const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

const SLOT_MS = 200
/**
 * Returns seconds. It begins at a random moment of a slot: otherwise each would begin where the one before ended, at
 * the end of a slot.
 */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * SLOT_MS))
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
