/** Kills a desk at random moments while it distributes and gathers, and proves each time that every wallet was paid exactly once. */
import assert from 'node:assert/strict'
import { pause } from '../server/src/kernel/clock.ts'
import type { Money, Way } from './money-kind.ts'
import { openRunner } from './money-runner.ts'

const SIZES = [1, 62, 63, 1_000]
/** A moment is drawn from the life of an operation and a little beyond its end. */
const BEYOND = 1.1
/** A second kill strikes during the next start. */
const RESUMING_MS = 600

export type KillReport = {
  kills: number
  /** Requests whose answer the kill cut off. */
  cutOff: number
  transfers: number
  bySize: Record<string, number>
  /** The progress of the operation when it was struck. */
  struckAfter: Record<string, number>
  slowestResumeMs: number
  slowestEndMs: number
}

export const nothingYet = (): KillReport => ({
  kills: 0,
  cutOff: 0,
  transfers: 0,
  bySize: {},
  struckAfter: {},
  slowestResumeMs: 0,
  slowestEndMs: 0,
})

/**
 * Alternately a distribution and the gather of it, of every size in turn. Each is killed at a random moment within the
 * lifetime of earlier ones of its size, some again while the next start resumes it, and requested again with its key.
 */
export async function killWhileMoving(options: {
  kills: number
  random: () => number
  money?: Money
  sizes?: number[]
  slotMs?: number
  env?: Record<string, string>
  report?: KillReport
  said?: (line: string) => void
}): Promise<KillReport> {
  const { kills, random, sizes = SIZES, slotMs = 60, env = {}, report = nothingYet(), said } = options
  const runner = await openRunner({ size: Math.max(...sizes), slotMs, env, money: options.money })
  const lives = new Map<string, number>()
  const measureLife = async (way: Way, size: number) => {
    const known = lives.get(`${way} ${size}`)
    if (known !== undefined) return known
    let life = 0
    await runner.move(way, size, async ({ asked }) => {
      const began = performance.now()
      await asked
      life = performance.now() - began
    })
    lives.set(`${way} ${size}`, life)
    return life
  }
  const count = (of: Record<string, number>, name: string) => void (of[name] = (of[name] ?? 0) + 1)

  let struck = 0
  // A few kills may all come before or after an operation: then some more follow, since those prove little.
  const enough = () => struck >= kills && (report.cutOff > 0 || struck >= 4 * kills)
  for (let round = 0; !enough(); round++) {
    const size = sizes[Math.floor(round / 2) % sizes.length] ?? 1
    const way = round % 2 === 0 ? 'distribute' : 'gather'
    const life = await measureLife(way, size)
    const blows = random() < 0.3 ? 2 : 1
    const done = await runner.move(way, size, async () => {
      for (let blow = 0; blow < blows && !enough(); blow++) {
        await pause(random() * (blow === 0 ? life * BEYOND : RESUMING_MS))
        assert.equal((await runner.product.end('SIGKILL')).signal, 'SIGKILL')
        count(report.struckAfter, runner.reached().at(-1)?.split(':')[0] ?? 'nothing')
        count(report.bySize, `${way} ${size}`)
        struck++
        report.kills++
        await runner.restart()
      }
    })
    if (done.cutOff) report.cutOff++
    report.slowestResumeMs = Math.max(report.slowestResumeMs, done.resumeMs)
    report.slowestEndMs = Math.max(report.slowestEndMs, done.endMs)
    report.transfers += size
    said?.(`${report.kills} kills: ${way} of ${size} is exact (${runner.money.name})`)
  }
  await runner.close()
  return report
}
