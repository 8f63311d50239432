/** Reads a report of Playwright, and runs its failures again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BrowserResult, readReport, runFailedSpecs } from './browser.ts'
import { createSums } from './flaky.ts'

const FILE = 'e2e/wallets.spec.ts'
const spec = (title: string, line: number, status: string, expectedStatus = 'passed') => ({
  title,
  file: 'wallets.spec.ts',
  line,
  tests: [
    { status, expectedStatus, results: status === 'unexpected' ? [{ errors: [{ message: 'no' }] }] : [] },
  ],
})
const report = (...specs: ReturnType<typeof spec>[]) => ({
  suites: [{ specs: [], suites: [{ specs }] }],
  errors: [],
})
const failed = (line: number, title: string, file = FILE) => ({
  file,
  test: `${file}:${line} ${title}`,
  error: 'no',
})
const result = (passed: string[], skipped: string[] = []): BrowserResult => ({ passed, skipped, failed: [] })

test('a skipped test has not passed, and one that did not end has failed', () => {
  const specs = [
    spec('passes', 1, 'expected'),
    spec('later', 2, 'skipped', 'skipped'),
    spec('fails', 3, 'unexpected'),
    spec('was not reached', 4, 'skipped'),
  ]
  assert.deepEqual(readReport(report(...specs), [FILE]), {
    passed: [`${FILE}:1 passes`],
    skipped: [`${FILE}:2 later`],
    failed: [failed(3, 'fails'), { ...failed(4, 'was not reached'), error: 'it did not end' }],
  })
})

test('a file that registers no test has failed, also where a line of it was asked for', () => {
  for (const asked of ['e2e/empty.spec.ts', 'e2e/empty.spec.ts:12']) {
    const found = readReport(report(spec('passes', 1, 'expected')), [FILE, asked])
    assert.deepEqual(found.failed, [
      { file: 'e2e/empty.spec.ts', test: 'the file', error: 'it has no tests' },
    ])
  }
})

test('an error outside of the tests is a failure beside those of the tests, and the only one where none was loaded', () => {
  const errors = [{ message: 'a worker did not end' }]
  const passing = report(spec('passes', 1, 'expected'))
  for (const suites of [passing.suites, []])
    assert.deepEqual(
      readReport({ suites, errors }, [FILE]).failed.map(({ error }) => error),
      ['a worker did not end'],
    )
})

test('only a test that passes when it runs again is flaky: none that is skipped then, or has the name of another', async () => {
  const other = 'e2e/audit.spec.ts'
  const before = [failed(1, 'opens'), failed(2, 'later'), failed(3, 'opens', other)]
  const sums = { ...createSums(), failed: before }
  const asked: string[][] = []
  await runFailedSpecs(before, {}, sums, async (specs) => {
    asked.push(specs)
    return result([`${FILE}:1 opens`], [`${FILE}:2 later`])
  })
  assert.deepEqual(asked, [[`${FILE}:1`, `${FILE}:2`, `${other}:3`]])
  assert.deepEqual(sums.flaky, [before[0]])
  assert.deepEqual(sums.failed, before.slice(1))
  assert.equal(sums.passed, 1)
})

test('what fails only when tests run again is a failure', async () => {
  const before = [failed(1, 'opens')]
  const sums = { ...createSums(), failed: before }
  const beside = failed(1, 'opens twice')
  const again = { ...result([`${FILE}:1 opens`]), failed: [beside] }
  await runFailedSpecs(before, {}, sums, async () => again)
  assert.deepEqual([sums.flaky, sums.failed], [before, [beside]])
})

test('a Playwright that was killed and wrote no report is not run again', async () => {
  const before = [{ file: 'e2e/playwright.config.ts', test: 'Playwright', error: 'it was killed' }]
  const sums = { ...createSums(), failed: before }
  await runFailedSpecs(before, {}, sums, () => assert.fail('it ran again'))
  assert.deepEqual(sums.failed, before)
})
