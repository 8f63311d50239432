// A file of tests, or several one after another. What one throws outside of its tests ends it: with some of them begun,
// Node would note the error and wait for what the file has opened so far.
import { after, suite } from 'node:test'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const REPORT_MS = 200

async function load(file) {
  try {
    await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    console.error(error)
    // Once what was reported before is written.
    await new Promise(() => setTimeout(() => process.exit(1), REPORT_MS))
  }
}

/** What the file says outside of its tests is then said of the suite: what it opens ends with it. */
function inSuite(file) {
  const { promise, resolve: end } = Promise.withResolvers()
  suite(file, async () => {
    await load(file)
    // The last of its hooks.
    after(end)
  })
  return promise
}

const [, , ...files] = process.argv
if (files.length === 1) await load(files[0])
else for (const file of files) await inSuite(file)
