// Test files that run in one process, one after another, each as a suite of its own with its own hooks. Loading the
// server and compiling the embedded database take as long as most of these files' tests.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

/** For the entry of a group: absolute paths. Waiting for a suite waits for its tests: the next file is loaded after them. */
export async function together(files) {
  for (const file of files)
    await describe(relative(process.cwd(), file), async () => void (await import(pathToFileURL(file))))
}

/** Writes the entries of so many groups, dealt in turn so that neighbours, which are alike, are spread; answers their paths. */
export function writeGroups(folder, files, count) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const groups = Array.from({ length: count }, (_, n) => files.filter((_, i) => i % count === n))
  return groups
    .filter((group) => group.length > 0)
    .map((group, n) => {
      const entry = join(folder, `group-${n + 1}.test.mjs`)
      writeFileSync(
        entry,
        `import { together } from ${JSON.stringify(pathToFileURL(import.meta.filename).href)}\n` +
          `await together(${JSON.stringify(group.map((file) => join(process.cwd(), file)))})\n`,
      )
      return entry
    })
}
