// What test-files.mjs needs to know of the tests in a process, a line of JSON for each event.
import { join } from 'node:path'
import { inspect } from 'node:util'

/** Of several files in a process, each is a suite of this one. */
const SUITES = join(import.meta.dirname, 'test-file.mjs')
const EXIT_AFTER_MS = 2_000
const AFTER_ITS_TEST = /asynchronous activity after the test ended/

export default async function* report(source) {
  for await (const { type, data } of source) {
    const kind = type.replace('test:', '')
    // An error that nobody waited for, after the last test: the process ends with a code and says nothing else of it.
    if (kind === 'diagnostic' && AFTER_ITS_TEST.test(data.message))
      yield `${JSON.stringify({ kind: 'late', error: data.message })}\n`
    if (kind === 'summary') yield `${JSON.stringify({ kind })}\n`
    if (!['dequeue', 'complete', 'pass', 'fail'].includes(kind)) continue
    const { name, file, line, nesting } = data
    const event = { kind, name, file, line, nesting, type: data.details?.type }
    if (kind === 'pass' || kind === 'fail') event.ms = data.details?.duration_ms ?? 0
    if (kind === 'fail') {
      const error = data.details.error?.cause ?? data.details.error
      event.error = error instanceof Error ? inspect(error) : String(error)
      event.of = data.details.error?.failureType
    }
    yield `${JSON.stringify(event)}\n`
    // A hook of the file itself: those behind it are not run, and what they would have closed would hold the process.
    const isFile = name === file || (file === SUITES && nesting === 0 && event.of === 'hookFailed')
    if (kind === 'fail' && isFile) setTimeout(() => process.exit(1), EXIT_AFTER_MS).unref()
  }
}
