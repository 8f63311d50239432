// Runs test files one after another in this process: loading the server takes as long as the tests of many a file. Each
// is a suite, so that the resources that it opens for all of its tests end with it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'

function runFile(file) {
  const { promise, resolve: end } = Promise.withResolvers()
  suite(file, async () => {
    try {
      await import(pathToFileURL(resolve(file)).href)
    } catch (error) {
      end()
      throw error
    }
    // It is the last of its hooks.
    after(end)
  })
  return promise
}

// Node ends a process once its tests have ended, and drops the results that its pipe has not taken
// (https://github.com/nodejs/node/issues/64833): each write waits until it is taken.
process.stdout._handle?.setBlocking?.(true)

const files = process.argv.slice(2)
const seed = process.env.PROOF_SEED
// Properties are tried on values that the seed draws: a second run tries the same.
if (seed !== undefined && files.some((file) => readFileSync(file, 'utf8').includes("from 'fast-check'"))) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ seed: Number(seed) })
}
for (const file of files) await runFile(file)
