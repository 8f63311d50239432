/** Finds the tests that can reach the changes since a revision. */
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path/posix'
import { StepFailed } from './command.ts'
import { readSources, type Sources } from './imports.ts'
import { getLane, testFiles } from './lanes.ts'

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
 * The start of this work: its merge base with the main branch, the newest there is; if that is HEAD itself, the newest
 * commit that is four hours older. null if the history does not reach that far.
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

/** Lists changes, committed or not, and new files. Throws StepFailed if there is no such revision. */
export function changedFiles(revision: string): string[] {
  const commit = tryGit('rev-parse', '--verify', `${revision}^{commit}`)
  if (commit === null) throw new StepFailed(`There is no revision ${revision} in this clone.`)
  return [
    ...git('diff', '-z', '--no-renames', '--name-only', commit, '--').split('\0'),
    ...git('ls-files', '-z', '--others', '--exclude-standard').split('\0'),
  ].filter((file) => file !== '')
}

/** A test file names a program that it starts by a path from its folder, the folder above or the root. */
const NAMED = /(?<!from |import |import\()['"]([\w./-]+\.(?:ts|mjs))['"]/g
const NAMES_PROGRAMS =
  /^(server|localnet|proofs)\/.*\.test\.ts$|^server\/src\/test\/|^localnet\/src\/conformance\/|^proofs\//
/** It only loads the other. */
const STARTER = { from: 'server/start.mjs', to: 'server/src/main.ts' }
const namedPrograms = (file: string, text: string): string[] =>
  [...text.matchAll(NAMED)].flatMap(([, name = '']) =>
    [dirname(file), join(dirname(file), '..'), '.']
      .map((folder) => join(folder, name))
      .map((path) => (path === STARTER.from ? STARTER.to : path)),
  )
const PAGES = /^\/\/ Pages: (.+)\n/
/** These contain every page: a change of them changes all. */
const ALL_PAGES = /^web\/src\/((main|pay)\.tsx|app\/(app|payer-app|shell|providers)\.tsx)$/
/** These surround all pages: the browser tests about all pages cover them. */
const AROUND_PAGES = /^(web\/src\/((main|pay)\.tsx|app\/.*)|e2e\/playwright\.config\.ts)$/
/** A change of one of these may change everything. */
const EVERYTHING =
  /^(package(-lock)?\.json|tsconfig[^/]*\.json|test\.ts|server\/\w[\w-]*\.mjs|scripts\/(?!.*\.test\.ts$).*)$/
const PRODUCT = /^(contract|interpreter|localnet|server|web)\/(?!src\/test\/)/
const TEST = /\.(test|spec)\.ts$/
const WORKSPACE = /^(contract|interpreter|localnet|server|web|e2e|proofs)\//

/** Maps files to their importers: a change leads to all files that depend on it. */
function importers({ files, read, edges }: Sources): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>()
  const add = (used: string, user: string) => users.set(used, (users.get(used) ?? new Set()).add(user))
  for (const { file, to } of edges) add(to, file)
  for (const file of files) {
    if (NAMES_PROGRAMS.test(file)) for (const program of namedPrograms(file, read(file))) add(program, file)
    const pages = readPages(read(file))
    const isAbout = (f: string) =>
      pages.includes('all')
        ? f.startsWith('web/src/pages/') || AROUND_PAGES.test(f)
        : pages.some((page) => f === `web/src/pages/${page}.tsx`)
    if (pages.length > 0) for (const at of files.filter(isAbout)) add(at, file)
  }
  return users
}
/** The pages that the first line of a browser test names. */
export const readPages = (text: string): string[] => PAGES.exec(text)?.[1]?.split(', ') ?? []

/** The tests that these files reach, the nearest first. */
export function findTestsReaching(changed: string[], sources = readSources(), tests = testFiles()): string[] {
  if (changed.some((file) => EVERYTHING.test(file))) return tests
  const users = importers(sources)
  const known = new Set(sources.files)
  const distances = new Map<string, number>()
  const pages = sources.files.filter((file) => file.startsWith('web/src/pages/') && !TEST.test(file))
  let front = changed
    .flatMap((file) => (ALL_PAGES.test(file) ? [file, ...pages] : file))
    .filter((file) => known.has(file))
  for (let distance = 0; front.length > 0; distance++) {
    for (const file of front) if (!distances.has(file)) distances.set(file, distance)
    front = [...new Set(front.flatMap((file) => [...(users.get(file) ?? [])]))].filter(
      (f) => !distances.has(f),
    )
  }
  const reached = tests.filter((file) => distances.has(file))
  // These are no modules: styles, statements, lists of words; or the file is gone.
  const others = changed.filter((file) => !known.has(file) && !TEST.test(file))
  const workspaces = new Set(others.flatMap((file) => WORKSPACE.exec(file)?.[1] ?? []))
  const isProduct = changed.some((file) => PRODUCT.test(file) && !TEST.test(file))
  const isAlongside = (file: string) =>
    workspaces.has(file.split('/')[0] ?? '') ||
    (isProduct && getLane(file) === 'journeys') ||
    (workspaces.has('web') && readPages(sources.read(file)).includes('all'))
  const alongside = tests.filter((file) => !distances.has(file) && isAlongside(file))
  return [...reached.sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0)), ...alongside]
}
