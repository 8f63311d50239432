/** The rule for a test that fails: it is run once more alone, and if it passes then, it is flaky. */
import { readFileSync } from 'node:fs'
import { laneOf } from './lanes.ts'
import type { FileResult, Job } from './run-jobs.ts'

const LIST = 'docs/flaky.md'
/** Rows of the list. */
export const MOST_KNOWN = 5
/** More of them in one run is no chance. */
export const MOST_FLAKY = 2

export type FailedTest = { file: string; test: string; error: string }
/** `passed` are tests that did so at last. */
export type Verdict = { passed: number; failed: FailedTest[]; flaky: FailedTest[] }

/** Tests that docs/flaky.md names, as `file: test`. */
export const knownFlaky = (): string[] =>
  [...readFileSync(LIST, 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map((row) => row[1] ?? '')

/** Without the line, which changes with every edit of the file, and without the seed, which changes with every run. */
const formatTestName = ({ file, test }: FailedTest): string =>
  `${file}: ${test.replace(/^\S+:\d+ /, '').replace(/ \(seed \d+\)/, '')}`

/** Laws, the money core and what is already known to be flaky fail at once. */
export function mayRunAgain(failed: FailedTest, known = knownFlaky()): boolean {
  const lane = laneOf(failed.file)
  return lane !== 'laws' && lane !== 'core' && !known.includes(formatTestName(failed))
}

/** The row that whoever saw it adds to the list. */
export function flakyRow(failed: FailedTest): string {
  const seen = (failed.error.split('\n')[0] ?? '').replaceAll('|', '/').slice(0, 120)
  return `| \`${formatTestName(failed)}\` | ${new Date().toISOString().slice(0, 10)} | ${seen} |`
}

/**
 * Runs the files of failed tests once more, one after another, with what they ran with. The file is the unit: its tests may
 * build on each other.
 */
export async function runFailedAgain(
  results: FileResult[],
  runAlone: (job: Job) => Promise<FileResult>,
  known = knownFlaky(),
): Promise<Verdict> {
  const verdict: Verdict = { passed: 0, failed: [], flaky: [] }
  for (const { file, job, failures } of results) {
    const failed = failures.map((failure) => ({ file, ...failure }))
    if (failed.length === 0) continue
    if (!failed.every((one) => mayRunAgain(one, known))) {
      verdict.failed.push(...failed)
      continue
    }
    const again = await runAlone(job)
    const isFlaky = again.failures.length === 0
    if (isFlaky) verdict.passed += failed.length
    verdict[isFlaky ? 'flaky' : 'failed'].push(...failed)
  }
  return verdict
}
