/** The browser tests by Playwright: their sums, and once more alone what has failed. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { runCommand } from './command.ts'
import { type FailedTest, mayRunAgain, type Verdict } from './flaky.ts'

export type BrowserResult = { passed: number; failed: FailedTest[] }

const CONFIG = 'e2e/playwright.config.ts'
const REPORT = 'test-results/report.json'

type Spec = {
  title: string
  file: string
  tests: { status: string; results: { errors: { message?: string }[] }[] }[]
}
type Suite = { specs: Spec[]; suites?: Suite[] }
type Report = { suites: Suite[]; errors: { message?: string }[] }

/** `options` are Playwright's, and names of spec files. A run that could not begin is a failed test. */
export async function runBrowser(options: string[], env: Record<string, string>): Promise<BrowserResult> {
  rmSync(REPORT, { force: true })
  const args = ['test', '-c', CONFIG, '--reporter=list,json', ...options]
  const code = await runCommand('playwright', args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT } })
  const broken = (error: string) => ({ passed: 0, failed: [{ file: CONFIG, test: 'Playwright', error }] })
  if (!existsSync(REPORT)) return broken(`it ended with ${code} and wrote no report`)
  const report = JSON.parse(readFileSync(REPORT, 'utf8')) as Report
  const tests = report.suites.flatMap(flattenSpecs).flatMap(({ title, file, tests }) =>
    tests.map(({ status, results }) => ({
      status,
      file: `e2e/${file}`,
      test: title,
      error: results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join('\n'),
    })),
  )
  const passed = tests.filter(({ status }) => status === 'expected').length
  const failed = tests.filter(({ status }) => status !== 'expected')
  if (code === 0 && failed.length === 0) return { passed, failed }
  const others = report.errors.map(({ message = '' }) => message).join('\n')
  return failed.length > 0 ? { passed, failed } : broken(others || `it ended with ${code}`)
}

const flattenSpecs = (suite: Suite): Spec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(flattenSpecs)]

/** Runs the failed tests of the last run again, one after another, by the rule for flaky tests. */
export async function runFailedSpecs(failed: FailedTest[], env: Record<string, string>): Promise<Verdict> {
  if (failed.length === 0 || !failed.every((one) => mayRunAgain(one))) return { passed: 0, failed, flaky: [] }
  const again = await runBrowser(['--last-failed', '--workers=1'], env)
  const isFailed = (one: FailedTest) =>
    again.failed.some(({ test }) => test === one.test || test === 'Playwright')
  return {
    passed: again.passed,
    failed: failed.filter(isFailed),
    flaky: failed.filter((one) => !isFailed(one)),
  }
}
