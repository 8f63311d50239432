// What a diagnostic report of Node tells of a process that does not end, https://nodejs.org/api/report.html
import { readFileSync } from 'node:fs'

const SHOWN = 30

const address = (at) => (at ? `${at.ip4 ?? at.ip6 ?? at.host}:${at.port}` : '')

function describeHandle({ type, pid, localEndpoint, remoteEndpoint, firesInMsFromNow, filename, fd }) {
  if (type === 'process') return `a process it started: ${pid}`
  if (type === 'timer') return `a timer, in ${Math.round(firesInMsFromNow)} ms`
  const [from, to] = [address(localEndpoint), address(remoteEndpoint)]
  if (from || to) return `${type} ${[from, to].filter(Boolean).join(' to ')}`
  return [type, filename ?? (fd === undefined ? '' : `of descriptor ${fd}`)].filter(Boolean).join(' ')
}

/** Null where there is none, or it is not yet whole. */
export function describeReport(path) {
  let report
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
  const counts = new Map()
  for (const handle of report.libuv.filter((handle) => handle.is_active && handle.is_referenced)) {
    const held = describeHandle(handle)
    counts.set(held, (counts.get(held) ?? 0) + 1)
  }
  const held = [...counts].map(([text, count]) => `held by ${text}${count > 1 ? ` (${count} times)` : ''}`)
  if (report.workers?.length > 0) held.push(`held by ${report.workers.length} threads`)
  if (held.length === 0) held.push('held by nothing that Node knows of')
  return held.slice(0, SHOWN).join('\n')
}
