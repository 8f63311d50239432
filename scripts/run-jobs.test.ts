/** Everything that a test file can do to a run, each tried on a file that does it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { until } from '../server/src/test/until.ts'
import type { FileResult, Job } from './run-jobs.ts'

const dir = mkdtempSync(join(tmpdir(), 'purser-run-jobs-'))
after(() => rmSync(dir, { recursive: true, force: true }))
const BEGIN = "import { after, before, beforeEach, suite, test } from 'node:test'\n"
const PASSES = "test('passes', () => {})"

/** Node runs no tests within tests. */
const { NODE_TEST_CONTEXT: _, ...outside } = process.env

type Told = { results: Omit<FileResult, 'seconds'>[]; unstarted: Job[] }
/** Writes each of these bodies to a file, and runs the files of a list in one process. */
function runBodies(bodies: Record<string, string>, groups: string[][], options: object = {}): Told {
  for (const [name, body] of Object.entries(bodies))
    writeFileSync(join(dir, `${name}.mjs`), `${BEGIN}${body}\n`)
  const jobs: Job[] = groups.map((names) => ({
    files: names.map((name) => `${name}.mjs`),
    env: {},
    database: 'none',
    flags: [`--import=${join(import.meta.dirname, 'test-context.mjs')}`],
  }))
  const program = `import { runJobs } from ${JSON.stringify(join(import.meta.dirname, 'run-jobs.ts'))}
    const told = await runJobs(${JSON.stringify(jobs)}, ${JSON.stringify({ atOnce: 4, ...options })})
    console.log(JSON.stringify(told))`
  writeFileSync(join(dir, 'run.mjs'), program)
  const { stdout, stderr } = spawnSync(process.execPath, ['run.mjs'], {
    cwd: dir,
    env: outside,
    encoding: 'utf8',
  })
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Told
}
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const getFailures = ({ results }: Told, name: string) =>
  results.find(({ file }) => file === `${name}.mjs`)?.failures ?? []

test('tests that pass and fail are told with their file, their line and what they printed', () => {
  const told = runBodies(
    {
      passes: `${PASSES}; test('passes as well', async (t) => { await t.test('within', () => {}) })`,
      fails: `${PASSES}; test('fails', () => { console.log('a word'); throw new Error('as it must') })`,
      within: `test('outer', async (t) => { await t.test('inner', () => { throw new Error('inside') }) })`,
    },
    [['passes'], ['fails'], ['within']],
  )
  assert.deepEqual(getFailures(told, 'passes'), [])
  assert.equal(told.results.find(({ file }) => file === 'passes.mjs')?.passed, 3)
  const [failed, ...others] = getFailures(told, 'fails')
  assert.deepEqual(others, [])
  assert.equal(failed?.test, 'fails.mjs:2 fails')
  assert.match(failed?.error ?? '', /as it must[^]*a word/)
  assert.deepEqual(
    getFailures(told, 'within').map((one) => one.test),
    ['within.mjs:2 inner'],
  )
})

test('of files that share a process each has its own results, and what it opens for all of its tests ends with it', () => {
  const told = runBodies(
    {
      first: `globalThis.open = 1; after(() => { globalThis.open = 0 }); ${PASSES}`,
      second: `test('the first has closed', () => { if (globalThis.open !== 0) throw new Error('open') }); test('fails', () => { throw new Error('no') })`,
      third: PASSES,
    },
    [['first', 'second', 'third']],
  )
  assert.deepEqual(
    told.results.map(({ passed, failures }) => [passed, failures.map((one) => one.test)]),
    [
      [1, []],
      [1, ['second.mjs:2 fails']],
      [1, []],
    ],
  )
})

test('a file that ends its process, cannot be loaded, or throws after its tests has failed, and so have those behind it', () => {
  const told = runBodies(
    {
      ends: `${PASSES}; test('ends', () => process.exit(0))`,
      behind: PASSES,
      throws: `throw new Error('without a start')`,
      later: `${PASSES}; test('is over', () => { setTimeout(() => { throw new Error('when it was over') }, 50) }); test('waits', () => new Promise((end) => setTimeout(end, 300)))`,
      hook: `after(() => { throw new Error('not closed') }); ${PASSES}`,
      empty: '',
    },
    [['ends', 'behind'], ['throws', 'empty'], ['later'], ['hook']],
  )
  const joinErrors = (name: string) =>
    getFailures(told, name)
      .map(({ error }) => error)
      .join('\n')
  assert.match(joinErrors('ends'), /ended before its tests had ended/)
  assert.match(joinErrors('behind'), /ended before its tests had ended/)
  assert.match(joinErrors('throws'), /without a start/)
  assert.match(joinErrors('later'), /when it was over/)
  assert.match(joinErrors('hook'), /not closed/)
  assert.match(joinErrors('empty'), /it has no tests/)
})

test('an error or a test that comes too late is that of its own file, and a skipped test has not passed', () => {
  const told = runBodies(
    {
      throwing: `test('is over', () => { setTimeout(() => { throw new Error('paid twice') }, 50) })`,
      registering: `setTimeout(() => { test('late', () => { throw new Error('too late') }) }, 20); ${PASSES}`,
      skipping: `test('skipped', { skip: true }, () => {}); test('as well', (t) => t.skip()); ${PASSES}`,
      waiting: `test('waits', () => new Promise((end) => setTimeout(end, 300)))`,
      failing: `test('fails', () => { throw new Error('of its own') })`,
    },
    [['throwing', 'registering', 'skipping', 'waiting', 'failing']],
  )
  const getFirstLines = (name: string) => getFailures(told, name).map(({ error }) => error.split('\n')[0])
  assert.match(getFirstLines('throwing').join(' '), /paid twice/)
  assert.match(getFirstLines('registering').join(' '), /its parent finished/)
  assert.deepEqual(getFirstLines('skipping'), [])
  const skipping = told.results.find(({ file }) => file === 'skipping.mjs')
  assert.equal(skipping?.passed, 1)
  assert.deepEqual(skipping?.skipped, ['skipping.mjs:2 skipped', 'skipping.mjs:2 as well'])
  assert.deepEqual(getFirstLines('waiting'), [])
  assert.equal(getFirstLines('failing').length, 1)
})

test('every result of a process arrives, however many it tells at its end', () => {
  const many = `for (let i = 0; i < 2000; i++) test('${'a long name '.repeat(20)}' + i, () => {})`
  const told = runBodies({ many, more: many, most: many }, [['many'], ['more'], ['most']])
  assert.deepEqual(
    told.results.map(({ passed, failures }) => [passed, failures]),
    Array.from({ length: 3 }, () => [2_000, []]),
  )
})

test('what a file leaves open holds nobody up', () => {
  const told = runBodies({ open: `${PASSES}; setInterval(() => {}, 1000)` }, [['open']])
  assert.deepEqual(getFailures(told, 'open'), [])
})

test('a hook that fails is one failure, whichever tests it keeps from running', () => {
  const told = runBodies(
    {
      before: `before(() => { throw new Error('no ground') }); ${PASSES}; test('another', () => {})`,
      each: `beforeEach(() => { throw new Error('no ground') }); ${PASSES}; test('another', () => {})`,
      within: `suite('within', () => { before(() => { throw new Error('no ground') }); ${PASSES} }); test('fails', () => { throw new Error('of its own') })`,
    },
    [['before', 'each', 'within']],
  )
  const errors = (name: string) => getFailures(told, name).map(({ error }) => error.split('\n')[0])
  assert.deepEqual(errors('before'), ['Error: no ground'])
  assert.deepEqual(errors('each'), ['Error: no ground'])
  assert.deepEqual(errors('within'), ['Error: no ground', 'Error: of its own'])
})

test('a job that does not end is ended after its time, however many files it has, and what they started ends too', async () => {
  const pids = join(dir, 'pids')
  writeFileSync(pids, '')
  const hangs = `import { spawn } from 'node:child_process'; import { appendFileSync } from 'node:fs'
    test('hangs', () => {
      const child = spawn(process.execPath, ['--import=${pathToFileURL(join(import.meta.dirname, 'end-with-parent.mjs')).href}?' + process.pid, '-e', 'setInterval(() => {}, 1000)'])
      appendFileSync(${JSON.stringify(pids)}, child.pid + ' ' + process.pid + '\\n')
      for (;;);
    })`
  const told = runBodies({ hangs, behind: PASSES }, [['hangs', 'behind']], { jobMinutes: 0.05 })
  for (const name of ['hangs', 'behind'])
    assert.match(
      getFailures(told, name)
        .map(({ error }) => error)
        .join(),
      /had not ended after 0.05 minutes/,
    )
  // It is empty if the machine was too busy to begin it by then.
  const started = readFileSync(pids, 'utf8').trim().split(/\s/).filter(Boolean).map(Number)
  await until('they have ended', () => !started.some(isRunning))
})

test('no job begins once the time is over, and those that did not are named', () => {
  const told = runBodies({ one: PASSES }, [['one']], { until: 0 })
  assert.deepEqual(told.results, [])
  assert.deepEqual(
    told.unstarted.flatMap(({ files }) => files),
    ['one.mjs'],
  )
})
