/** Files of tests as jobs: which share a process, on which database, and in which order they begin. */
import type { Database, Job } from './run-jobs.ts'

/** Preloaded into each process of tests. */
export const FLAGS = [
  '--import=./scripts/test-context.mjs',
  '--import=./server/resolve-drizzle.mjs',
  // The embedded database is 9 MB of WebAssembly, which few files use for long enough to be worth compiling it twice.
  '--liftoff-only',
]

/** More of them would leave one process working alone at the end. */
const SHARED: { files: RegExp; perProcess: number }[] = [
  { files: /\.component\.test\.ts$/, perProcess: 5 },
  { files: /^(contract|web)\//, perProcess: 40 },
  { files: /^(server|localnet|interpreter)\//, perProcess: 8 },
]
/** These take a minute and more, or put something of their own in place of a global: each has a process of its own. */
const ALONE =
  /^proofs\/|\/(calls-of-a-trade|turns|top-ups|transfers|closing|decided|rotation|crash|hold|priority|trading-bots|parity|corrected|stop-all|practice-outage|building|properties|restrictions|scripted|chat-cards|session)\.test\.ts$/

export type Placed = { file: string; database: Database }

/** In the order in which they begin: what takes longest first. */
export function jobsOf(placed: Placed[], { url, env }: { url: string; env: Record<string, string> }): Job[] {
  const jobs: Job[] = []
  const queue = new Map<string, string[]>()
  const flush = (key: string) => {
    const files = queue.get(key) ?? []
    queue.delete(key)
    const database = key.slice(0, key.indexOf(' ')) as Database
    if (files.length > 0) jobs.push(jobOf(files, database))
  }
  const jobOf = (files: string[], database: Database): Job => ({
    files,
    database,
    env: database === 'postgres' ? { ...env, TEST_DATABASE_URL: url } : env,
  })
  for (const { file, database } of placed.filter(({ file }) => ALONE.test(file)))
    jobs.push(jobOf([file], database))
  for (const { file, database } of placed.filter(({ file }) => !ALONE.test(file))) {
    const kind = SHARED.findIndex(({ files }) => files.test(file))
    const key = `${database} ${kind}`
    const files = queue.get(key) ?? []
    files.push(file)
    queue.set(key, files)
    if (files.length >= (SHARED[kind]?.perProcess ?? 1)) flush(key)
  }
  for (const key of [...queue.keys()]) flush(key)
  return jobs
}
