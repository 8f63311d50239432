/**
 * The tests. `npm test` runs what shows most of what a change breaks, `npm run test:full` everything, `npm run test:changed`
 * what can reach a changed file. PROOF_SEED sets what is drawn.
 */
import { dirname, join } from 'node:path'
import { runBrowser, runFailedSpecs } from './scripts/browser.ts'
import { type Choice, chooseChanged, chooseFull, chooseFurther, chooseTest } from './scripts/choices.ts'
import { findChromium } from './scripts/chromium.ts'
import { run, StepFailed } from './scripts/command.ts'
import { flakyRow, MOST_FLAKY, runFailedAgain, type Verdict } from './scripts/flaky.ts'
import { FLAGS, jobsOf } from './scripts/jobs.ts'
import { startPostgres } from './scripts/postgres.ts'
import { type FileResult, type Job, runJobs } from './scripts/run-jobs.ts'

const root = import.meta.dirname
process.chdir(root)
process.env.PATH = `${join(root, 'node_modules/.bin')}:${dirname(process.execPath)}:${process.env.PATH}`
// Some hundred processes load the same files.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compiled')

const AT_ONCE = 5
const MINUTE_MS = 60_000
/** Of a run with a limit, what the browser tests may begin after; and how many specs begin at once. */
const BROWSER_SHARE = 0.4
const SPECS_AT_ONCE = 6
const LAST_SPECS_MS = 2 * MINUTE_MS

const seed = Number(process.env.PROOF_SEED ?? Math.floor(Math.random() * 1e9))
const [command = 'test', ...args] = process.argv.slice(2)
const choices: Record<string, () => Choice> = {
  test: () => chooseTest(seed),
  full: () => chooseFull(seed),
  changed: () => chooseChanged(args[0] ?? null),
  further: chooseFurther,
}

const showFailure = (file: string, test: string, error: string) =>
  console.log(`\nFAILED ${file}\n  ${test}\n${error.replace(/^/gm, '    ')}\n`)

function showResult({ file, job, passed, failures, seconds }: FileResult): void {
  const where = job.database === 'none' ? '' : ` on ${job.database}`
  for (const { test, error } of failures) showFailure(file + where, test, error)
  console.log(
    `${failures.length > 0 ? 'FAILED' : 'passed'} ${String(passed).padStart(4)} ${file}${where} (${seconds.toFixed(1)} s)`,
  )
}

/** Types, style and form: they know nothing of the tests, and a processor each. */
async function check(): Promise<void> {
  await run(process.execPath, ['--test', '--test-reporter=dot', 'house.test.ts'])
  const cache = join(root, 'node_modules/.cache/types')
  const types = (program: string) =>
    run('tsc', [
      '-p',
      program,
      '--incremental',
      '--tsBuildInfoFile',
      join(cache, `${program.replaceAll('/', '-')}.tsbuildinfo`),
    ])
  const form = async () => {
    await run('oxlint', ['--type-aware', '--quiet'])
    await run('biome', ['format', '.'])
    await types('web')
  }
  const program = async () => {
    await types('tsconfig.node.json')
    await types('e2e')
  }
  await Promise.all([form(), program()])
}

function add(sums: Verdict, { passed, failed, flaky }: Verdict): void {
  sums.passed += passed
  sums.failed.push(...failed)
  sums.flaky.push(...flaky)
}

async function runAlone(job: Job): Promise<FileResult> {
  console.log(`once more, alone: ${job.files.join(' ')}`)
  const { results } = await runJobs([job], { atOnce: 1, flags: FLAGS, onResult: showResult })
  const [result] = results
  if (result === undefined) throw new StepFailed(`${job.files.join(' ')} was not run again`)
  return result
}

async function runFiles({ files, env, minutes }: Choice, url: string, sums: Verdict): Promise<string[]> {
  const jobs = jobsOf(files, { url, env: { ...env, PROOF_SEED: String(seed) } })
  const until = performance.now() + minutes * MINUTE_MS * (1 - BROWSER_SHARE)
  const { results, unstarted } = await runJobs(jobs, {
    atOnce: AT_ONCE,
    flags: FLAGS,
    until,
    onResult: showResult,
  })
  sums.passed += results.reduce((sum, { passed }) => sum + passed, 0)
  add(sums, await runFailedAgain(results, runAlone))
  return unstarted.flatMap((job) => job.files)
}

async function runSpecs(
  { specs, env, minutes }: Choice,
  began: number,
  url: string,
  sums: Verdict,
): Promise<string[]> {
  if (specs.length === 0) return []
  const chromium = await findChromium().catch((error: Error) => {
    if (process.env.CI === 'true') throw error
    console.log(`\nThe browser tests are left out: ${error.message}`)
    return null
  })
  if (chromium === null) return specs
  const variables = { ...env, PROOF_SEED: String(seed), CHROMIUM_PATH: chromium, TEST_DATABASE_URL: url }
  const left = [...specs]
  const portion = minutes === Infinity ? specs.length : SPECS_AT_ONCE
  while (
    left.length > 0 &&
    performance.now() < began + minutes * MINUTE_MS - (minutes === Infinity ? 0 : LAST_SPECS_MS)
  ) {
    const { passed, failed } = await runBrowser(left.splice(0, portion), variables)
    sums.passed += passed
    add(sums, await runFailedSpecs(failed, variables))
  }
  return left
}

async function main(): Promise<void> {
  const choose = choices[command]
  if (choose === undefined)
    throw new StepFailed(`There is no command ${command}; there are ${Object.keys(choices).join(', ')}.`)
  const began = performance.now()
  const choice = choose()
  console.log(`PROOF_SEED=${seed}`)
  for (const line of choice.leftOut) console.log(`Left out: ${line}`)
  if (choice.checks) await check()
  const sums: Verdict = { passed: 0, failed: [], flaky: [] }
  const postgres = await startPostgres()
  try {
    const unstarted = [
      ...(await runFiles(choice, postgres.url, sums)),
      ...(await runSpecs(choice, began, postgres.url, sums)),
    ]
    if (unstarted.length > 0)
      console.log(`\nNo time was left for ${unstarted.length} files:\n  ${unstarted.join('\n  ')}`)
  } finally {
    await postgres.stop()
  }
  report(sums, (performance.now() - began) / MINUTE_MS)
}

function report({ passed, failed, flaky }: Verdict, minutes: number): void {
  console.log(`\nPROOF_SEED=${seed}, ${minutes.toFixed(1)} minutes`)
  if (failed.length > 0)
    console.log(`Failed:\n${failed.map(({ file, test }) => `  ${file}: ${test}`).join('\n')}`)
  if (flaky.length > 0) console.log(`Flaky, to be added to docs/flaky.md:\n${flaky.map(flakyRow).join('\n')}`)
  console.log(`${passed} passed, ${failed.length} failed`)
  process.exit(failed.length > 0 || flaky.length > MOST_FLAKY ? 1 : 0)
}

await main().catch((error: unknown) => {
  console.error(error instanceof StepFailed ? error.message : error)
  process.exit(1)
})
