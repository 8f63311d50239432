/** Runs jobs of test files with Node's own runner, some at once, and reports the result of each file. */
import { availableParallelism, loadavg } from 'node:os'
import { relative } from 'node:path'
import { run } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { inspect } from 'node:util'
import { endSignal } from './command.ts'

export type Database = 'postgres' | 'embedded' | 'none'
/** Files that share one process of Node, one after another, and the variables of its environment. */
/** `flags` are those of Node for its process. */
export type Job = { files: string[]; env: Record<string, string>; database: Database; flags: string[] }
export type FailedTest = { file: string; test: string; error: string }
/**
 * `job` holds this file alone, to run it again. A skipped test, for instance for the other database, has not passed.
 */
export type FileResult = {
  file: string
  job: Job
  passed: number
  skipped: string[]
  failures: FailedTest[]
  seconds: number
}

type Options = {
  atOnce: number
  /** No job begins after this time of `performance.now()`. */
  until?: number
  /** The longest that a job may take. */
  jobMinutes?: number
  onResult?: (result: FileResult) => void
}

const RUNNER = `${import.meta.dirname}/grouped-files.mjs`
/** A busy machine takes three times as long as a quiet one, on which the longest job takes a few minutes. */
const JOB_MINUTES = 20
const MINUTE_MS = 60_000
const SHOWN_LENGTH = 6_000

/** Runs every job to its end, whichever fails. `unstarted` are jobs for which there was no time. */
export async function runJobs(
  jobs: Job[],
  { atOnce, until = Infinity, jobMinutes = JOB_MINUTES, onResult }: Options,
): Promise<{ results: FileResult[]; unstarted: Job[] }> {
  const queue = [...jobs]
  const results: FileResult[] = []
  let running = 0
  const work = async () => {
    while (queue.length > 0 && performance.now() < until) {
      // Tests that wait for a clock fail on a machine that is asked for several times what it can do.
      if (running > 0 && isBusy()) {
        await setTimeout(BUSY_MS)
        continue
      }
      const job = queue.shift()
      if (job === undefined) return
      running++
      for (const result of await runJob(job, jobMinutes)) {
        results.push(result)
        onResult?.(result)
      }
      running--
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { results, unstarted: queue }
}

/** The load of the last minute on each processor, above which only one job of a kind runs. */
const MOST_LOAD = 3
const BUSY_MS = 1_000
const isBusy = (): boolean => (loadavg()[0] ?? 0) > MOST_LOAD * availableParallelism()

type TestError = Error & { failureType?: string }
/** `isCancelled`: it did not end because of its suite. */
type Failure = { test: string; error: string; isCancelled: boolean }
type Tests = { passed: number; skipped: string[]; failures: Failure[]; seconds: number }
const noTests = (): Tests => ({ passed: 0, skipped: [], failures: [], seconds: 0 })
/**
 * `open` are the tests of a file that has not ended; `late` are errors thrown after their test had ended, with their
 * file.
 */
type Collected = {
  ended: Map<string, Tests>
  open: Tests
  late: { file: string; error: string }[]
  problem: string | null
  output: string
}

async function runJob(job: Job, minutes: number): Promise<FileResult[]> {
  const { ended, open, late, problem, output } = await collect(job, minutes)
  const last = job.files.at(-1)
  return job.files.map((file) => {
    const tests = ended.get(file)
    const { passed, skipped, failures, seconds } = tests ?? open
    // No other file is named for an error after the last test.
    const isBroken = tests === undefined || (file === last && problem !== null && late.length === 0)
    const broken = { test: 'the process of the file', error: problem ?? 'the file was not run' }
    const after = late
      .filter((one) => one.file === file)
      .map(({ error }) => ({ test: 'after its tests had ended', error }))
    const none = { test: 'the file', error: 'it has no tests' }
    const isEmpty = tests !== undefined && passed + skipped.length + failures.length === 0
    const found = [...failures, ...after, ...(isBroken ? [broken] : []), ...(isEmpty ? [none] : [])]
    const all = found.map(({ test, error }) => ({
      file,
      test,
      error: output === '' ? error : `${error}\nIts process printed:\n${output}`,
    }))
    return { file, job: { ...job, files: [file] }, passed, skipped, failures: all, seconds }
  })
}

async function collect(job: Job, minutes: number): Promise<Collected> {
  const ended = new Map<string, Tests>()
  const late: Collected['late'] = []
  let open = noTests()
  let [problem, output, hasSummary]: [string | null, string, boolean] = [null, '', false]
  const timeLimit = minutes === Infinity ? [] : [AbortSignal.timeout(minutes * MINUTE_MS)]
  const options = {
    files: [RUNNER],
    argv: job.files,
    execArgv: job.flags,
    // A test may itself check whether it runs within another.
    env: { ...process.env, ...job.env },
    isolation: 'process' as const,
    // A handle that a file leaves open delays nobody.
    forceExit: true,
    signal: AbortSignal.any([endSignal, ...timeLimit]),
  }
  for await (const { type, data } of run(options)) {
    // Node reports an error after its test only like this.
    const isLate =
      type === 'test:diagnostic' && data.message.includes('asynchronous activity after the test ended')
    if (type === 'test:stdout' || type === 'test:stderr' || isLate)
      output = `${output}${data.message}`.slice(-SHOWN_LENGTH)
    if (isLate) late.push({ file: findNamed(job.files, data.message), error: data.message })
    if (type === 'test:summary' && data.file !== undefined) hasSummary = true
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const error = type === 'test:fail' ? (data.details.error as TestError) : null
    const isOwn = error !== null && error.failureType !== 'subtestsFailed'
    if (data.name === RUNNER) {
      if (isOwn) problem = describe(error)
      continue
    }
    const isFile = data.nesting === 0 && job.files.includes(data.name)
    const path = data.file === undefined ? null : relative(process.cwd(), data.file)
    const named = isFile || path === null ? 'outside of its tests' : `${path}:${data.line} ${data.name}`
    // A test that was registered too late is reported after its file.
    const { failures } = (path === null ? undefined : ended.get(path)) ?? open
    if (isOwn) addFailure(failures, named, error)
    else if (data.skip !== undefined) open.skipped.push(named)
    else if (error === null && data.details.type !== 'suite') open.passed++
    if (!isFile) continue
    ended.set(data.name, { ...open, seconds: data.details.duration_ms / 1_000 })
    open = noTests()
  }
  if (timeLimit.some(({ aborted }) => aborted)) problem = `it had not ended after ${minutes} minutes`
  // If a process ends within a test, with code 0, Node counts its tests as passed.
  if (!hasSummary) problem ??= 'the process ended before its tests had ended'
  return { ended, open, late, problem, output: output.trim() }
}

/** The file that Node names in a diagnostic; the last one if it names none. */
const findNamed = (files: string[], message: string): string =>
  files.find((file) => message.includes(file)) ?? files.at(-1) ?? ''

/** A hook that fails is one failure, whichever tests it prevents. */
function addFailure(failures: Failure[], test: string, error: TestError): void {
  const text = describe(error)
  if (error.failureType === 'hookFailed') {
    failures.splice(0, Infinity, ...failures.filter(({ isCancelled }) => !isCancelled))
    if (failures.some((one) => one.error === text)) return
  }
  failures.push({ test, error: text, isCancelled: error.failureType === 'cancelledByParent' })
}

function describe(error: TestError): string {
  const cause: unknown = error.cause ?? error
  return (cause instanceof Error ? inspect(cause) : String(cause)).slice(-SHOWN_LENGTH)
}
