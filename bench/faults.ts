/**
 * `npm run test:faults`: kills at every named point, 500 kills at random moments, every weather and 10,000 random
 * sequences, for distributions and gathers of 1, 62, 63 and 1,000 transfers. FAULT_PARTS names parts to run alone,
 * FAULT_LANES how many run side by side. The last result of each part stands in bench/faults.json.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { chance, seed } from '../server/src/test/chance.ts'
import { hasten } from '../server/src/test/haste.ts'
import { startTestDesk } from '../server/src/test/harness.ts'
import { modelled, real } from '../server/src/test/money-grounds.ts'
import { type KillReport, killWhileMoving, nothingYet } from '../server/src/test/money-kills.ts'
import { killAtPoints, type PointsReport } from '../server/src/test/money-points.ts'
import { noSequences, runSequences } from '../server/src/test/money-sequences.ts'
import { weatherOf, weathers } from '../server/src/test/money-weathers.ts'

const SIZES = [1, 62, 63, 1_000]
const WAYS = ['distribute', 'gather'] as const
const wanted = (process.env.FAULT_PARTS ?? 'points,kills,weathers,sequences').split(',')
const kills = Number(process.env.FAULT_KILLS ?? 500)
const lanes = Number(process.env.FAULT_LANES ?? 2)
const sequences = Number(process.env.FAULT_SEQUENCES ?? 10_000)
const onRuntime = Number(process.env.FAULT_RUNTIME_SEQUENCES ?? 300)
const AWAY_MS = 60_000
const file = join(import.meta.dirname, 'faults.json')
const said = (line: string) => console.log(line)

/** What ran stands in the file as soon as it has passed, beside what passed before. */
function part(name: string, sentence: string, run: () => Promise<object>): void {
  if (!wanted.includes(name)) return
  void test(`${sentence} (seed ${seed})`, async () => {
    const began = Date.now()
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
    const result = await run()
    const all = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}
    const minutes = Math.round((Date.now() - began) / 6_000) / 10
    const entry = { seed, commit, at: new Date(began).toISOString(), minutes, ...result }
    writeFileSync(file, `${JSON.stringify({ ...all, [name]: entry }, null, 2)}\n`)
  })
}

part(
  'points',
  'killed at every point of an operation and of its resume, the desk pays everyone once',
  async () => {
    const done: PointsReport[] = []
    const queue = [[1_000], [1, 62, 63]]
    const work = async () => {
      // The one half of the points on a slow clock, so that what was sent is still valid at the next start.
      for (let sizes = queue.shift(); sizes; sizes = queue.shift())
        done.push(await killAtPoints({ sizes, slotMs: sizes.includes(62) ? 100 : 60, said }))
    }
    await Promise.all(Array.from({ length: lanes }, work))
    return {
      runs: done.reduce((sum, r) => sum + r.runs, 0),
      kills: done.reduce((sum, r) => sum + r.kills, 0),
      slowestResumeMs: Math.max(...done.map((r) => r.slowestResumeMs)),
      byPoint: Object.assign({}, ...done.map((r) => r.byPoint)) as object,
    }
  },
)

part('kills', `killed ${kills} times at random moments, the desk pays everyone once`, async () => {
  const report: KillReport = nothingYet()
  const run = (lane: number) =>
    killWhileMoving({
      kills: Math.floor(kills / lanes) + (lane < kills % lanes ? 1 : 0),
      random: chance(seed + lane),
      report,
      said,
    })
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
  assert.equal(report.kills, kills)
  return report
})

part('weathers', 'in every weather, everyone is paid once', async () => {
  let sends = 0
  const overhear = (method: string) => void (sends += method === 'sendTransaction' ? 1 : 0)
  const desk = await startTestDesk({ network: 'steered', overhear })
  await desk.chain('localnet_setSlotTime', 20)
  const weather = weatherOf(desk, () => sends)
  const seconds: Record<string, number> = {}
  const landed: Record<string, number> = {}
  const run = async (name: string, work: () => Promise<void>) => {
    const began = performance.now()
    await work()
    seconds[name] = Math.round((performance.now() - began) / 100) / 10
    said(`${name}: exact after ${seconds[name]} s`)
  }
  for (const n of SIZES) {
    for (const [name, rules] of Object.entries(weathers))
      await run(`${n} there and back, ${name}`, () => weather.thereAndBack(n, rules, seed))
    for (const way of WAYS) {
      await run(`${way} ${n}, the chain away for a minute`, () => weather.away(way, n, AWAY_MS))
      await run(`${way} ${n}, blockhashes that expire`, () => weather.expiry(way, n))
      await run(`${way} ${n}, landing with an error`, async () => {
        landed[`${way} ${n}`] = (await weather.landsWithError(way, n, seed)).landed
      })
    }
  }
  return { seconds, landedWithError: landed }
})

part('sequences', `${sequences} random sequences keep the sum of all balances and fees`, async () => {
  const random = chance(seed)
  let landedWithError = 0
  const undo = hasten(20)
  const options = { count: sequences, atOnce: 12, perWorld: 250, random, said }
  const ground = () => modelled(random, (n) => void (landedWithError += n))
  const onModel = await runSequences({ ...options, ground, report: noSequences() }).finally(undo)
  const onLocalnet = await runSequences({
    ...options,
    count: onRuntime,
    perWorld: 100,
    ground: () => real(seed),
    report: noSequences(),
  })
  return { modelledChain: { ...onModel, landedWithError }, realRuntime: onLocalnet }
})
