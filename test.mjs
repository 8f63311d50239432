// `npm test`: every check there is, in order, up to the first that fails. `npm test -- unit` runs one step, or half of one, alone.
import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findChromium } from './scripts/chromium.mjs'
import { startPostgres } from './scripts/postgres.mjs'
import { run, StepFailed } from './scripts/run.mjs'
import { fileJob, runTests } from './scripts/test-files.mjs'

const root = import.meta.dirname
const bin = join(root, 'node_modules/.bin')
process.chdir(root)
process.env.PATH = `${bin}:${dirname(process.execPath)}:${process.env.PATH}`
// Some hundred processes load the same files.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compiled')
/** What runs in Node is one program: on its own, each of its folders has those below it checked again. */
const CHECKED = ['tsconfig.node.json', 'web', 'e2e']

/** What the checker remembers of its last run: it checks what has changed since, and what that reaches. */
const CHECKED_TYPES = join(root, 'node_modules/.cache/types')
const remembering = (program) => [
  '--incremental',
  '--tsBuildInfoFile',
  join(CHECKED_TYPES, `${program}.tsbuildinfo`),
]

/** The first line of the test files that also run on PostgreSQL: all that touch the database, see house.test.ts. */
const ON_POSTGRES = '// On PostgreSQL as well.'
const onPostgres = (file) => readFileSync(file, 'utf8').startsWith(`${ON_POSTGRES}\n`)

/** Files of functions alone, with neither servers nor globals of their own: one process runs them one after another. */
const TOGETHER = [
  'contract/src/**/*.test.ts',
  'web/src/**/*.test.ts',
  'server/src/adapters/market/simulated/{path,pricing}.test.ts',
  'server/src/domains/strategies/{backtest,runner,steps}/*.test.ts',
  'server/src/domains/strategies/record/{end-prices,figures,history,notification-events}.test.ts',
  'server/src/kernel/{cached,client-address,clock,csv,message-bytes,rate-limits,semaphore,vault}.test.ts',
]
/** Components in a page of their own, on the real server; and what puts a storage of its own in place of the browser's. */
const APART_IN_WEB = ['web/src/**/*.component.test.ts', 'web/src/wire/{chat-cards,session}.test.ts']
const inWeb = APART_IN_WEB.flatMap((pattern) => globSync(pattern))
const isApart = (file) => inWeb.includes(file)
const isComponent = (file) => file.endsWith('.component.test.ts')
const ON_DATABASE = ['server/src/**/*.test.ts', 'proofs/*.test.ts']
const APART = [
  'interpreter/src/**/*.test.ts',
  'scripts/*.test.mjs',
  'localnet/src/**/*.test.ts',
  ...APART_IN_WEB,
  ...ON_DATABASE,
]
/** These wait more than they work, each in a process of its own: they begin first, those that take minutes before the others. */
const LONGEST = /\/(calls-of-a-trade|turns|top-ups|transfers|closing|decided|kill|fault-scenarios)\.test\.ts$/
const PATIENT = /^proofs\/|\/(priority|trading-bots|parity|corrected|stop-all)\.test\.ts$/
/**
 * Most files wait for slots and for processes half of their time: more of them begin while the processors are idle, which
 * on a slow machine they never are. The embedded database is 9 MB of WebAssembly, which few
 * files use for long enough to be worth compiling it twice.
 */
const FLAGS = [
  '--import=./scripts/test-context.mjs',
  '--import=./server/resolve-drizzle.mjs',
  '--test-timeout=480000',
]
const AT_ONCE = 4
const MOST_AT_ONCE = 9
const patienceOf = (file) => (LONGEST.test(file) ? 2 : PATIENT.test(file) ? 1 : 0)
const isPatient = (file) => patienceOf(file) > 0
/**
 * Loading the server, or compiling the console, takes as long as the tests of many a file: some share a process, one
 * after another. More of them would leave one process working alone at the end.
 */
const SHARING = [
  { files: (file) => file.startsWith('server/src/') && !isPatient(file), perProcess: 8 },
  { files: isComponent, perProcess: 5 },
  { files: (file) => file.startsWith('interpreter/src/'), perProcess: 8 },
]

/** Jobs for these files, each in a process of its own or one after another in one that they share. */
function jobsOf(files, env = {}) {
  const lists = files.filter((file) => !SHARING.some((kind) => kind.files(file))).map((file) => [file])
  for (const { files: isOfThese, perProcess } of SHARING) {
    const sharing = files.filter(isOfThese)
    while (sharing.length > 0) lists.push(sharing.splice(0, perProcess))
  }
  return lists.map((some) => {
    const job = fileJob(some, [...FLAGS, '--liftoff-only'])
    return { ...job, name: env.TEST_DATABASE_URL ? `${job.name} on PostgreSQL` : job.name, env }
  })
}
const together = (files) => ({
  name: 'files of functions alone',
  args: ['--test', '--test-isolation=none', ...FLAGS, ...files],
})
const runJobs = (jobs) => runTests(jobs, { atOnce: AT_ONCE, most: MOST_AT_ONCE })

function find(patterns, wanted = () => true) {
  const files = patterns.flatMap((pattern) => globSync(pattern)).filter(wanted)
  if (files.length === 0) throw new StepFailed(`no test files match ${patterns.join(' ')}`)
  return [...new Set(files)].sort((a, b) => patienceOf(b) - patienceOf(a) || (a < b ? -1 : 1))
}

/**
 * What touches the database runs on PostgreSQL, all of it, and a share that the seed chooses on the embedded one, which
 * most proofs run on as well, and the products that a browser test starts for itself. `npm test -- embedded` runs all of it there.
 */
const EMBEDDED_SHARE = 8
const seed = Number(process.env.PROOF_SEED ?? Math.floor(Math.random() * 1e9))
/** Of what kills the product or takes its chain away: `npm run test:faults` runs all of it. */
const KILLS = /^proofs\/(kill|fail).*\.test\.ts$/
const KILLS_SHARE = 3
/** So many of them, whichever the seed brings to the front. */
function share(files, of) {
  const rank = (file) => hash('sha256', `${seed} ${file}`)
  return files.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, Math.ceil(files.length / of))
}

/**
 * Of the functions alone, of what touches no database, and of the shares. Components are tested on a server, for which
 * PostgreSQL works less where there is one.
 */
function unitJobs(url) {
  const alone = find(TOGETHER, (file) => !isApart(file) && !onPostgres(file))
  console.log(`of the files on the embedded database, and of those that kill, a share (PROOF_SEED=${seed})`)
  const killing = find(APART, (file) => KILLS.test(file) && !onPostgres(file))
  const again = find(APART, onPostgres)
  const drawn = [...share(killing, KILLS_SHARE), ...share(again, EMBEDDED_SHARE)]
  const left = (file) => ![...alone, ...killing, ...again].includes(file) || drawn.includes(file)
  const env = { PROOF_SEED: String(seed) }
  const others = find(APART, (file) => left(file) && !isComponent(file))
  const components = jobsOf(find(APART, isComponent), url ? { ...env, TEST_DATABASE_URL: url } : env)
  return [together(alone), ...jobsOf(others, env), ...components]
}
const postgresJobs = (url) => jobsOf(find(ON_DATABASE, onPostgres), { TEST_DATABASE_URL: url })

async function withPostgres(work) {
  const server = await startPostgres()
  try {
    await work(server.url)
  } finally {
    await server.stop()
  }
}

/** All of them to their end, whichever fails. */
async function all(runs) {
  for (const { reason } of await Promise.allSettled(runs)) if (reason) throw reason
}

const steps = {
  house: () => runJobs(jobsOf(['house.test.ts'])),
  async types() {
    const left = [...CHECKED]
    const work = async () => {
      for (let program = left.shift(); program; program = left.shift())
        await run(join(bin, 'tsc'), ['-p', program, ...remembering(program)])
    }
    await all([work(), work()])
  },
  async lint() {
    await run(join(bin, 'oxlint'), ['--type-aware', '--quiet'])
    await run(join(bin, 'biome'), ['format', '.'])
  },
  unit: () => runJobs(unitJobs()),
  postgres: () => withPostgres((url) => runJobs(postgresJobs(url))),
  /** Both at once, so that neither leaves a processor idle at its end; what takes longest begins first. */
  tests: () =>
    withPostgres((url) =>
      runJobs(
        [...unitJobs(url), ...postgresJobs(url)].sort(
          (a, b) => patienceOf(b.files?.[0] ?? '') - patienceOf(a.files?.[0] ?? ''),
        ),
      ),
    ),
  embedded: () => runJobs(jobsOf(find(ON_DATABASE, onPostgres))),
  async browser() {
    if (!existsSync('e2e/playwright.config.ts')) return console.log('there are no browser tests here')
    const chromium = await findChromium()
    // Which works a third of what the embedded one does for the same. A product of a test's own has that one.
    await withPostgres((url) =>
      run(join(bin, 'playwright'), ['test', '-c', 'e2e/playwright.config.ts'], {
        env: { CHROMIUM_PATH: chromium, TEST_DATABASE_URL: url },
      }),
    )
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in steps))
if (unknown !== undefined) {
  console.error(`There is no step ${unknown}; there are ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}
const ALL = ['house', 'types', 'lint', 'tests', 'browser']
const times = []
for (const name of wanted.length > 0 ? wanted : ALL) {
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
