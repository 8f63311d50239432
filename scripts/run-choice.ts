/** Runs the files of a choice, then its browser tests, each failed one once more by the rule for flaky tests. */
import { runBrowser, runFailedSpecs } from './browser.ts'
import type { Choice } from './choices.ts'
import { findChromium } from './chromium.ts'
import { StepFailed } from './command.ts'
import { isCI } from './environment.ts'
import { runFailedAgain, type Sums } from './flaky.ts'
import { groupIntoJobs, runsAlone } from './jobs.ts'
import { getLane } from './lanes.ts'
import { type FileResult, type Job, runJobs } from './run-jobs.ts'

/** `url` is that of a PostgreSQL server. `seed` starts the random draws. */
type Surroundings = { url: string; seed: number }

/** Files that mostly wait run beside files that mostly compute, so that no processor is idle. */
const WAITING_AT_ONCE = 3
const WORKING_AT_ONCE = 3
const KILLS_AT_ONCE = 1
const MINUTE_MS = 60_000
/** The share of a limited time that files may take before the browser tests begin. */
const FILES_SHARE = 0.5
/** A limited run starts this many specs together, and none in its last minutes. */
const SPECS_AT_ONCE = 6
const LAST_SPECS_MINUTES = 3

/** Adds to `sums` at each step, so that they are right whenever the run ends. */
export async function runChoice(choice: Choice, surroundings: Surroundings, sums: Sums): Promise<void> {
  const began = performance.now()
  const deadline = (minutes: number) => began + minutes * MINUTE_MS
  // This comes before the files: a missing browser that is required shows soon.
  const chromium = choice.specs.length > 0 ? await findChromiumOrNot() : null
  await runFiles(choice, deadline(choice.minutes * FILES_SHARE), surroundings, sums)
  if (chromium === null) sums.unstarted.push(...choice.specs)
  else
    await runSpecs(choice, deadline(choice.minutes - LAST_SPECS_MINUTES), { ...surroundings, chromium }, sums)
}

async function runFiles(
  { files, env, limits }: Choice,
  until: number,
  { url, seed }: Surroundings,
  sums: Sums,
): Promise<void> {
  const jobs = groupIntoJobs(files, { url, env: { ...env, PROOF_SEED: String(seed) } })
  const classifyJob = ({ files: [file = ''] }: Job) => {
    if (getLane(file) === 'kills' || file.startsWith('bench/')) return 'kills'
    return runsAlone(file) ? 'waiting' : 'working'
  }
  const onResult = (result: FileResult) => {
    showResult(result)
    sums.passed += result.passed
    sums.skipped.push(...result.skipped)
    sums.failed.push(...result.failures)
  }
  const run = (kind: ReturnType<typeof classifyJob>, atOnce: number) =>
    runJobs(
      jobs.filter((job) => classifyJob(job) === kind),
      { atOnce, until, onResult, ...limits },
    )
  const all = await Promise.all([
    // Each starts the product again and again: several at once would only slow each other down.
    run('kills', KILLS_AT_ONCE),
    run('waiting', WAITING_AT_ONCE),
    run('working', WORKING_AT_ONCE),
  ])
  sums.unstarted.push(...all.flatMap((part) => part.unstarted.flatMap((job) => job.files)))
  await runFailedAgain(
    all.flatMap((part) => part.results),
    runAlone,
    sums,
  )
}

async function runAlone(job: Job): Promise<FileResult> {
  console.log(`\nOnce more, alone: ${job.files.join(' ')}`)
  const { results } = await runJobs([job], { atOnce: 1, onResult: showResult })
  const [result] = results
  if (result === undefined) throw new StepFailed(`${job.files.join(' ')} was not run again`)
  return result
}

function showResult({ file, job, passed, failures, seconds }: FileResult): void {
  const where = job.database === 'none' ? file : `${file} on ${job.database}`
  for (const { test, error } of failures)
    console.log(`\nFAILED ${where}\n  ${test}\n${error.replace(/^/gm, '    ')}\n`)
  const word = failures.length > 0 ? 'FAILED' : 'passed'
  console.log(`${word} ${String(passed).padStart(4)} ${where} (${seconds.toFixed(1)} s)`)
}

async function runSpecs(
  { specs, env, minutes }: Choice,
  until: number,
  { url, seed, chromium }: Surroundings & { chromium: string },
  sums: Sums,
): Promise<void> {
  const variables = { ...env, PROOF_SEED: String(seed), CHROMIUM_PATH: chromium, TEST_DATABASE_URL: url }
  const left = [...specs]
  const portion = minutes === Infinity ? specs.length : SPECS_AT_ONCE
  while (left.length > 0 && performance.now() < until) {
    const first = await runBrowser(left.splice(0, portion), variables)
    sums.passed += first.passed.length
    sums.skipped.push(...first.skipped)
    sums.failed.push(...first.failed)
    await runFailedSpecs(first.failed, variables, sums)
  }
  sums.unstarted.push(...left)
}

/** In CI a missing one is a failure. */
async function findChromiumOrNot(): Promise<string | null> {
  try {
    return await findChromium()
  } catch (error) {
    if (isCI() || !(error instanceof StepFailed)) throw error
    console.log(`\nBrowser tests are left out: ${error.message}`)
    return null
  }
}
