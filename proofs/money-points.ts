/**
 * Kills a desk at every named point of an operation, and again at points of the resume, and proves it exact each time.
 */
import assert from 'node:assert/strict'
import type { Money, Way } from './money-kind.ts'
import { openRunner, type Runner } from './money-runner.ts'

const DIES_WITHIN_MS = 90_000

export type Blow = { way: Way; size: number; points: string[] }
export type PointsReport = {
  runs: number
  kills: number
  /** Kills by `way size point`, the points of a resume behind an arrow. */
  byPoint: Record<string, number>
  slowestResumeMs: number
  slowestEndMs: number
}

/** The points of one undisturbed operation that can be identified by their number: first, second and last. */
async function collectPoints(runner: Runner, way: Way, size: number): Promise<string[]> {
  // Points left over from the operation before do not belong to this one.
  await runner.move('distribute', size, async () => undefined)
  const undisturbed = async ({ asked }: { asked: Promise<unknown> }) => void (await asked)
  await runner.move(way, size, undisturbed, `nowhere:${way}:${size}`)
  const lines = runner.reached()
  const most = (name: string) => lines.filter((line) => line.startsWith(`${name}:before:`)).length
  const ordinals = (name: string) =>
    [...new Set([1, Math.min(2, most(name)), most(name)])].filter((n) => n > 0)
  const each = (name: string, sides: string[]) =>
    ordinals(name).flatMap((n) => sides.map((side) => `${name}:${side}:${n}`))
  const points = [
    'operation:before:1',
    'operation:after:1',
    ...each('signed', ['before', 'after']),
    ...each('journal', ['before', 'after']),
    ...each('send', ['before', 'after']),
    'status:before:1',
    'status:after:1',
    ...(size > 1 ? [`status:before:last:${size}`, `status:after:last:${size}`] : []),
    'end:before:1',
    'end:after:1',
  ]
  for (const name of ['signed', 'journal', 'send', 'status', 'end'])
    assert.ok(most(name) > 0, `an operation that nothing disturbs comes to ${name}`)
  return points
}

/** The points of a start that resumes an operation struck at this point. */
const RESUMED: [struck: string, then: string[]][] = [
  ['operation:after:1', ['signed:before:1', 'signed:after:1', 'journal:before:1', 'journal:after:1']],
  [
    'signed:after:1',
    ['journal:before:1', 'journal:after:1', 'send:before:1', 'send:after:1', 'status:after:1'],
  ],
  // A transaction in the journal is not written there again.
  ['send:after:1', ['status:before:1', 'status:after:1', 'end:before:1', 'end:after:1']],
]

export async function planBlows(runner: Runner, way: Way, size: number): Promise<Blow[]> {
  const points = await collectPoints(runner, way, size)
  const once = points.map((point): Blow => ({ way, size, points: [point] }))
  const resumed = RESUMED.flatMap(([first, then]) =>
    then.map((point): Blow => ({ way, size, points: [first, point] })),
  )
  return [...once, ...resumed]
}

/** Resolves once the desk has died at the point; rejects if it lives on. */
async function waitForDeath(runner: Runner, point: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const alive = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the desk never came to ${point}`)), DIES_WITHIN_MS)
  })
  const { signal } = await Promise.race([runner.product.ended, alive]).finally(() => clearTimeout(timer))
  assert.equal(signal, 'SIGKILL')
  assertKilled(runner, point)
}
const assertKilled = (runner: Runner, point: string) =>
  assert.equal(runner.reached().at(-1), `killed ${point}`, 'it died at the point and at no other')

/** A start that may die at the point before it is ready. */
async function startAndDie(runner: Runner, point: string): Promise<void> {
  runner.arm(point)
  try {
    await runner.restart()
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('SIGKILL'))) throw error
    assertKilled(runner, point)
    return
  }
  await waitForDeath(runner, point)
}

export async function strikeAt(
  runner: Runner,
  { way, size, points }: Blow,
  report: PointsReport,
): Promise<void> {
  const [first = '', ...then] = points
  const name = `${runner.money.toType(way)} ${size} ${points.map((p) => p.replace(/:(last):\d+/, ':$1')).join(' > ')}`
  try {
    const strike = async () => {
      await waitForDeath(runner, first)
      for (const point of then) await startAndDie(runner, point)
      runner.arm('')
      await runner.restart()
    }
    const { resumeMs, endMs } = await runner.move(way, size, strike, first)
    report.slowestResumeMs = Math.max(report.slowestResumeMs, Math.round(resumeMs))
    report.slowestEndMs = Math.max(report.slowestEndMs, Math.round(endMs))
  } catch (error) {
    throw new Error(`killed at ${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  report.runs++
  report.kills += points.length
  report.byPoint[name] = (report.byPoint[name] ?? 0) + 1
}

/** `choose` selects the blows to strike from all of a way and a size. */
export async function killAtPoints(options: {
  sizes: number[]
  slotMs: number
  money?: Money
  choose?: (blows: Blow[]) => Blow[]
  said?: (line: string) => void
}): Promise<PointsReport> {
  const { sizes, slotMs, choose = (blows) => blows, said } = options
  const report: PointsReport = { runs: 0, kills: 0, byPoint: {}, slowestResumeMs: 0, slowestEndMs: 0 }
  const runner = await openRunner({ size: Math.max(...sizes), slotMs, money: options.money })
  for (const size of sizes) {
    const [there, back] = [
      await planBlows(runner, 'distribute', size),
      await planBlows(runner, 'gather', size),
    ].map(choose)
    // Alternating, so that a gather finds what the distribution before it brought.
    for (let i = 0; i < Math.max(there?.length ?? 0, back?.length ?? 0); i++)
      for (const blow of [there?.[i], back?.[i]])
        if (blow) {
          await strikeAt(runner, blow, report)
          said?.(
            `${report.kills} kills: ${runner.money.toType(blow.way)} of ${blow.size} at ${blow.points.join(' > ')} is exact`,
          )
        }
  }
  await runner.close()
  return report
}
