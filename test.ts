/**
 * The tests. `npm test` runs those that are most likely to show the defects of a change, `npm run test:full` nearly
 * all, `npm run test:changed` those that can reach a changed file, `npm run test:faults` every kill. PROOF_SEED sets
 * the random draws.
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
import { clearEnvironment, readSeed } from './scripts/environment.ts'
import { createSums, flakyRow, MOST_FLAKY, type Sums } from './scripts/flaky.ts'
import { startPostgres } from './scripts/postgres.ts'
import { runChoice } from './scripts/run-choice.ts'
import { buildConsole, buildIsStale } from './web/build.ts'

const root = import.meta.dirname
process.chdir(root)
clearEnvironment(process.env)
process.env.PATH = `${join(root, 'node_modules/.bin')}:${dirname(process.execPath)}:${process.env.PATH}`
// Some hundred processes load the same files.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compiled')
// An exit ends PostgreSQL and every other started process; a signal alone does not.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

const [command = 'test', argument = null] = process.argv.slice(2)
const choices: Record<string, (seed: number) => Choice> = {
  test: chooseTest,
  full: chooseFull,
  changed: () => chooseChanged(argument),
  further: () => chooseFurther(argument),
  faults: chooseFaults,
}

async function main(): Promise<number> {
  const choose = choices[command]
  if (!choose)
    throw new StepFailed(`There is no command ${command}; there are ${Object.keys(choices).join(', ')}.`)
  const began = performance.now()
  const seed = readSeed(process.env.PROOF_SEED)
  const choice = choose(seed)
  const sums = createSums()
  let hasEnded = false
  // It runs however the run ends.
  process.once('exit', () => {
    report(sums)
    console.log(`\nPROOF_SEED=${seed}, ${((performance.now() - began) / 60_000).toFixed(1)} minutes`)
    const others = [
      ...(sums.flaky.length > 0 ? [`${sums.flaky.length} flaky`] : []),
      ...(sums.skipped.length > 0 ? [`${sums.skipped.length} skipped`] : []),
      ...(hasEnded ? [] : ['the run did not reach its end']),
    ]
    console.log([`${sums.passed} passed`, `${sums.failed.length} failed`, ...others].join(', '))
  })
  console.log(`PROOF_SEED=${seed}`)
  for (const line of choice.leftOut) console.log(`Left out: ${line}`)
  if (choice.checks) await check()
  // Each server that a test starts would build them for itself.
  if (buildIsStale()) await buildConsole()
  await run(process.execPath, ['server/src/db/build.ts'])
  const postgres = await startPostgres()
  try {
    await runChoice(choice, { url: postgres.url, seed }, sums)
  } finally {
    await postgres.stop()
  }
  hasEnded = true
  return sums.failed.length > 0 || sums.flaky.length > MOST_FLAKY ? 1 : 0
}

function report({ failed, flaky, skipped, unstarted }: Sums): void {
  const list = (title: string, lines: string[]) =>
    lines.length > 0 ? console.log(`\n${title}\n${lines.join('\n')}`) : undefined
  list('Skipped:', skipped)
  list('Not run:', unstarted)
  list('Flaky, each to be added to docs/flaky.md:', flaky.map(flakyRow))
  if (flaky.length > MOST_FLAKY) console.log(`More than ${MOST_FLAKY} flaky tests fail the run.`)
  list(
    'Failed:',
    failed.map(({ file, test }) => `${file}: ${test}`),
  )
}

process.exit(
  await main().catch((error: unknown) => {
    console.error(error instanceof StepFailed ? error.message : error)
    return 1
  }),
)
