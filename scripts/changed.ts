/** Which tests can reach what has changed since a revision. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { StepFailed } from './command.ts'
import { readSources, type Sources } from './imports.ts'
import { testFiles } from './lanes.ts'

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
const tryGit = (...args: string[]): string | null => {
  try {
    return git(...args) || null
  } catch {
    return null
  }
}

const MAIN_BRANCHES = ['origin/main', 'origin/master', 'main', 'master']
const HOURS = 4

/**
 * Where this work began: its merge base with the main branch, the newest there is; where that is HEAD itself, the newest
 * commit that is four hours older. null in a history that does not reach so far.
 */
export function baseRevision(): string | null {
  const head = tryGit('rev-parse', 'HEAD')
  if (head === null) return null
  const bases = MAIN_BRANCHES.flatMap((branch) => tryGit('merge-base', 'HEAD', branch) ?? [])
  const newest = bases
    .filter((base) => base !== head)
    .sort((a, b) => readCommitTime(b) - readCommitTime(a))[0]
  if (newest !== undefined) return newest
  return tryGit('rev-list', '-1', `--before=${readCommitTime(head) - HOURS * 3_600}`, 'HEAD')
}
const readCommitTime = (revision: string) => Number(git('show', '-s', '--format=%ct', revision))

/** Committed or not, new files too. Throws StepFailed where there is no such revision. */
export function changedFiles(revision: string): string[] {
  if (tryGit('rev-parse', '--verify', `${revision}^{commit}`) === null)
    throw new StepFailed(`There is no revision ${revision} in this clone.`)
  return [
    ...git('diff', '--name-only', revision).split('\n'),
    ...git('ls-files', '--others', '--exclude-standard').split('\n'),
  ].filter((file) => file !== '')
}

/** Files that start the product as a process, and the file where that process begins. */
const STARTS: Record<string, string> = {
  'server/src/test/product.ts': 'server/src/main.ts',
  'server/src/test/process.ts': 'server/src/main.ts',
}
const PAGES = /^\/\/ Pages: (.+)\n/
/** A change of one of these may change everything. */
const EVERYTHING = /^(package(-lock)?\.json|tsconfig[^/]*\.json|test\.ts|scripts\/(?!.*\.test\.ts$).*)$/
const WORKSPACE = /^(contract|interpreter|localnet|server|web|e2e|proofs)\//

/** Files by what they use: what has changed leads to whoever is concerned. */
function importers({ files, read, edges }: Sources): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>()
  const add = (used: string, user: string) => users.set(used, (users.get(used) ?? new Set()).add(user))
  for (const { file, to } of edges) add(to, file)
  for (const [file, main] of Object.entries(STARTS)) add(main, file)
  for (const file of files) {
    const pages = PAGES.exec(read(file))?.[1]?.split(', ') ?? []
    for (const page of pages.includes('all') ? ['*'] : pages)
      for (const at of files.filter(
        (f) => f.startsWith('web/src/pages/') && (page === '*' || f === `web/src/pages/${page}.tsx`),
      ))
        add(at, file)
  }
  return users
}

/** The tests that these files reach, the nearest first. */
export function findTestsReaching(changed: string[], sources = readSources(), tests = testFiles()): string[] {
  if (changed.some((file) => EVERYTHING.test(file))) return tests
  const users = importers(sources)
  const known = new Set(sources.files)
  const distances = new Map<string, number>()
  let front = changed.filter((file) => known.has(file))
  for (let distance = 0; front.length > 0; distance++) {
    for (const file of front) if (!distances.has(file)) distances.set(file, distance)
    front = [...new Set(front.flatMap((file) => [...(users.get(file) ?? [])]))].filter(
      (f) => !distances.has(f),
    )
  }
  const reached = tests.filter((file) => distances.has(file))
  // No module: styles, statements, lists of words.
  const others = changed.filter((file) => !known.has(file) && existsSync(file))
  const workspaces = new Set(others.flatMap((file) => WORKSPACE.exec(file)?.[1] ?? []))
  const alongside = tests.filter((file) => !distances.has(file) && workspaces.has(file.split('/')[0] ?? ''))
  return [...reached.sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0)), ...alongside]
}
