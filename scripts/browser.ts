/** The browser tests by Playwright: their sums, and a second run of the failed ones alone. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { runCommand } from './command.ts'
import { type FailedTest, filesToRunAgain, moveToFlaky, type Sums } from './flaky.ts'

/** Tests as `file:line title`. */
export type BrowserResult = { passed: string[]; skipped: string[]; failed: FailedTest[] }

const CONFIG = 'e2e/playwright.config.ts'
const REPORT = 'test-results/report.json'

type Spec = {
  title: string
  file: string
  line: number
  tests: { status: string; expectedStatus: string; results: { errors: { message?: string }[] }[] }[]
}
type Suite = { specs: Spec[]; suites?: Suite[] }
export type Report = { suites: Suite[]; errors: { message?: string }[] }

const flattenSpecs = (suite: Suite): Spec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(flattenSpecs)]
const failWhole = (error: string): FailedTest => ({ file: CONFIG, test: 'Playwright', error })

/**
 * Reads the results of these spec files from a report (`file`, or `file:line` for one test). A test that has not ended
 * has failed, and so has a file without tests.
 */
export function readReport({ suites, errors }: Report, specs: string[]): BrowserResult {
  const result: BrowserResult = { passed: [], skipped: [], failed: [] }
  const found = suites.flatMap(flattenSpecs)
  for (const { title, file: path, line, tests } of found)
    for (const { status, expectedStatus, results } of tests) {
      const file = `e2e/${path}`
      const test = `${file}:${line} ${title}`
      const error = results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join('\n')
      if (status === 'expected') result.passed.push(test)
      else if (status === 'skipped' && expectedStatus === 'skipped') result.skipped.push(test)
      else result.failed.push({ file, test, error: error || 'it did not end' })
    }
  const others = errors.map(({ message = '' }) => message).join('\n')
  if (others !== '') result.failed.push(failWhole(others))
  // Nothing was loaded: that is one failure.
  if (found.length === 0 && others !== '') return result
  for (const file of new Set(specs.map((spec) => spec.replace(/:\d+$/, ''))))
    if (!found.some((spec) => `e2e/${spec.file}` === file))
      result.failed.push({ file, test: 'the file', error: 'it has no tests' })
  return result
}

/** `options` are Playwright's. A run that could not begin is a failed test. */
export async function runBrowser(
  specs: string[],
  env: Record<string, string>,
  options: string[] = [],
): Promise<BrowserResult> {
  rmSync(REPORT, { force: true })
  const args = ['test', '-c', CONFIG, '--reporter=list,json', ...options, ...specs]
  const code = await runCommand('playwright', args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT } })
  const ending = code === null ? 'it was killed' : `it ended with code ${code}`
  if (!existsSync(REPORT))
    return { passed: [], skipped: [], failed: [failWhole(`${ending} and wrote no report`)] }
  const result = readReport(JSON.parse(readFileSync(REPORT, 'utf8')) as Report, specs)
  if (code !== 0 && result.failed.length === 0) result.failed.push(failWhole(ending))
  return result
}

/**
 * Runs failed tests again, one after another, by the rule for flaky tests, and records the result. After a killed
 * Playwright without a report nobody knows what has failed: nothing is run again.
 */
export async function runFailedSpecs(
  failed: FailedTest[],
  env: Record<string, string>,
  sums: Sums,
  runAgain = runBrowser,
): Promise<void> {
  const files = filesToRunAgain(failed)
  const tests = failed.filter(({ file, test }) => files.has(file) && test.startsWith(`${file}:`))
  if (tests.length === 0) return
  const lines = [...new Set(tests.map(({ test }) => test.slice(0, test.indexOf(' '))))]
  const again = await runAgain(lines, env, ['--workers=1'])
  moveToFlaky(
    sums,
    tests.filter(({ test }) => again.passed.includes(test)),
  )
  // All tests that share a line run again, and Playwright itself may fail.
  sums.failed.push(...again.failed.filter(({ test }) => !failed.some((one) => one.test === test)))
}
