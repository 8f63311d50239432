/** A run in which a test fails once, twice, or not at all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSums, filesToRunAgain, flakyRow, mayRunAgain, runFailedAgain } from './flaky.ts'
import type { FileResult } from './run-jobs.ts'

const ORDINARY = 'web/src/ui/formats/formats.test.ts'
const OTHER = 'web/src/wire/wire.test.ts'
const CORE = 'server/src/domains/transfers/certainty/certainty.test.ts'
const failedIn = (file: string, name = 'adds') => ({
  file,
  test: `${file}:12 ${name}`,
  error: 'Error: late | by far\n  at once',
})
const createResult = (file: string, ...tests: string[]): FileResult => ({
  file,
  job: { files: [file], env: { PROOF_SEED: '7' }, database: 'none', flags: [] },
  passed: 3,
  skipped: [],
  failures: tests.map((name) => failedIn(file, name)),
  seconds: 1,
})
const toSums = (results: FileResult[]) => ({
  ...createSums(),
  failed: results.flatMap(({ failures }) => failures),
})

test('a test that passes when its file runs alone is flaky and no failure, one that fails again is one', async () => {
  const alone: string[] = []
  const results = [createResult(ORDINARY, 'adds'), createResult(OTHER, 'asks'), createResult('x.test.ts')]
  const sums = toSums(results)
  const runAlone = async (job: FileResult['job']) => {
    alone.push(`${job.files.join()} ${job.env.PROOF_SEED}`)
    return job.files.includes(OTHER) ? createResult(OTHER, 'asks') : createResult(ORDINARY)
  }
  await runFailedAgain(results, runAlone, sums, [])
  assert.deepEqual(alone, [`${ORDINARY} 7`, `${OTHER} 7`])
  assert.deepEqual(sums.flaky, [failedIn(ORDINARY)])
  assert.deepEqual(
    sums.failed.map(({ file }) => file),
    [OTHER],
  )
  assert.equal(sums.passed, 1)
})

test('a failed test that is skipped when it runs again has not passed', async () => {
  const results = [createResult(ORDINARY, 'adds')]
  const sums = toSums(results)
  await runFailedAgain(results, async () => ({ ...createResult(ORDINARY), skipped: ['adds'] }), sums, [])
  assert.deepEqual([sums.failed.length, sums.flaky.length], [1, 0])
})

test('laws, the money core, kills and what is known to be flaky are not run again', () => {
  const known = [`${ORDINARY}: adds`]
  for (const file of [CORE, 'house.test.ts', 'proofs/kill-money.test.ts', 'bench/faults.ts', ORDINARY])
    assert.ok(!mayRunAgain(failedIn(file), known), file)
  assert.ok(mayRunAgain(failedIn(ORDINARY, 'subtracts'), known))
  assert.ok(!filesToRunAgain([failedIn(ORDINARY, 'subtracts'), failedIn(ORDINARY)], known).has(ORDINARY))
})

test('where more than five files have failed, none is run again', () => {
  const failed = Array.from({ length: 6 }, (_, i) => failedIn(`web/src/ui/x${i}.test.ts`))
  assert.equal(filesToRunAgain(failed, []).size, 0)
  assert.equal(filesToRunAgain([...failed.slice(1), ...failed.slice(1)], []).size, 5)
})

test('the row for the list names the test without its line, the day and what was seen', () => {
  const drawn = flakyRow(failedIn('proofs/kill.test.ts', 'killed twice (seed 123), it goes on'))
  assert.match(drawn, /: killed twice, it goes on` /)
  assert.match(
    flakyRow(failedIn(ORDINARY)),
    /^\| `web\/src\/ui\/formats\/formats\.test\.ts: adds` \| \d{4}-\d\d-\d\d \| Error: late \/ by far \|$/,
  )
})

test('a row of the list has no colours, and no sign that would end a cell', () => {
  const failed = { ...failedIn(ORDINARY, 'adds `a|b`'), error: '\u001b[31mError\u001b[39m: `x` | y' }
  assert.match(flakyRow(failed), /^\| `[^`|]+: adds 'a\/b'` \| \S+ \| Error: 'x' \/ y \|$/)
  assert.ok(!mayRunAgain(failed, [`${ORDINARY}: adds 'a/b'`]))
})
