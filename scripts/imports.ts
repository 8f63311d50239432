/** The source files and the imports of each, read from their text: for the laws and for choosing tests. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

/** `to` is a path from the root, or the name of a package. */
export type Edge = { file: string; to: string }
export type Sources = { files: string[]; read(file: string): string; edges: Edge[] }

/** Tests and tools run by hand may import anything. */
export const isTest = (file: string): boolean =>
  /\.test\.tsx?$|^server\/src\/test\/|^web\/src\/test\/|^(e2e|bench|proofs|scripts|interpreter\/corpus)\/|^(interpreter\/)?[^/]+\.ts$/.test(
    file,
  )
export const isProduct = (file: string): boolean => !isTest(file)

const SOURCES = [
  '{contract,interpreter,localnet,server,web}/src/**/*.{ts,tsx}',
  '{e2e,bench,proofs,scripts,interpreter/corpus}/**/*.ts',
  '{,interpreter/}*.ts',
]
const IMPORT =
  /(?:^|;)\s*(?:import|export)\b[^'";]*?\bfrom\s+['"]([^'"]+)|(?:^|;)\s*import\s+['"]([^'"]+)|\bimport\(\s*['"]([^'"]+)/gm

/** Returns the path from the root that `specifier` means in `file`; the name of a package stays. */
export function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(file), specifier)
  if (specifier.startsWith('#')) return `${file.split('/')[0]}/src/${specifier.slice(1)}`
  if (specifier.startsWith('@purser/')) return specifier.replace(/^@purser\/(\w+)\/?/, '$1/src/')
  return specifier
}

export function readSources(): Sources {
  const files = globSync(SOURCES)
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const read = (file: string) => texts.get(file) ?? ''
  const edges = files.flatMap((file) =>
    [...read(file).matchAll(IMPORT)].map((m) => ({
      file,
      to: resolveImport(file, m[1] ?? m[2] ?? m[3] ?? ''),
    })),
  )
  return { files, read, edges }
}
