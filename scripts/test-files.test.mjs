// What a test file can do to those that wait for it, each tried on a file that does it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

const dir = mkdtempSync(join(tmpdir(), 'purser-test-files-'))
after(() => rmSync(dir, { recursive: true, force: true }))
const RUN = join(import.meta.dirname, 'test-files.mjs')
/** As `npm test` runs them. */
const FLAGS = [`--import=${join(import.meta.dirname, 'test-context.mjs')}`]
const BEGIN = "import { after, test } from 'node:test'; import { spawn } from 'node:child_process'\n"

/** All of these files at once or `together` in one process; answers what was shown, and whether it was a failure. */
async function runFiles(bodies, { together = false, ...options } = {}, meanwhile = async () => undefined) {
  const files = Object.entries(bodies).map(([name, body]) => {
    writeFileSync(join(dir, `${name}.mjs`), `${BEGIN}${body}\n`)
    return `${name}.mjs`
  })
  const program = `import { fileJob, runTests } from ${JSON.stringify(RUN)}
    await runTests(${JSON.stringify(together ? [files] : files)}.map((file) => fileJob(file, ${JSON.stringify(FLAGS)})), ${JSON.stringify({ atOnce: 8, ...options })})
      .catch((error) => { console.log('ENDED', error.message); process.exitCode = 1 })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: dir,
    env: { ...process.env, NODE_TEST_CONTEXT: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)))
  const closed = new Promise((resolve) => child.once('close', resolve))
  await meanwhile(child)
  const code = await closed
  return { code, said }
}

const PASSES = "test('passes', () => {})"
const HOLDS = 'const holds = setInterval(() => {}, 1000)'
/** Ends the process once a match is written: a process that ends takes along what it has reported and not written. */
const leavesAfter = (match) => `const { existsSync, readFileSync } = await import('node:fs')
    const option = process.execArgv.find((one) => one.startsWith('--test-reporter-destination='))
    const written = option.split('=')[1]
    const isWritten = () => existsSync(written) && ${match}.test(readFileSync(written, 'utf8'))
    while (!isWritten()) await new Promise((next) => setTimeout(next, 10))
    process.exit(0)`
const seconds = (count) => count / 60

void test('a file that does not end is ended, and what held it is shown', async () => {
  const { code, said } = await runFiles(
    {
      passes: PASSES,
      server: `${PASSES}; (await import('node:net')).createServer().listen(0)`,
      awaits: `setInterval(() => {}, 1000); await new Promise(() => {})`,
      deaf: `process.on('SIGTERM', () => {}); ${PASSES}; test('waits for ever', () => new Promise(() => setInterval(() => {}, 1000)))`,
      // As if it computed without a pause.
      stands: `test('stands still', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) })`,
      fails: `test('fails', () => { throw new Error('as it must') }); setInterval(() => {}, 1000)`,
      child: `${PASSES}; spawn('sleep', ['600'])`,
    },
    { fileLimitMinutes: seconds(6) },
  )
  assert.equal(code, 1, said)
  assert.match(said, /^passed +1 passes\.mjs/m)
  assert.match(said, /FAILED server\.mjs did not end in [\d.]+ s\n +held by tcp \S+:\d+\n/)
  assert.match(said, /FAILED awaits\.mjs did not end in [\d.]+ s\n +held by a timer, in \d+ ms\n/)
  assert.match(said, /FAILED deaf\.mjs did not end[^]*?within: deaf\.mjs:\d+ waits for ever\n/)
  assert.match(said, /FAILED stands\.mjs did not end in [\d.]+ s\n +It does not answer: it computes/)
  assert.match(said, /FAILED fails\.mjs:2\n {2}fails\n {4}Error: as it must\n/)
  assert.match(said, /FAILED child\.mjs did not end in [\d.]+ s\n[^]*?held by a process it started: \d+\n/)
  const shortly = said.slice(said.indexOf('ENDED tests failed:\n'))
  for (const text of ['fails.mjs:2 fails', 'deaf.mjs did not end', 'child.mjs did not end'])
    assert.ok(shortly.includes(`    ${text}`), shortly)
  assert.doesNotMatch(shortly, /passes\.mjs/)
})

/** Listens at this path, and stays. A port would be another process's soon after. */
const listens = (path) =>
  `require('net').createServer().listen(${JSON.stringify(path)}, () => console.log('listens'))`
async function answersAt(path) {
  const socket = connect(path)
  const [error] = await Promise.race([once(socket, 'error'), once(socket, 'connect')]).catch((error) => [
    error,
  ])
  socket.destroy()
  return error?.code ?? 'connected'
}

void test('what a file leaves running holds nobody, and ends with it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'left-'))
  after(() => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'socket')
  const leaves = `const left = spawn(process.execPath, ['-e', ${JSON.stringify(listens(path))}])
    left.stdout.once('data', () => process.exit(1))`
  const inherits = "spawn('sleep', ['600'], { stdio: 'inherit' }).unref(); test('passes', () => {})"
  const { code, said } = await runFiles({ leaves, inherits })
  assert.equal(code, 1, said)
  assert.match(said, /^passed +1 inherits\.mjs/m)
  // Killed, and gone a moment later.
  while ((await answersAt(path)) === 'connected') await pause(20)
  assert.equal(await answersAt(path), 'ECONNREFUSED')
})

void test('a file that ends before its tests have ended has failed, and so has one that could not begin or close', async () => {
  const { code, said } = await runFiles({
    leaves: `${PASSES}; test('leaves early', async () => { ${leavesAfter(/"kind":"dequeue","name":"leaves early"/)} })`,
    settles: `${PASSES}; await new Promise(() => {})`,
    throws: `throw new Error('without a start')`,
    begins: `${HOLDS}; ${PASSES}; await new Promise((next) => setTimeout(next, 200)); throw new Error('amid its tests')`,
    later: `${PASSES}; test('is over', () => { setTimeout(() => { throw new Error('when it was over') }, 50) })`,
    closes: `${HOLDS}; after(() => { throw new Error('not closed') }); after(() => clearInterval(holds)); ${PASSES}`,
  })
  assert.equal(code, 1, said)
  assert.match(
    said,
    /FAILED leaves\.mjs ended with code 0 before its tests had ended\n +within: leaves\.mjs:2 leaves early\n/,
  )
  assert.match(said, /FAILED settles\.mjs ended with code 13/)
  assert.match(said, /Detected unsettled top-level await/)
  assert.match(said, /FAILED throws\.mjs ended with code 1\n[^]*without a start/)
  assert.match(said, /FAILED begins\.mjs ended with code 1\n[^]*amid its tests/)
  assert.match(said, /FAILED after its test\n[^]*"is over" at [^]*later\.mjs[^]*when it was over/)
  assert.match(said, /FAILED closes\.mjs:\d+\n.*closes\.mjs\n +Error: not closed/)
})

void test('files that share a process run one after another, each closed before the next, and each is accounted for', async () => {
  const opens = 'globalThis.open = (globalThis.open ?? 0) + 1; after(() => { globalThis.open-- }); await null'
  const alone =
    "test('is alone', () => { if (globalThis.open !== 1) throw new Error(String(globalThis.open)) })"
  const bodies = {
    one: `${opens}; ${alone}`,
    two: `${opens}; ${alone}; ${PASSES}`,
    three: `${opens}; ${alone}`,
  }
  const good = await runFiles(bodies, { together: true })
  assert.equal(good.code, 0, good.said)
  assert.match(
    good.said,
    /passed +1 one\.mjs[^]*passed +1 three\.mjs[^]*passed +2 two\.mjs[^]*4 passed, 0 failed/,
  )

  const fails = "test('fails', () => { throw new Error('as it must') })"
  const one = await runFiles({ ...bodies, fails, last: PASSES }, { together: true })
  assert.equal(one.code, 1, one.said)
  assert.match(one.said, /FAILED fails\.mjs:\d+\n +fails\n[^]*as it must/)
  assert.match(one.said, /passed +1 last\.mjs[^]*5 passed, 1 failed/)

  const leaves = `test('leaves', async () => { ${leavesAfter(/"kind":"pass","name":"[^"]*three/)} })`
  const closes = `${HOLDS}; after(() => { throw new Error('not closed') }); after(() => clearInterval(holds)); ${PASSES}`
  const throws = `${HOLDS}; ${PASSES}; throw new Error('amid its tests')`
  for (const [name, body, reason] of [
    ['leaves', leaves, /ended with code 0 before its tests had ended/],
    ['closes', closes, /Error: not closed/],
    ['throws', throws, /amid its tests/],
  ]) {
    const { code, said } = await runFiles({ ...bodies, [name]: body, last: PASSES }, { together: true })
    assert.equal(code, 1, said)
    assert.match(said, reason)
    assert.match(said, /FAILED last\.mjs was not run/)
    assert.match(said, /passed +1 one\.mjs/)
  }
})

void test('what is thrown or refused beside a test fails that test, and the runner is not called for each promise', async () => {
  const wait = 'await new Promise((next) => setTimeout(next, 600_000).unref())'
  const { code, said } = await runFiles({
    hooks: `import { executionAsyncId } from 'node:async_hooks'; test('has none', async () => {
      const ids = new Set()
      for (let n = 0; n < 3; n++) { await null; ids.add(executionAsyncId()) }
      if (ids.size > 1) throw new Error('hooked')
    })`,
    timer: `${PASSES}; test('times', async () => { setTimeout(() => { throw new Error('by a timer') }, 5); ${wait} })`,
    promise: `${PASSES}; test('holds', async (t) => {
      await t.test('within', async () => { await null; void Promise.reject(new Error('by nobody')); ${wait} })
    }); test('goes on', () => {})`,
  })
  assert.equal(code, 1, said)
  assert.match(said, /^passed +1 hooks\.mjs/m)
  assert.match(said, /FAILED timer\.mjs:\d+\n +times\n +Error: by a timer/)
  assert.match(said, /FAILED promise\.mjs:\d+\n +within\n +Error: by nobody/)
  assert.match(said, /FAILED +\d promise\.mjs/)
})

void test('when time is over for all, those that are still running are named', async () => {
  const { code, said } = await runFiles(
    { waits: `setInterval(() => {}, 1000)`, next: PASSES },
    { atOnce: 1, limitMinutes: seconds(2) },
  )
  assert.equal(code, 1, said)
  assert.match(said, /still running after [\d.]+ s: waits\.mjs\nnot begun: 1 more\n/)
  assert.match(said, /ENDED the tests did not end in/)
})

void test('ended from outside, it names those that are still running, and leaves none of them', async () => {
  const told = join(dir, 'told')
  const tells = `(await import('node:fs')).writeFileSync(${JSON.stringify(told)}, String(process.pid)); setInterval(() => {}, 1000)`
  const { code, said } = await runFiles({ tells }, {}, async (child) => {
    while (!existsSync(told) || readFileSync(told, 'utf8') === '') await pause(20)
    child.kill('SIGTERM')
  })
  assert.equal(code, 1, said)
  assert.match(said, /^still running after [\d.]+ s: tells\.mjs\n/)
  const pid = Number(readFileSync(told, 'utf8'))
  // Its group is empty, or what is left of it is only to be buried.
  while (isAlive(pid)) await pause(20)
})

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
