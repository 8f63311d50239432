/**
 * Builds the console into web/dist: hashed assets, each text file also as .br and .gz. Run by `npm run prepare`, and by
 * the server at start when the build is missing or older than its sources.
 */
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { placesIn } from './chunks.ts'

const WEB = import.meta.dirname
const DIST = join(WEB, 'dist')
/** Written last: a build that was cut short has none and counts as missing. */
const DONE = join(DIST, '.built')
const SOURCES = [
  'src/**/*',
  'public/**/*',
  '*.html',
  'vite.config.ts',
  'build.ts',
  'chunks.ts',
  '../contract/src/**/*',
]

/** True when dist is missing, was cut short, or is older than what it is made of. */
export function buildIsStale(): boolean {
  if (!existsSync(DONE)) return true
  const built = statSync(DONE).mtimeMs
  return globSync(SOURCES, { cwd: WEB }).some((file) => statSync(join(WEB, file)).mtimeMs > built)
}

/** Builds into web/dist. Throws when a source does not compile. */
export async function buildConsole(): Promise<void> {
  const before = process.env.NODE_ENV
  try {
    await buildAll()
  } finally {
    // Vite sets it to production for its whole process, in which @solana/kit then says of an error only its number.
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

async function buildAll(): Promise<void> {
  const { build } = await import('vite')
  const options = { configFile: join(WEB, 'vite.config.ts'), mode: 'production', logLevel: 'warn' } as const
  const alone = await build({ ...options, build: { write: false, minify: false } })
  const places = placesIn((alone as Rolldown.RolldownOutput).output)
  const groups = [{ debugName: 'pages', name: (id: string) => places.get(id) }]
  // Dependencies have places of their own; taken along they would come with every page.
  const codeSplitting = { groups, includeDependenciesRecursively: false }
  await build({ ...options, build: { rolldownOptions: { output: { codeSplitting } } } })
  // The payer's page is built apart, with scripts of its own: each would load more if they shared some.
  await build({
    ...options,
    build: {
      rolldownOptions: { input: join(WEB, 'pay.html') },
      manifest: '.vite/pay.json',
      emptyOutDir: false,
      copyPublicDir: false,
    },
  })
  for (const file of globSync('**/*.{js,css,html,svg,json}', { cwd: DIST })) compress(join(DIST, file))
  writeFileSync(DONE, '')
}

function compress(path: string): void {
  const bytes = readFileSync(path)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: quality }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}

if (import.meta.main) await buildConsole()
