/**
 * Another build of the console: the same files under other names, so that an open page finds none of the files that it
 * requests.
 */
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '../web/dist')

/** Returns its directory, which the caller removes. */
export function otherBuild(): string {
  const dir = mkdtempSync(join(tmpdir(), 'purser-build-'))
  cpSync(DIST, dir, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const assets = join(dir, 'assets')
  const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name))
  const renamed = new Map(names.map((name) => [name, name.replace(/\.(js|css)$/, '0.$1')]))
  const any = new RegExp([...names].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  for (const file of globSync(['**/*.{js,css,html}', '.vite/*.json'], { cwd: dir })) {
    const path = join(dir, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      text.replace(any, (name) => renamed.get(name) ?? name),
    )
  }
  for (const [from, to] of renamed) renameSync(join(assets, from), join(assets, to))
  return dir
}
