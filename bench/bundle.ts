/**
 * The script that each page loads, compressed, against its limit: everything statically reachable from the entry and
 * from the page's own chunks. Exits 1 above a limit. Run after `npm run prepare`.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

const DIST = join(import.meta.dirname, '../web/dist')
const KB = 1000
const ENTRY = 'index.html'
const PAGES = [
  { page: '/login', limit: 120 * KB, chunks: [ENTRY] },
  {
    page: '/dashboard',
    limit: 220 * KB,
    chunks: [ENTRY, 'src/pages/dashboard.tsx'],
  },
  {
    page: '/solana-distribution',
    limit: 220 * KB,
    chunks: [ENTRY, 'src/pages/solana-distribution.tsx'],
  },
  { page: '/strategies', limit: 220 * KB, chunks: [ENTRY, 'src/pages/strategies.tsx'] },
  { page: '/activity', limit: 220 * KB, chunks: [ENTRY, 'src/pages/activity.tsx'] },
  { page: '/pay', limit: 125 * KB, chunks: ['pay.html'], manifest: () => payer },
  // It includes the chunk that loads once a browser wallet pays.
  {
    page: '/pay with a wallet',
    limit: 140 * KB,
    chunks: ['pay.html', 'src/features/payments/payer/pay-with-wallet.ts'],
    manifest: () => payer,
  },
]

const read = (name: string) => JSON.parse(readFileSync(join(DIST, '.vite', name), 'utf8')) as Manifest
const desk = read('manifest.json')
/** The payer's page is built apart. */
const payer = read('pay.json')

function reachable(names: string[], manifest = desk, found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the build has no ${name}`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    reachable(chunk.imports ?? [], manifest, found)
  }
  return found
}

/** Loads only if a chart is drawn, and after the page. */
const CHARTS = 'src/features/strategies/chart/price-chart.tsx'
const CHARTS_LIMIT = 65 * KB

const kb = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`

for (const { page, limit, chunks, manifest } of PAGES) {
  const files = ['scheme.js', ...[...reachable(chunks, manifest?.())].filter((file) => file.endsWith('.js'))]
  const sum = (ending: string) =>
    files.reduce((total, file) => total + statSync(join(DIST, `${file}.${ending}`)).size, 0)
  const brotli = sum('br')
  const ratio = (brotli / limit).toFixed(2)
  console.log(
    `${page}: ${files.length} scripts, ${kb(brotli)} brotli (${kb(sum('gz'))} gzip), limit ${kb(limit)}, ratio ${ratio}`,
  )
  if (brotli > limit) process.exitCode = 1
}

const charts = [...reachable([CHARTS])].filter(
  (file) => file.endsWith('.js') && !reachable([ENTRY, 'src/pages/dashboard.tsx']).has(file),
)
const size = charts.reduce((total, file) => total + statSync(join(DIST, `${file}.br`)).size, 0)
console.log(
  `charts: ${charts.length} scripts of their own, ${kb(size)} brotli, limit ${kb(CHARTS_LIMIT)}, ratio ${(size / CHARTS_LIMIT).toFixed(2)}`,
)
// They must have chunks of their own: otherwise a page loads them from its beginning.
if (charts.length === 0 || size > CHARTS_LIMIT) process.exitCode = 1
