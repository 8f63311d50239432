/** A run in which a test fails once, twice, or not at all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flakyRow, mayRunAgain, runFailedAgain } from './flaky.ts'
import type { FileResult } from './run-jobs.ts'

const ORDINARY = 'web/src/ui/formats.test.ts'
const CORE = 'server/src/domains/transfers/certainty.test.ts'
const resultOf = (file: string, ...tests: string[]): FileResult => ({
  file,
  job: { files: [file], env: { PROOF_SEED: '7' }, database: 'none' },
  passed: 3,
  failures: tests.map((name) => ({ test: `${file}:12 ${name}`, error: 'Error: late | by far\n  at once' })),
  seconds: 1,
})
const failedIn = (file: string, name = 'adds') => ({
  file,
  test: `${file}:12 ${name}`,
  error: 'Error: late | by far\n  at once',
})

test('a test that passes when its file runs alone is flaky and no failure, one that fails again is one', async () => {
  const alone: string[] = []
  const other = 'web/src/wire/wire.test.ts'
  const verdict = await runFailedAgain(
    [resultOf(ORDINARY, 'adds'), resultOf(other, 'asks'), resultOf('x.test.ts')],
    async (job) => {
      alone.push(`${job.files.join()} ${job.env.PROOF_SEED}`)
      return job.files.includes(other) ? resultOf(other, 'asks') : resultOf(ORDINARY)
    },
    [],
  )
  assert.deepEqual(alone, [`${ORDINARY} 7`, `${other} 7`])
  assert.deepEqual(verdict.flaky, [failedIn(ORDINARY)])
  assert.deepEqual(
    verdict.failed.map(({ file }) => file),
    [other],
  )
  assert.equal(verdict.passed, 1)
})

test('laws, the money core and what is known to be flaky are not run again', async () => {
  const never = () => assert.fail('it was run again')
  const verdict = await runFailedAgain(
    [resultOf(CORE, 'holds'), resultOf('house.test.ts', 'a law'), resultOf(ORDINARY, 'adds')],
    never,
    [`${ORDINARY}: adds`],
  )
  assert.equal(verdict.failed.length, 3)
  assert.ok(mayRunAgain(failedIn(ORDINARY), [`${ORDINARY}: subtracts`]))
})

test('the row for the list names the test without its line, the day and what was seen', () => {
  const drawn = flakyRow(failedIn('proofs/kill.test.ts', 'killed twice (seed 123), it goes on'))
  assert.match(drawn, /: killed twice, it goes on` /)
  assert.match(
    flakyRow(failedIn(ORDINARY)),
    /^\| `web\/src\/ui\/formats\.test\.ts: adds` \| \d{4}-\d\d-\d\d \| Error: late \/ by far \|$/,
  )
})
