/**
 * Which script each module goes into. Left alone the bundler cuts one for every set of dialogs and pages that share a
 * module: a hundred small files for a page, which compress a tenth worse together than as a few, and each of which is a
 * request. Here the pages alone count: what the entry loads is one script, what the frame loads is one, what the same
 * pages load is one, and parts that cost little to load in vain are merged until no page loads more than a few.
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
/** Characters, before compression, that a page may load in vain because scripts were merged. */
const WASTE_MAX = 40_000
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
  // The frame of every page brings tools of its own, such as those of the bar.
  const frame = closure(opened(atStart, byFile), byFile)
  for (const page of pages) {
    const atOnce = closure([page], byFile)
    note(now, atOnce, page.name)
    note(later, closure(dialogs([...atOnce, ...frame], byFile), byFile), page.name)
  }
  const places = new Map<string, string>()
  const others = chunks.filter((chunk) => !atStart.has(chunk) && !pages.includes(chunk))
  const parts = others.filter((chunk) => now.has(chunk))
  const small = others.filter(
    (chunk) => !now.has(chunk) && !frame.has(chunk) && later.has(chunk) && chunkSize(chunk) < LARGE,
  )
  placeAll(places, 'console', atStart)
  placeAll(
    places,
    'frame',
    others.filter((chunk) => frame.has(chunk) && !now.has(chunk)),
  )
  place(places, 'part', merge(groupByPages(parts, now)))
  place(places, 'later', merge(groupByPages(small, later)))
  return places
}

const chunkSize = ({ code }: Chunk): number => code.length

function note(loaders: Map<Chunk, Set<string>>, loaded: Iterable<Chunk>, page: string): void {
  for (const chunk of loaded) loaders.set(chunk, (loaders.get(chunk) ?? new Set()).add(page))
}

/** The scripts that these load on demand; pages are not among them. */
const opened = (chunks: Iterable<Chunk>, byFile: ReadonlyMap<string, Chunk>): Chunk[] =>
  [...chunks]
    .flatMap(({ dynamicImports }) => dynamicImports)
    .flatMap((file) => byFile.get(file) ?? [])
    .filter(({ facadeModuleId }) => !PAGE.test(facadeModuleId ?? ''))

/** The scripts that are loaded when something is opened, however deep. */
function dialogs(atOnce: Iterable<Chunk>, byFile: ReadonlyMap<string, Chunk>): Set<Chunk> {
  const found = new Set<Chunk>()
  const queue = [...atOnce]
  for (let chunk = queue.pop(); chunk; chunk = queue.pop())
    for (const one of closure(opened([chunk], byFile), byFile)) {
      if (found.has(one)) continue
      found.add(one)
      queue.push(one)
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

/** Merges the cheapest pair again and again, as long as no page loads too much in vain. */
function merge(parts: Part[]): Part[] {
  const wasted = new Map<string, number>()
  for (;;) {
    const pairs = parts.flatMap((a, at) =>
      parts.slice(at + 1).flatMap((b) => {
        if (without(a.pages, b.pages).length === a.pages.size) return []
        const waste = wasteByPage(a, b)
        const fits = [...waste].every(([page, size]) => (wasted.get(page) ?? 0) + size <= WASTE_MAX)
        const cost = [...waste.values()].reduce((sum, size) => sum + size, 0)
        return fits ? [{ a, b, waste, cost }] : []
      }),
    )
    const [first, ...others] = pairs
    if (!first) return parts
    const { a, b, waste } = others.reduce((best, pair) => (pair.cost < best.cost ? pair : best), first)
    for (const [page, size] of waste) wasted.set(page, (wasted.get(page) ?? 0) + size)
    a.ids.push(...b.ids)
    a.size += b.size
    for (const page of b.pages) a.pages.add(page)
    parts.splice(parts.indexOf(b), 1)
  }
}

const without = (pages: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...pages].filter((page) => !others.has(page))

/** Characters that each page would load in vain if the two were one. */
const wasteByPage = (a: Part, b: Part): Map<string, number> =>
  new Map([
    ...without(a.pages, b.pages).map((page) => [page, b.size] as const),
    ...without(b.pages, a.pages).map((page) => [page, a.size] as const),
  ])

function placeAll(places: Map<string, string>, script: string, chunks: Iterable<Chunk>): void {
  for (const { moduleIds } of chunks) for (const id of moduleIds) if (!ENTRY.test(id)) places.set(id, script)
}

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
