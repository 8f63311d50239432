/**
 * The tests. `npm test` runs what shows most of what a change breaks, `npm run test:full` everything, `npm run test:changed`
 * what can reach a changed file, `npm run test:faults` every kill. PROOF_SEED sets what is drawn.
 */
import { dirname, join } from 'node:path'
import { check } from './scripts/checks.ts'
import {
  type Choice,
  chooseChanged,
  chooseFaults,
  chooseFull,
  chooseFurther,
  chooseTest,
} from './scripts/choices.ts'
import { run, StepFailed } from './scripts/command.ts'
import { flakyRow, MOST_FLAKY, type Verdict } from './scripts/flaky.ts'
import { startPostgres } from './scripts/postgres.ts'
import { runChoice } from './scripts/run-choice.ts'
import { buildConsole, buildIsStale } from './web/build.ts'

const root = import.meta.dirname
process.chdir(root)
process.env.PATH = `${join(root, 'node_modules/.bin')}:${dirname(process.execPath)}:${process.env.PATH}`
// Some hundred processes load the same files.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compiled')
// PostgreSQL ends with this process where that ends by itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

const seed = Number(process.env.PROOF_SEED ?? Math.floor(Math.random() * 1e9))
const [command = 'test', revision = null] = process.argv.slice(2)
const choices: Record<string, () => Choice> = {
  test: () => chooseTest(seed),
  full: () => chooseFull(seed),
  changed: () => chooseChanged(revision),
  further: chooseFurther,
  faults: chooseFaults,
}

async function main(): Promise<number> {
  const choose = choices[command]
  if (!choose)
    throw new StepFailed(`There is no command ${command}; there are ${Object.keys(choices).join(', ')}.`)
  const began = performance.now()
  const choice = choose()
  console.log(`PROOF_SEED=${seed}`)
  for (const line of choice.leftOut) console.log(`Left out: ${line}`)
  if (choice.checks) await check()
  // Each server that a test starts would build them for itself.
  if (buildIsStale()) await buildConsole()
  await run(process.execPath, ['server/src/db/build.ts'])
  const postgres = await startPostgres()
  try {
    const verdict = await runChoice(choice, { url: postgres.url, seed })
    report(verdict, (performance.now() - began) / 60_000)
    return verdict.failed.length > 0 || verdict.flaky.length > MOST_FLAKY ? 1 : 0
  } finally {
    await postgres.stop()
  }
}

function report(
  { passed, failed, flaky, unstarted }: Verdict & { unstarted: string[] },
  minutes: number,
): void {
  const list = (title: string, lines: string[]) =>
    lines.length > 0 ? console.log(`\n${title}\n${lines.join('\n')}`) : undefined
  list('Not run:', unstarted)
  list('Flaky, each to be added to docs/flaky.md:', flaky.map(flakyRow))
  list(
    'Failed:',
    failed.map(({ file, test }) => `${file}: ${test}`),
  )
  console.log(`\nPROOF_SEED=${seed}, ${minutes.toFixed(1)} minutes`)
  console.log(`${passed} passed, ${failed.length} failed`)
}

process.exit(
  await main().catch((error: unknown) => {
    console.error(error instanceof StepFailed ? error.message : error)
    return 1
  }),
)
