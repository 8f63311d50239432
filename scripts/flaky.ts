/** The rule for a test that fails: it is run once more alone, and if it passes then, it is flaky. */
import { readFileSync } from 'node:fs'
import { laneOf } from './lanes.ts'

const LIST = 'docs/flaky.md'
/** Rows of the list. */
export const MOST_KNOWN = 5
/** More of them in one run is no chance. */
export const MOST_FLAKY = 2

/** Tests that docs/flaky.md names, as `file: test`. */
export const knownFlaky = (): string[] =>
  [...readFileSync(LIST, 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map((row) => row[1] ?? '')

/** Without the line, which changes with every edit of the file. */
export const testName = (file: string, test: string): string =>
  `${file}: ${test.startsWith(`${file}:`) ? test.replace(/^\S+ /, '') : test}`

/** Laws, the money core and what is already known to be flaky fail at once. */
export function mayRunAgain(file: string, tests: string[]): boolean {
  const lane = laneOf(file)
  if (lane === 'laws' || lane === 'core') return false
  const known = knownFlaky()
  return tests.every((test) => !known.includes(testName(file, test)))
}

/** The row that whoever saw it adds to the list. */
export const flakyRow = (file: string, test: string, error: string): string => {
  const seen = (error.split('\n')[0] ?? '').replaceAll('|', '/').slice(0, 120)
  return `| \`${testName(file, test)}\` | ${new Date().toISOString().slice(0, 10)} | ${seen} |`
}
