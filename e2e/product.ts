/** The real product as its own process, on a data directory of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Product = {
  url: string
  dataDir: string
  /** Everything it has printed so far. */
  output(): string
  /** Sends SIGTERM, or SIGKILL in the middle of any work. Resolves with the exit code. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Starts it again on the same data and the same port; with the console in `build` if that is given. */
  again(build?: string): Promise<void>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

const START = join(import.meta.dirname, '../server/start.mjs')
/** The same with another build of the console. */
const OTHER_START = join(import.meta.dirname, 'start-build.ts')
/** A process that lives for minutes does not compile the embedded database twice: a third of its start. */
const FLAGS = ['--liftoff-only']
const READY = /Purser is ready at (\S+)/
const READY_MS = 180_000

export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'purser-e2e-'))
  let child: ChildProcess | null = null
  let text = ''
  let url = ''

  async function launch(port: string, build?: string): Promise<void> {
    const began = text.length
    const started = spawn(
      process.execPath,
      [...FLAGS, ...(build === undefined ? [START] : [OTHER_START, build])],
      {
        env: { ...process.env, DATA_DIR: dataDir, PORT: port, LOCALNET_RPC_PORT: '0', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    child = started
    url = await new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`not ready in time:\n${text.slice(began)}`)), READY_MS)
      const hear = (chunk: Buffer) => {
        text += chunk.toString()
        const found = READY.exec(text.slice(began))?.[1]
        if (!found) return
        clearTimeout(late)
        resolve(found)
      }
      started.stdout.on('data', hear)
      started.stderr.on('data', hear)
      started.once('exit', (code) =>
        reject(new Error(`ended with ${code ?? 'a signal'}:\n${text.slice(began)}`)),
      )
    })
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null
    const exited = new Promise<number | null>((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    return exited
  }

  await launch('0')
  return {
    get url() {
      return url
    },
    dataDir,
    output: () => text,
    end,
    again: (build) => launch(new URL(url).port, build),
    async remove() {
      await end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
