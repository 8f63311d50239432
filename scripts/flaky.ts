/** The rule for a test that fails: it is run once more alone, and if it passes then, it is flaky. */
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { getLane } from './lanes.ts'
import type { FailedTest, FileResult, Job } from './run-jobs.ts'

export type { FailedTest }

const LIST = 'docs/flaky.md'
/** The most rows of the list. */
export const MOST_KNOWN = 5
/** More flaky tests than these in one run are no coincidence. */
export const MOST_FLAKY = 2
/** More failed files than these have one cause: nothing is run again. */
const MOST_FILES_AGAIN = 5

/** The sums of a run so far. `unstarted` are files for which there was no time, or no browser. */
export type Sums = {
  passed: number
  skipped: string[]
  failed: FailedTest[]
  flaky: FailedTest[]
  unstarted: string[]
}
export const createSums = (): Sums => ({ passed: 0, skipped: [], failed: [], flaky: [], unstarted: [] })

/** Moves tests that have failed, and passed when they ran again. */
export function moveToFlaky(sums: Sums, tests: FailedTest[]): void {
  sums.failed = sums.failed.filter((one) => !tests.includes(one))
  sums.flaky.push(...tests)
  sums.passed += tests.length
}

/** Tests that docs/flaky.md names, as `file: test`. */
export const knownFlaky = (): string[] =>
  [...readFileSync(LIST, 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map((row) => row[1] ?? '')

/** Makes a text fit for the cell of a table. */
const toCell = (text: string): string =>
  stripVTControlCharacters(text).replaceAll('|', '/').replaceAll('`', "'").replace(/\s+/g, ' ').trim()

/** Drops the line, which changes with every edit of the file, and the seed, which changes with every run. */
const formatTestName = ({ file, test }: FailedTest): string =>
  toCell(`${file}: ${test.replace(/^\S+:\d+ /, '').replace(/ \(seed \d+\)/, '')}`)

/** Laws, the money core, kills and tests already known to be flaky fail at once. */
export function mayRunAgain(failed: FailedTest, known = knownFlaky()): boolean {
  if (failed.file.startsWith('bench/')) return false
  return !['laws', 'core', 'kills'].includes(getLane(failed.file)) && !known.includes(formatTestName(failed))
}

/** A file runs again if all of its failed tests may, and none does if many files have failed. */
export function filesToRunAgain(failed: FailedTest[], known = knownFlaky()): Set<string> {
  const files = Map.groupBy(failed, ({ file }) => file)
  if (files.size > MOST_FILES_AGAIN) return new Set()
  const may = [...files].filter(([, tests]) => tests.every((one) => mayRunAgain(one, known)))
  return new Set(may.map(([file]) => file))
}

/** The row that the person who saw it adds to the list. */
export function flakyRow(failed: FailedTest): string {
  const seen = toCell(failed.error.split('\n').find((line) => toCell(line) !== '') ?? '').slice(0, 120)
  return `| \`${formatTestName(failed)}\` | ${new Date().toISOString().slice(0, 10)} | ${seen} |`
}

/**
 * Runs the files of failed tests once more, one after another, with the same settings, and records the result. The file
 * is the unit: its tests may build on each other.
 */
export async function runFailedAgain(
  results: FileResult[],
  runAlone: (job: Job) => Promise<FileResult>,
  sums: Sums,
  known = knownFlaky(),
): Promise<void> {
  const files = filesToRunAgain(
    results.flatMap(({ failures }) => failures),
    known,
  )
  for (const { file, job, failures, skipped } of results) {
    if (failures.length === 0 || !files.has(file)) continue
    const again = await runAlone(job)
    // A failed test that is skipped now has not passed.
    if (again.failures.length === 0 && again.skipped.length === skipped.length) moveToFlaky(sums, failures)
  }
}
