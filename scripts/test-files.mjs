// Test files, each in a process that cannot hold the others up: it has a limit, what it has started ends with it, and
// what it was at is shown. The test runner of Node waits for the process of a file, and for whatever holds its output.
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { kill, LIMIT_MINUTES, start, StepFailed, whenInterrupted } from './run.mjs'
import { createIdle, IDLE_MS } from './idle.mjs'
import { describeReport } from './process-report.mjs'

/** The longest file takes under two minutes, of those that share a process each a part of one; a busy machine needs more. */
const FILE_LIMIT_MINUTES = 10
const SHARED_WITHIN_LIMIT = 4
const REPORT_WITHIN_MS = 5_000
const ABOUT_THE_REPORT = /^(Writing Node\.js report to file: .*|Node\.js report completed)\n/gm
const SHOWN_LENGTH = 6_000

const REPORTER = join(import.meta.dirname, 'reporter.mjs')
const FILE = join(import.meta.dirname, 'test-file.mjs')

const indented = (text) => text.replace(/^/gm, '    ')
const tail = (text) => (text.length > SHOWN_LENGTH ? `…${text.slice(-SHOWN_LENGTH)}` : text)
const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1)

/** A job that is a file of tests, or several one after another in one process; `flags` of Node go before them. */
export const fileJob = (files, flags = []) => {
  const list = [files].flat()
  return { name: list.join(' '), args: [...flags, FILE, ...list], files: list }
}

/**
 * `jobs`: `{ name, args, files?, env? }` of one process of Node each, a file of tests or several; begun in this order, so
 * many at once, and up to `most` of them while the processors are idle. Throws when any has failed.
 */
export async function runTests(
  jobs,
  { atOnce, most = atOnce, limitMinutes = LIMIT_MINUTES, fileLimitMinutes = FILE_LIMIT_MINUTES },
) {
  const dir = mkdtempSync(join(tmpdir(), 'purser-tests-'))
  const left = [...jobs]
  const running = new Map()
  const results = []
  const stop = new AbortController()
  const tell = () => {
    for (const [name, began] of running) console.error(`still running after ${seconds(began)} s: ${name}`)
    if (left.length > 0) console.error(`not begun: ${left.length} more`)
  }
  const forget = whenInterrupted(tell)
  const limit = setTimeout(() => {
    tell()
    stop.abort()
  }, limitMinutes * 60_000)
  let begun = 0
  const work = async (job) => {
    running.set(job.name, performance.now())
    const place = join(dir, String(begun++))
    const result = await runJob(job, { place, fileLimitMinutes, stop: stop.signal })
    running.delete(job.name)
    results.push(result)
    for (const text of result.failures) console.log(`\nFAILED ${text}\n`)
  }
  const hasIdle = createIdle()
  const working = new Set()
  try {
    while (left.length > 0 && !stop.signal.aborted) {
      if (working.size < atOnce || (working.size < most && hasIdle())) {
        const job = work(left.shift())
        working.add(job)
        void job.finally(() => working.delete(job)).catch(() => undefined)
      } else await Promise.race([...working, pause(IDLE_MS, undefined, { ref: false })])
    }
    await Promise.all(working)
  } finally {
    clearTimeout(limit)
    forget()
    rmSync(dir, { recursive: true, force: true })
  }
  showSums(results)
  if (stop.signal.aborted) throw new StepFailed(`the tests did not end in ${limitMinutes} minutes`)
  const failed = results.flatMap(({ failures }) => failures)
  if (failed.length > 0) throw new StepFailed(`tests failed:\n${indented(inShort(failed))}`)
}

/** Last of all, since of a long report its end is what is read: where each failure is, and what it is called. */
const inShort = (failures) =>
  failures
    .filter((text) => !text.includes(' said:\n'))
    .map((text) => text.split('\n', 2).join(' ').replace(/\s+/g, ' ').slice(0, 300))
    .slice(0, 20)
    .join('\n')

async function runJob({ name, args, files = [], env }, { place, fileLimitMinutes, stop }) {
  const began = performance.now()
  const [events, said, report] = ['events', 'said', 'report'].map((what) => `${place}.${what}`)
  const output = openSync(said, 'w')
  const child = start(
    process.execPath,
    [
      `--test-reporter=${REPORTER}`,
      `--test-reporter-destination=${events}`,
      '--report-on-signal',
      '--report-signal=SIGUSR2',
      `--report-filename=${report}`,
      '--report-exclude-env',
      '--report-exclude-network',
      ...args,
    ],
    // Not pipes: what it leaves running would keep them open.
    { env: { ...process.env, ...env }, stdio: ['ignore', output, output] },
  )
  closeSync(output)
  let late = null
  const end = async () => {
    if (late !== null) return
    late = `did not end in ${seconds(began)} s`
    child.kill('SIGUSR2')
    const asked = performance.now()
    // Written in pieces: it is whole when it can be read.
    while (performance.now() - asked < REPORT_WITHIN_MS && describeReport(report) === null) await pause(50)
    late += `\n${indented(describeReport(report) ?? 'It does not answer: it computes without a pause, or is stopped.')}`
    kill(child, 'SIGKILL')
  }
  const limitMs = fileLimitMinutes * 60_000 * Math.max(1, files.length / SHARED_WITHIN_LIMIT)
  const limit = setTimeout(() => void end(), limitMs)
  stop.addEventListener('abort', end)
  const [code, signal] = await once(child, 'exit').catch((error) => [error.message, null])
  clearTimeout(limit)
  stop.removeEventListener('abort', end)
  const seen = readEvents(events)
  const failures = seen.failures
  const ending = late ?? `ended with ${signal ?? `code ${code}`}`
  if (late !== null || (failures.length === 0 && (code !== 0 || !seen.isWhole))) {
    const at = seen.unfinished.map((test) => `\n  within: ${test}`).join('')
    const early = code === 0 && late === null ? ' before its tests had ended' : ''
    failures.push(`${name} ${ending}${early}${at}`)
  }
  if (files.length > 1)
    for (const file of files) if (!seen.sums.has(file)) failures.push(`${file} was not run`)
  const words = readFileSync(said, 'utf8').replace(ABOUT_THE_REPORT, '').trim()
  if (failures.length > 0 && words) failures.push(`${name} said:\n${indented(tail(words))}`)
  return { name, failures, sums: seen.sums, seconds: Number(seconds(began)) }
}

function readEvents(path) {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const [sums, unfinished, failures] = [new Map(), new Map(), []]
  let isWhole = false
  // The last line of a process that was killed may be half a line.
  for (const line of lines.filter((line) => line.endsWith('}'))) {
    const event = JSON.parse(line)
    if (event.kind === 'summary') isWhole = true
    if (event.kind === 'late') failures.push(`after its test\n${indented(tail(event.error))}`)
    // Of several files, each is a suite.
    const isFile = event.file === FILE && event.nesting === 0 && event.type === 'suite'
    const file = isFile ? event.name : event.file ? relative(process.cwd(), event.file) : '?'
    const at = `${file}:${event.line} ${event.name}`
    if (event.kind === 'dequeue') unfinished.set(at, (unfinished.get(at) ?? 0) + 1)
    if (event.kind === 'complete') unfinished.set(at, (unfinished.get(at) ?? 0) - 1)
    if (event.kind !== 'pass' && event.kind !== 'fail') continue
    const sum = sums.get(file) ?? { passed: 0, failed: 0, ms: 0 }
    sums.set(file, sum)
    if (event.type !== 'suite') sum[event.kind === 'pass' ? 'passed' : 'failed']++
    if (event.nesting === 0) sum.ms += event.ms
    if (event.kind === 'fail' && !(isFile && event.of === 'subtestsFailed'))
      failures.push(`${file}:${event.line ?? '?'}\n  ${event.name}\n${indented(tail(event.error))}`)
  }
  const open = [...unfinished].filter(([, count]) => count > 0).map(([at]) => at)
  return { sums, failures, unfinished: open, isWhole }
}

function showSums(results) {
  const rows = results.flatMap(({ name, failures, sums, seconds }) => {
    // Alone in its process, the time of the process is what it costs.
    const alone = sums.size === 1
    if (sums.size === 0 && failures.length > 0) return [{ file: name, passed: 0, failed: 1, time: seconds }]
    return [...sums].map(([file, { passed, failed, ms }]) => {
      const isFailed = failed > 0 || (failures.length > 0 && alone)
      return { file, passed, failed: Math.max(failed, isFailed ? 1 : 0), time: alone ? seconds : ms / 1000 }
    })
  })
  let [passed, failed] = [0, 0]
  for (const row of rows.sort((a, b) => (a.file < b.file ? -1 : 1))) {
    passed += row.passed
    failed += row.failed
    console.log(
      `${row.failed > 0 ? 'FAILED ' : 'passed '} ${String(row.passed).padStart(4)} ${row.file} (${row.time.toFixed(1)} s)`,
    )
  }
  console.log(`${passed} passed, ${failed} failed`)
}
