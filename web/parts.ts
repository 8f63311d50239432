/** The page of all parts of the console: built apart from the product, in which it is not. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const WEB = import.meta.dirname

/** Builds the page and serves it at `url` until it is removed. */
export async function startParts(): Promise<{ url: string; remove: () => Promise<void> }> {
  const { build, preview } = await import('vite')
  const outDir = mkdtempSync(join(tmpdir(), 'purser-parts-'))
  const options = { configFile: join(WEB, 'vite.config.ts'), mode: 'production', logLevel: 'warn' } as const
  await build({ ...options, build: { outDir, rolldownOptions: { input: join(WEB, 'parts.html') } } })
  const server = await preview({ ...options, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async remove() {
      await server.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
