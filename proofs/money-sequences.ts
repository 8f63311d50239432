/**
 * Random sequences of distributions, gathers, top-ups and crashes, restored backups and wrong databases, through the
 * real planners and the real engine on a real database. After each, the balance of every wallet agrees with the books,
 * and nothing was created or lost.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { generateKeyPairSigner } from '@solana/kit'
import { isFault } from '../server/src/kernel/fault.ts'
import { add, type Holdings, readHoldings, unitsAt } from './money-holdings.ts'
import { type Move, planMove, type Purse } from './money-plans.ts'
import { ENDS_WITHIN_MS, fail, LOOKS_MS, settle } from './money-settle.ts'
import { type Ground, isOver, openWorld, type World } from './money-world.ts'

export type SequenceReport = {
  sequences: number
  steps: Record<string, number>
  operations: Record<string, number>
  transfers: number
  failedTransfers: number
}
/**
 * A blow to the operation before it. A backup precedes that operation, so no other sequence may run at the same time.
 */
type Blow = 'crash' | 'restore' | 'wrong database'
type Step = Move | Blow

const PURSES = 5
/** A crash comes at most this many calls of the chain after the request. */
const CALLS = 14
const ELSEWHERE_MS = 5_000
const isBlow = (step: Step | undefined): step is Blow =>
  step === 'crash' || step === 'restore' || step === 'wrong database'

type Asked = { id: string; again(): Promise<string | null> }

/** Requested until it is known whether there is an operation; `again` with the same key. null: it was refused. */
async function submit(world: World, step: Move, purses: Purse[]): Promise<Asked | null> {
  const originKey = randomUUID()
  const { userId } = world
  for (;;) {
    try {
      const { type, request, movements, spends } = await planMove(world, step, purses)
      const ask = async () =>
        (await world.engine.submit.submit({ userId, type, originKey, request, movements, spends })).id
      return { id: await ask(), again: () => insist(world, ask) }
    } catch (error) {
      if (!isFault(error)) throw error
      if (error.status < 500) return null
      await world.ground.clock.sleep(5)
    }
  }
}

async function insist<T>({ ground }: World, ask: () => Promise<T>): Promise<T | null> {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (!isFault(error)) throw error
      if (error.status < 500) return null
      await ground.clock.sleep(5)
    }
}

/**
 * One sequence on wallets of its own: every step ends before the next, except for crashes, which come in the middle.
 */
export async function runSequence(
  world: World,
  report: SequenceReport,
  blows: readonly Blow[] = ['crash'],
): Promise<void> {
  const { random, ground } = world
  const { clock } = ground
  const purses = await Promise.all(
    Array.from({ length: PURSES }, async (_, i): Promise<Purse> => {
      const key = await generateKeyPairSigner()
      world.keys.set(key.address, key)
      return { id: i + 1, userId: world.userId, name: `purse ${i + 1}`, address: key.address }
    }),
  )
  const addresses = purses.map((w) => w.address)
  const [rich = '', second = ''] = addresses
  for (const [address, lamports] of [
    [rich, 200_000_000n],
    [second, 30_000_000n],
  ] as const) {
    await ground.give(address, lamports)
    await ground.token?.give(address, lamports / 1_000n)
  }
  let expected: Holdings = await readHoldings(ground, addresses)
  const count = 3 + Math.floor(random() * 4)
  const drawn = (): Step =>
    (['distribute', 'gather', 'top-up'] as const)[Math.floor(random() * 4)] ??
    blows[Math.floor(random() * blows.length)] ??
    'crash'
  const steps = Array.from({ length: count }, drawn)
  for (const [i, step] of steps.entries()) {
    report.steps[step] = (report.steps[step] ?? 0) + 1
    if (isBlow(step)) {
      // A blow that follows no operation comes while nothing of this sequence is in progress.
      if (i === 0 || isBlow(steps[i - 1])) await world.crash()
      continue
    }
    const blow = steps[i + 1]
    const backup = blow === 'restore' ? await world.snapshot() : null
    const since = ground.slot?.() ?? 0n
    const asked = await submit(world, step, purses)
    if (asked === null) {
      report.operations['refused'] = (report.operations['refused'] ?? 0) + 1
      continue
    }
    let { id } = asked
    world.underWay.set(id, clock.monotonic())
    const over = async () => isOver(await world.engine.lookups.find(id))
    const comesTo = async (calls: number) => {
      const from = world.calls + Math.floor(random() * calls)
      for (let i = 0; i < 50 && world.calls < from; i++) await clock.sleep(10)
    }
    const taken = ground.take !== undefined && random() < 0.3
    if (ground.take && taken) {
      await comesTo(CALLS / 2)
      const victim = addresses[Math.floor(random() * PURSES)] ?? ''
      const { take } = random() < 0.5 ? (ground.token ?? ground) : ground
      const key = take === ground.take ? victim : unitsAt(victim)
      add(expected, key, -((await take?.(victim)) ?? 0n))
    }
    // In the middle, or once it has ended and before that is final.
    const forks = !taken && ground.fork !== undefined && random() < 0.3
    if (forks && random() < 0.5) {
      await comesTo(CALLS)
      ground.fork?.(addresses, since)
    }
    if (isBlow(blow)) {
      await comesTo(CALLS)
      if (random() < 0.3) await ground.age()
      if (backup) {
        await world.restore(backup)
        world.underWay.delete(id)
        // The requester repeats the request: an operation that is lost with the database has the same key.
        const again = await asked.again()
        if (again === null) {
          assert.deepEqual(await readHoldings(ground, addresses), expected, 'nothing has moved')
          report.operations['refused'] = (report.operations['refused'] ?? 0) + 1
          continue
        }
        id = again
        world.underWay.set(id, clock.monotonic())
      } else if (blow === 'wrong database') await world.startElsewhere(random() * ELSEWHERE_MS)
      else await world.crash()
    }
    for (const end = clock.monotonic() + ENDS_WITHIN_MS; !(await over()); await clock.sleep(LOOKS_MS))
      if (clock.monotonic() > end) await fail(world, id, addresses, new Error(`the ${step} has not ended`))
    if (forks) ground.fork?.(addresses, since)
    const of = { addresses, before: expected, restored: backup !== null }
    const { status, transfers, failed, held } = await settle(world, id, of)
    world.underWay.delete(id)
    report.operations[status] = (report.operations[status] ?? 0) + 1
    report.transfers += transfers
    report.failedTransfers += failed
    expected = held
  }
  report.sequences++
}

export const noSequences = (): SequenceReport => ({
  sequences: 0,
  steps: {},
  operations: {},
  transfers: 0,
  failedTransfers: 0,
})

/** This many sequences, some at once in each world: a crash strikes all that are running in it. */
export async function runSequences(options: {
  count: number
  atOnce: number
  perWorld: number
  /** Concurrent worlds: most of the time of a sequence is spent waiting. */
  worlds?: number
  random: () => number
  /** The kinds of blows; with more than crashes one sequence at a time. */
  blows?: readonly Blow[]
  ground: () => Promise<Ground & { check(): void; close(): Promise<void> }>
  report?: SequenceReport
  said?: (line: string) => void
}): Promise<SequenceReport> {
  const { count, atOnce, perWorld, worlds = 1, random, blows, report = noSequences(), said } = options
  const goal = report.sequences + count
  let begun = 0
  const runWorlds = async () => {
    while (begun < count) {
      let left = Math.min(perWorld, count - begun)
      begun += left
      const ground = await options.ground()
      const world = await openWorld(ground, random)
      const work = async () => {
        while (left-- > 0) await runSequence(world, report, blows)
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      await world.close()
      ground.check()
      await ground.close()
      said?.(`${report.sequences} of ${goal} sequences are exact`)
    }
  }
  await Promise.all(Array.from({ length: worlds }, runWorlds))
  return report
}
