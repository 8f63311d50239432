// `npm test`: every check there is, in order, up to the first that fails. `npm test -- unit` runs one step alone.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findChromium } from './scripts/chromium.mjs'
import { startPostgres } from './scripts/postgres.mjs'
import { run, StepFailed } from './scripts/run.mjs'

const root = import.meta.dirname
const bin = join(root, 'node_modules/.bin')
process.chdir(root)
process.env.PATH = `${bin}:${dirname(process.execPath)}:${process.env.PATH}`
// Some hundred processes load the same files.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compiled')
const node = process.execPath
const WORKSPACES = ['contract', 'localnet', 'server', 'web', 'e2e']

/** Three files at once: each holds a database and a network of its own, and waits for slots much of its time. */
function tests(patterns, env = {}, wanted = () => true) {
  const files = patterns
    .flatMap((pattern) => globSync(pattern))
    .filter(wanted)
    .sort()
  if (files.length === 0) throw new StepFailed(`no test files match ${patterns.join(' ')}`)
  return run(
    node,
    [
      '--test',
      '--test-concurrency=3',
      '--test-timeout=180000',
      '--test-reporter=./scripts/reporter.mjs',
      ...files,
    ],
    { env },
  )
}

/** Those that start the product as a process bring their own database. */
const usesDatabase = (file) =>
  /test\/(harness|database)\.ts/.test(readFileSync(file, 'utf8')) && !file.includes('smtp')

const steps = {
  house: () => run(node, ['--test', '--test-reporter=./scripts/reporter.mjs', 'house.test.ts']),
  async types() {
    for (const workspace of WORKSPACES) await run(join(bin, 'tsc'), ['-p', workspace])
  },
  async lint() {
    await run(join(bin, 'oxlint'), ['--type-aware', '--quiet'])
    await run(join(bin, 'biome'), ['format', '.'])
  },
  unit: () => tests(['{contract,localnet,server}/src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}']),
  async postgres() {
    const server = await startPostgres()
    try {
      await tests(['server/src/**/*.test.ts'], { TEST_DATABASE_URL: server.url }, usesDatabase)
    } finally {
      await server.stop()
    }
  },
  async browser() {
    if (!existsSync('e2e/playwright.config.ts')) return console.log('there are no browser tests here')
    const chromium = await findChromium()
    await run(join(bin, 'playwright'), ['test', '-c', 'e2e/playwright.config.ts'], {
      env: { CHROMIUM_PATH: chromium },
    })
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in steps))
if (unknown !== undefined) {
  console.error(`There is no step ${unknown}; there are ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}
const times = []
for (const name of wanted.length > 0 ? wanted : Object.keys(steps)) {
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
  console.log(`\n== ${name}`)
  try {
    await steps[name]()
    times.push(`${name} ${seconds()} s`)
  } catch (error) {
    console.error(
      `\nFAILED: ${name} after ${seconds()} s: ${error instanceof StepFailed ? error.message : error.stack}`,
    )
    process.exit(1)
  }
}
console.log(`\nAll passed: ${times.join(', ')}`)
process.exit(0)
