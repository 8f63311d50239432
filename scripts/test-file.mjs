// One file of tests. What it throws outside of its tests ends it: with some of them begun, Node would note the error and
// wait for what the file has opened so far.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

try {
  await import(pathToFileURL(resolve(process.argv[2])).href)
} catch (error) {
  console.error(error)
  process.exit(1)
}
