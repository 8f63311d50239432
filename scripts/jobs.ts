/** Groups test files into jobs: those that share a process, their database, and the order in which they begin. */
import { readFileSync } from 'node:fs'
import { getLane } from './lanes.ts'
import type { Database, Job } from './run-jobs.ts'

const PRELOADED = [
  '--import=./scripts/test-context.mjs',
  '--import=./scripts/end-with-parent.mjs',
  '--import=./server/resolve-drizzle.mjs',
]
/** The embedded database is 9 MB of WebAssembly: only long use of it gains from compiling parts of it twice. */
const chooseFlags = (database: Database) =>
  database === 'embedded' ? PRELOADED : [...PRELOADED, '--liftoff-only']

const isComponent = (file: string) => file.endsWith('.component.test.ts')
/** Such a file shares no process with one that has a server: late requests of that console would be answered here. */
const answersForItself = (file: string) => readFileSync(file, 'utf8').includes("/test/answers.ts'")

/** More of them would leave one process working alone at the end. */
const SHARED: { isOne: (file: string) => boolean; perProcess: number }[] = [
  { isOne: (file) => isComponent(file) && answersForItself(file), perProcess: 8 },
  { isOne: isComponent, perProcess: 5 },
  { isOne: (file) => /^(contract|web)\//.test(file), perProcess: 40 },
  { isOne: (file) => /^(server|interpreter)\//.test(file), perProcess: 8 },
]
/**
 * These take a minute and more, most of it waiting for slots and processes, or replace a global: each has a process of
 * its own.
 */
const ALONE =
  /^(proofs|bench|localnet)\/|\/(calls-of-a-trade|lost-commits|turns|top-ups|transfers|closing|decided|rotation|crash|hold|priority|trading-bots|parity|corrected|stop-all|practice-outage|building|properties|restrictions|scripted|chat-cards|session)\.test\.ts$/

export const runsAlone = (file: string): boolean => ALONE.test(file)

export type Placed = { file: string; database: Database }

/** Jobs are in the order in which they begin: the longest first. */
export function groupIntoJobs(
  placed: Placed[],
  { url, env }: { url: string; env: Record<string, string> },
): Job[] {
  const createJob = (files: string[], database: Database): Job => ({
    files,
    database,
    flags: chooseFlags(database),
    env: database === 'postgres' ? { ...env, TEST_DATABASE_URL: url } : env,
  })
  const isAlone = ({ file }: Placed) => runsAlone(file)
  const jobs = placed.filter(isAlone).map(({ file, database }) => createJob([file], database))
  const findSharing = (file: string) => SHARED.findIndex(({ isOne }) => isOne(file))
  const sharing = placed.filter((one) => !isAlone(one))
  // A failure of the money core must never be taken for that of a file that may run again.
  const share = ({ file, database }: Placed) => `${database} ${findSharing(file)} ${getLane(file) === 'core'}`
  for (const group of Map.groupBy(sharing, share).values()) {
    const { file = '', database = 'none' } = group[0] ?? {}
    const perProcess = SHARED[findSharing(file)]?.perProcess ?? 1
    for (let i = 0; i < group.length; i += perProcess)
      jobs.push(
        createJob(
          group.slice(i, i + perProcess).map((one) => one.file),
          database,
        ),
      )
  }
  return jobs
}
