/**
 * Which script each module goes into. Left alone the bundler cuts one for every set of dialogs and pages that share a
 * module: a hundred small files for a page, which compress a tenth worse together than as a few, and each of which is a
 * request. Here the pages alone count: what the entry loads is one script, what the same pages load is one, and parts
 * that cost little to load in vain are merged until no page loads more than a few.
 */
import type { Rolldown } from 'vite'

type Chunk = Pick<
  Rolldown.OutputChunk,
  | 'type'
  | 'name'
  | 'fileName'
  | 'isEntry'
  | 'facadeModuleId'
  | 'moduleIds'
  | 'imports'
  | 'dynamicImports'
  | 'code'
>
type Output = (Chunk | Pick<Rolldown.OutputAsset, 'type'>)[]
/** Modules by the name of their script; the rest of a single page is not among them. */
export type Places = ReadonlyMap<string, string>

/** Stays where it is: without a module of its own there would be no entry. */
const ENTRY = /\/index\.html$|\/src\/main\.tsx$/
/** A page, or a tab of one that is loaded by itself. */
const PAGE = /\/src\/pages\/(?:[^/]+\/)?[^/]+\.tsx$/
/** Characters, before compression, that a merged script may make all pages together load in vain. */
const WASTE_MAX = 24_000
/** Characters: a dialog with a large library is loaded for itself alone. */
const LARGE = 80_000

/** Modules that the same pages load; `pages` by name. */
type Part = { ids: string[]; pages: Set<string>; size: number }

/**
 * Reads from a build that was left alone what each page really loads; the graph of imports knows nothing of unused
 * exports.
 */
export function placesIn(output: Output): Places {
  const chunks = output.filter((one) => one.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const entry = chunks.find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('the build has no entry')
  const atStart = closure([entry], byFile)
  const pages = chunks.filter(({ facadeModuleId }) => PAGE.test(facadeModuleId ?? ''))
  const [now, later] = [new Map<Chunk, Set<string>>(), new Map<Chunk, Set<string>>()]
  for (const page of pages) {
    const atOnce = closure([page], byFile)
    note(now, atOnce, page.name)
    note(later, closure(dialogs(atOnce, byFile), byFile), page.name)
  }
  const places = new Map<string, string>()
  for (const { moduleIds } of atStart)
    for (const id of moduleIds) if (!ENTRY.test(id)) places.set(id, 'console')
  const others = chunks.filter((chunk) => !atStart.has(chunk) && !pages.includes(chunk))
  const parts = others.filter((chunk) => now.has(chunk))
  const small = others.filter((chunk) => !now.has(chunk) && later.has(chunk) && chunkSize(chunk) < LARGE)
  place(places, 'part', merge(groupByPages(parts, now)))
  place(places, 'later', merge(groupByPages(small, later)))
  return places
}

const chunkSize = ({ code }: Chunk): number => code.length

function note(loaders: Map<Chunk, Set<string>>, loaded: Iterable<Chunk>, page: string): void {
  for (const chunk of loaded) loaders.set(chunk, (loaders.get(chunk) ?? new Set()).add(page))
}

/** The scripts that are loaded when something is opened, however deep; pages are no dialogs. */
function dialogs(atOnce: Iterable<Chunk>, byFile: ReadonlyMap<string, Chunk>): Set<Chunk> {
  const found = new Set<Chunk>()
  const queue = [...atOnce]
  for (let chunk = queue.pop(); chunk; chunk = queue.pop())
    for (const file of chunk.dynamicImports) {
      const opened = byFile.get(file)
      if (!opened || found.has(opened) || PAGE.test(opened.facadeModuleId ?? '')) continue
      for (const one of closure([opened], byFile)) {
        found.add(one)
        queue.push(one)
      }
    }
  return found
}

function groupByPages(chunks: Chunk[], loaders: ReadonlyMap<Chunk, ReadonlySet<string>>): Part[] {
  const parts = new Map<string, Part>()
  for (const chunk of chunks) {
    const pages = loaders.get(chunk) ?? new Set()
    const key = [...pages].toSorted().join()
    const part = parts.get(key) ?? { ids: [], pages: new Set(pages), size: 0 }
    part.ids.push(...chunk.moduleIds)
    part.size += chunkSize(chunk)
    parts.set(key, part)
  }
  return [...parts.values()]
}

/** Merges the cheapest pair again and again, until each would make pages load too much in vain. */
function merge(parts: Part[]): Part[] {
  for (;;) {
    const pairs = parts.flatMap((a, at) =>
      parts
        .slice(at + 1)
        .filter((b) => [...a.pages].some((page) => b.pages.has(page)))
        .map((b) => ({ a, b, cost: waste(a, b) })),
    )
    const cheapest = pairs.reduce((best, pair) => (pair.cost < best.cost ? pair : best), {
      cost: WASTE_MAX,
    } as { a?: Part; b?: Part; cost: number })
    const { a, b } = cheapest
    if (!a || !b) return parts
    a.ids.push(...b.ids)
    a.size += b.size
    for (const page of b.pages) a.pages.add(page)
    parts.splice(parts.indexOf(b), 1)
  }
}

const onlyIn = (one: Part, other: Part): number =>
  [...one.pages].filter((page) => !other.pages.has(page)).length

/** Characters that pages would load in vain if the two were one. */
const waste = (a: Part, b: Part): number => a.size * onlyIn(b, a) + b.size * onlyIn(a, b)

function place(places: Map<string, string>, prefix: string, parts: Part[]): void {
  for (const [at, { ids }] of parts.entries()) for (const id of ids) places.set(id, `${prefix}-${at}`)
}

/** The chunks and all that is loaded with them. */
function closure(
  chunks: Iterable<Chunk>,
  byFile: ReadonlyMap<string, Chunk>,
  found = new Set<Chunk>(),
): Set<Chunk> {
  for (const chunk of chunks) {
    if (found.has(chunk)) continue
    found.add(chunk)
    closure(
      chunk.imports.flatMap((file) => byFile.get(file) ?? []),
      byFile,
      found,
    )
  }
  return found
}
