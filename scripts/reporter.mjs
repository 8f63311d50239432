// Each failing test in full, each passing file in a line, and the sum: what a person needs to see of a long run.
import { relative } from 'node:path'

export default async function* report(source) {
  const files = new Map()
  const failures = []
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const file = data.file ? relative(process.cwd(), data.file) : '?'
    // The entry of the file itself is not a test.
    const isFile = data.name === file || data.file === data.name
    const sum = files.get(file) ?? { passed: 0, failed: 0, ms: 0 }
    files.set(file, sum)
    if (isFile && type === 'test:pass') continue
    if (data.details?.type !== 'suite') sum[type === 'test:pass' ? 'passed' : 'failed']++
    if (data.nesting === 0) sum.ms += data.details?.duration_ms ?? 0
    if (type === 'test:fail') {
      const { error } = data.details
      const cause = error?.cause ?? error
      failures.push(data.name)
      yield `\nFAILED ${file}:${data.line ?? '?'}\n  ${data.name}\n${String(cause?.stack ?? cause).replace(/^/gm, '    ')}\n`
    }
  }
  let [passed, failed] = [0, 0]
  for (const [file, sum] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    passed += sum.passed
    failed += sum.failed
    if (sum.passed + sum.failed > 0)
      yield `${sum.failed > 0 ? 'FAILED ' : 'passed '} ${String(sum.passed).padStart(4)} ${file} (${(sum.ms / 1000).toFixed(1)} s)\n`
  }
  yield `${passed} passed, ${failed} failed\n`
}
