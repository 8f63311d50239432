/**
 * Which script each module goes into. Left alone the bundler cuts one for every set of dialogs and pages that share a
 * module: a hundred small files for a page, which compress a tenth worse together than as a few. Here the pages alone
 * count: what the entry loads is one script, and what the same pages load is one.
 */
import type { Rolldown } from 'vite'

type Output = (Rolldown.OutputChunk | Rolldown.OutputAsset)[]
/** Modules by the name of their script; those of a single page, or of none, are not among them. */
export type Places = ReadonlyMap<string, string>

/** Stays where it is: without a module of its own there would be no entry. */
const ENTRY = /\/index\.html$|\/src\/main\.tsx$/
/** A page, or a tab of one that is loaded by itself. */
const PAGE = /\/src\/pages\/(?:[^/]+\/)?[^/]+\.tsx$/

/** Reads from a build that was left alone what each page really loads; the graph of imports knows nothing of unused exports. */
export function placesIn(output: Output): Places {
  const chunks = output.filter((one) => one.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const entry = chunks.find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('the build has no entry')
  const places = new Map<string, string>()
  const pagesOf = new Map<string, string[]>()
  const atStart = closure(entry, byFile)
  for (const { moduleIds } of atStart)
    for (const id of moduleIds) if (!ENTRY.test(id)) places.set(id, 'console')
  for (const page of chunks.filter(({ facadeModuleId }) => PAGE.test(facadeModuleId ?? '')))
    for (const chunk of closure(page, byFile))
      if (!atStart.has(chunk))
        for (const id of chunk.moduleIds) pagesOf.set(id, [...(pagesOf.get(id) ?? []), page.name])
  const sets = new Map<string, string>()
  for (const [id, pages] of pagesOf) {
    if (pages.length < 2) continue
    const set = pages.toSorted().join()
    if (!sets.has(set)) sets.set(set, `part-${sets.size}`)
    places.set(id, sets.get(set) ?? '')
  }
  return places
}

/** The chunk and all that is loaded with it. */
function closure(
  chunk: Rolldown.OutputChunk,
  byFile: ReadonlyMap<string, Rolldown.OutputChunk>,
  found = new Set<Rolldown.OutputChunk>(),
): Set<Rolldown.OutputChunk> {
  if (found.has(chunk)) return found
  found.add(chunk)
  for (const file of chunk.imports) {
    const imported = byFile.get(file)
    if (imported) closure(imported, byFile, found)
  }
  return found
}
