/** The laws of the house, types, lint and format. */
import { join } from 'node:path'
import { run } from './command.ts'

/** The type checker keeps its last run here, and checks only changes and the files that they reach. */
const MEMORY = join(import.meta.dirname, '../node_modules/.cache/types')

const checkTypes = (program: string): Promise<void> =>
  run('tsc', ['-p', program, '--incremental', '--tsBuildInfoFile', join(MEMORY, `${program}.tsbuildinfo`)])

async function checkForm(): Promise<void> {
  await run(process.execPath, ['--test', '--test-reporter=dot', 'house.test.ts'])
  await run('oxlint', ['--type-aware', '--quiet'])
  await run('biome', ['format', '.'])
}

async function checkPrograms(): Promise<void> {
  await checkTypes('tsconfig.node.json')
  await checkTypes('e2e')
  await checkTypes('web')
}

/** Throws StepFailed with the first failure. */
export async function check(): Promise<void> {
  // Each takes one processor, for about the same time.
  await Promise.all([checkForm(), checkPrograms()])
}
