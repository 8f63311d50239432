// What test-files.mjs needs to know of the tests in a process, a line of JSON for each event.
import { inspect } from 'node:util'

const EXIT_AFTER_MS = 2_000

export default async function* report(source) {
  for await (const { type, data } of source) {
    const kind = type.replace('test:', '')
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
    const isFile = name === file || (nesting === 0 && event.of === 'hookFailed')
    if (kind === 'fail' && isFile) setTimeout(() => process.exit(1), EXIT_AFTER_MS).unref()
  }
}
