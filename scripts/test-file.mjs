// A file of tests, or several one after another. What one throws outside of its tests ends it: with some of them begun,
// Node would note the error and wait for what the file has opened so far.
import { existsSync, readFileSync } from 'node:fs'
import { after, suite } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const DESTINATION = '--test-reporter-destination='
const POLL_MS = 10

/** Once the start of this suite is written, and with it all that was reported before: what ends now takes the rest along. */
async function untilBegun(name) {
  const written = process.execArgv.find((one) => one.startsWith(DESTINATION))?.slice(DESTINATION.length)
  if (written === undefined) return
  const begun = `{"kind":"dequeue","name":${JSON.stringify(name)},`
  while (!existsSync(written) || !readFileSync(written, 'utf8').includes(begun)) await pause(POLL_MS)
}

async function load(file, begun = async () => undefined) {
  try {
    await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    console.error(error)
    await begun()
    process.exit(1)
  }
}

/** What the file says outside of its tests is then said of the suite: what it opens ends with it. */
function inSuite(file) {
  const { promise, resolve: end } = Promise.withResolvers()
  suite(file, async () => {
    await load(file, () => untilBegun(file))
    // The last of its hooks.
    after(end)
  })
  return promise
}

const [, , ...files] = process.argv
if (files.length === 1) await load(files[0])
else for (const file of files) await inSuite(file)
