/** The files that each command runs. */
import { baseRevision, changedFiles, findTestsReaching } from './changed.ts'
import type { Placed } from './jobs.ts'
import { draw, drawKills, type Lane, getLane, runsOnPostgres, testFiles } from './lanes.ts'

/** `specs` are files of browser tests. `leftOut` lists what this choice leaves out, and how to run that. */
export type Choice = {
  checks: boolean
  files: Placed[]
  specs: string[]
  leftOut: string[]
  env: Record<string, string>
  /** A file may begin within this time. */
  minutes: number
  /** The longest that a job may take, if it differs from the usual. */
  limits?: { jobMinutes: number }
}

/** The inverse of the share of the files on PostgreSQL that `npm run test:full` also runs on the embedded database. */
const EMBEDDED_SHARE = 8
const KILLS_SHARE = 3
/** CI runs a different one of these parts of the full lane each day. */
const SHARDS = 5
const DAY_MS = 86_400_000
const FAULTS = 'bench/faults.ts'
const FURTHER_MINUTES = { least: 4, most: 15 }

const place = (file: string): Placed => ({ file, database: runsOnPostgres(file) ? 'postgres' : 'none' })
const onEmbedded = (file: string): Placed => ({ file, database: 'embedded' })
const isSpec = (file: string) => file.startsWith('e2e/')
const isLaw = (file: string) => getLane(file) === 'laws'
const inLanes = (...lanes: Lane[]) => testFiles().filter((file) => lanes.includes(getLane(file)))
/** Places the money core on both databases. */
const placeAll = (files: string[]): Placed[] => [
  ...files.map(place),
  ...files.filter((file) => getLane(file) === 'core' && runsOnPostgres(file)).map(onEmbedded),
]
/** Files with a server wait for slots; the pure ones behind them leave no processor idle at the end. */
const serversFirst = (files: Placed[]): Placed[] =>
  files.toSorted((a, b) => Number(a.database === 'none') - Number(b.database === 'none'))
const count = (files: string[]) => `${files.length} files`

export function chooseTest(seed: number): Choice {
  const kills = drawKills(seed)
  const further = inLanes('further')
  const leftOut = [
    `${count(further)} of tests and ${count(inLanes('browser'))} of browser tests: npm run test:full`,
    `${count(inLanes('kills').filter((file) => !kills.includes(file)))} that kill the product: npm run test:faults`,
  ]
  const files = serversFirst([...kills.map(place), ...placeAll(inLanes('core', 'ordinary'))])
  return { checks: true, files, specs: inLanes('journeys'), leftOut, env: {}, minutes: Infinity }
}

export function chooseFull(seed: number): Choice {
  const further = inLanes('further')
  const kills = draw(inLanes('kills'), { seed, of: KILLS_SHARE })
  const embedded = draw([...further, ...inLanes('ordinary')].filter(runsOnPostgres), {
    seed,
    of: EMBEDDED_SHARE,
  })
  return {
    checks: true,
    files: serversFirst([
      ...kills.map(place),
      ...placeAll(inLanes('core', 'ordinary', 'further')),
      ...embedded.map(onEmbedded),
    ]),
    specs: inLanes('journeys', 'browser'),
    leftOut: [
      `${count(inLanes('kills').filter((file) => !kills.includes(file)))} that kill the product: npm run test:faults`,
    ],
    env: { PROPERTIES: 'whole' },
    minutes: Infinity,
  }
}

/** Every kill and every fault scenario; bench/faults.ts adds kills at random moments, and records the results. */
export function chooseFaults(): Choice {
  const files = [FAULTS, ...inLanes('kills')].map(place)
  const leftOut = ['what does not kill the product: npm run test:full']
  const env = { PROOFS: 'whole', PROPERTIES: 'whole' }
  return {
    checks: false,
    files,
    specs: [],
    leftOut,
    env,
    minutes: Infinity,
    limits: { jobMinutes: Infinity },
  }
}

/** Tests that can reach a file that has changed since `revision`, the nearest first. */
export function chooseChanged(revision: string | null): Choice {
  const since = revision ?? baseRevision()
  const tests = since === null ? [] : findTestsReaching(changedFiles(since)).filter((file) => !isLaw(file))
  return {
    checks: true,
    files: placeAll(tests.filter((file) => !isSpec(file))),
    specs: tests.filter(isSpec),
    leftOut: [
      since === null
        ? 'this history is too short to know what has changed'
        : `what no change since ${since.slice(0, 12)} reaches: npm run test:full`,
    ],
    env: {},
    minutes: Infinity,
  }
}

/**
 * CI's second step, after `npm test`: the changes, then a part of the full lane, a different one each day. `minutes`: the
 * time that is left for it; null: all that it may take.
 */
export function chooseFurther(minutes: string | null): Choice {
  const { least, most } = FURTHER_MINUTES
  const isFurther = (file: string) => ['further', 'kills', 'browser'].includes(getLane(file))
  const day = Math.floor(Date.now() / DAY_MS)
  const shard = draw(testFiles().filter(isFurther), { seed: 0, of: SHARDS, part: day % SHARDS })
  const { files, specs, leftOut } = chooseChanged(null)
  const changed = [...files.map(({ file }) => file), ...specs].filter(isFurther)
  // A change that reaches everything has no nearest tests, and there is no time for all.
  const isAll = shard.every((file) => changed.includes(file))
  const tests = [...new Set(isAll ? [...shard, ...changed] : [...changed, ...shard])]
  return {
    checks: false,
    files: tests.filter((file) => !isSpec(file)).map(place),
    specs: tests.filter(isSpec),
    leftOut: [
      ...leftOut,
      `parts ${[...Array(SHARDS).keys()].filter((part) => part !== day % SHARDS).join(', ')} of ${SHARDS} of the full lane, each on a day of its own: npm run test:full`,
    ],
    env: {},
    minutes: Math.min(most, Math.max(least, Number(minutes ?? most))),
  }
}
