/**
 * Random sequences of distributions, gathers, top-ups and crashes, restored backups and wrong databases, through the real
 * planners and the real engine on a real database. After each, what every wallet holds is what the books say, and nothing was created or lost.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { RESERVE_LAMPORTS, TRANSFERS_PER_OPERATION } from '@purser/contract/limits.ts'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { type Address, generateKeyPairSigner } from '@solana/kit'
import { planDistribute } from '../server/src/domains/distributions/plan-distribute.ts'
import { planGather } from '../server/src/domains/distributions/plan-gather.ts'
import type { TopUpRequest } from '../server/src/domains/top-ups/kind.ts'
import { planRound } from '../server/src/domains/top-ups/plan-round.ts'
import { type Movement, type Spend } from '../server/src/domains/transfers/index.ts'
import { chunkSize } from '../server/src/domains/distributions/sol-packing.ts'
import { Fault, isFault } from '../server/src/kernel/fault.ts'
import { ENDS_WITHIN_MS, fail, LOOKS_MS, settle } from './money-settle.ts'
import { type Ground, isOver, openWorld, type World } from './money-world.ts'

export type SequenceReport = {
  sequences: number
  steps: Record<string, number>
  operations: Record<string, number>
  transfers: number
  failedTransfers: number
}
type Purse = { id: number; userId: number; name: string; address: Address }
type Move = 'distribute' | 'gather' | 'top-up'
/** What strikes the operation before it. A backup is of the moment before that one, so one sequence alone may be under way. */
type Blow = 'crash' | 'restore' | 'wrong database'
type Step = Move | Blow

const PURSES = 5
const MINIMUM = 5_000_000n
/** A crash comes so many calls of the chain after the operation was asked for, at most. */
const CALLS = 14
const ELSEWHERE_MS = 5_000
const isBlow = (step: Step | undefined): step is Blow =>
  step === 'crash' || step === 'restore' || step === 'wrong database'

type Planners = Pick<World, 'random' | 'engine' | 'chain'>

/** As a round of automatic top-ups does; now and then under the cap of a day. */
async function planTopUp({ random, engine, chain }: Planners, funding: Purse, watched: Purse[]) {
  const [rent, format] = [await chain.rentExempt(0), await engine.format()]
  const [free = 0n, ...held] = await engine.free([funding, ...watched].map((w) => w.address))
  const { pay, fees } = planRound({
    low: watched
      .map(({ id, name, address }, i) => ({ id, name, address, lamports: held[i] ?? 0n }))
      .filter(({ lamports }) => lamports < MINIMUM),
    amount: MINIMUM,
    budget: free - rent - RESERVE_LAMPORTS,
    left: random() < 0.2 ? 2n * MINIMUM : null,
    limit: TRANSFERS_PER_OPERATION,
    size: chunkSize('spread', format, 0n),
    price: 0n,
  })
  if (pay.length === 0) throw new Fault('nothing_to_gather')
  const { id: sourceWalletId, name: sourceName, address: source } = funding
  const request: TopUpRequest = { format, price: '0', source, sourceWalletId, sourceName }
  const movements = pay.map(
    ({ id, name, address }): Movement => ({
      walletId: id,
      walletName: name,
      source,
      destination: address,
      mint: SOL_MINT,
      amount: MINIMUM,
    }),
  )
  const spend: Spend = {
    address: source,
    mint: SOL_MINT,
    amount: MINIMUM * BigInt(pay.length) + fees,
    walletName: sourceName,
    decimals: SOL_DECIMALS,
    symbol: 'SOL',
    exclusive: true,
  }
  return { request, movements, spends: [spend] }
}

/** A plan of the real planners for a random request. */
async function plan({ random, engine, chain }: Planners, step: Move, purses: Purse[]) {
  const parts = { chain, transfers: engine }
  const mixed = purses.toSorted(() => random() - 0.5)
  // Mostly from whom has most, so that few requests are refused.
  if (step !== 'gather' && random() < 0.8) {
    const free = await engine.free(mixed.map((w) => w.address))
    const most = free.reduce((best, lamports, i) => (lamports > (free[best] ?? 0n) ? i : best), 0)
    mixed.unshift(...mixed.splice(most, 1))
  }
  const [first, ...rest] = mixed
  assert.ok(first)
  if (step === 'top-up') return planTopUp({ random, engine, chain }, first, rest)
  const some = rest.slice(0, 1 + Math.floor(random() * rest.length))
  // Now and then too little for a new account: that transfer fails, and the others go on.
  const lines = some.map(({ id }) => ({
    walletId: id,
    amount: BigInt(Math.floor(random() < 0.2 ? random() * 700_000 : 700_000 + random() * 20_000_000)) + 1n,
  }))
  if (step === 'distribute') return planDistribute(parts, { sourceWalletId: first.id, lines }, first, some)
  const custom = random() < 0.3
  const taken = lines.map((line) => ({ ...line, amount: custom ? line.amount : null }))
  const emptyWallets = random() < 0.3
  return planGather(parts, { destinationWalletId: first.id, lines: taken, emptyWallets }, first, some)
}

type Asked = { id: string; again(): Promise<string | null> }

/** Asked for until it is known whether there is an operation; `again` with the same key. null: it was refused. */
async function submit(world: World, type: Move, purses: Purse[]): Promise<Asked | null> {
  const originKey = randomUUID()
  const { userId } = world
  for (;;) {
    try {
      const { request, movements, spends } = await plan(world, type, purses)
      const ask = async () =>
        (await world.engine.submit({ userId, type, originKey, request, movements, spends })).id
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

/** One sequence on wallets of its own: every step ends before the next, but for crashes, which come in the middle. */
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
  await ground.give(rich, 200_000_000n)
  await ground.give(second, 30_000_000n)
  let expected = new Map([
    [rich, 200_000_000n],
    [second, 30_000_000n],
  ])
  const count = 3 + Math.floor(random() * 4)
  const drawn = (): Step =>
    (['distribute', 'gather', 'top-up'] as const)[Math.floor(random() * 4)] ??
    blows[Math.floor(random() * blows.length)] ??
    'crash'
  const steps = Array.from({ length: count }, drawn)
  for (const [i, step] of steps.entries()) {
    report.steps[step] = (report.steps[step] ?? 0) + 1
    if (isBlow(step)) {
      // One that follows no operation comes while nothing of this sequence is under way.
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
    const over = async () => isOver(await world.engine.find(id))
    const comesTo = async (calls: number) => {
      const from = world.calls + Math.floor(random() * calls)
      for (let i = 0; i < 50 && world.calls < from; i++) await clock.sleep(10)
    }
    const taken = ground.take !== undefined && random() < 0.3
    if (ground.take && taken) {
      await comesTo(CALLS / 2)
      const victim = addresses[Math.floor(random() * PURSES)] ?? ''
      expected.set(victim, (expected.get(victim) ?? 0n) - (await ground.take(victim)))
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
        // Whoever asked for it asks again: what is lost with the database has the same key.
        const again = await asked.again()
        if (again === null) {
          const held = await ground.held(addresses)
          assert.deepEqual(
            held,
            addresses.map((address) => expected.get(address) ?? 0n),
            'nothing has moved',
          )
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

/** So many sequences, some at once in each world: a crash strikes all that is under way in it. */
export async function runSequences(options: {
  count: number
  atOnce: number
  perWorld: number
  /** Side by side: most of the time of a sequence is spent waiting. */
  worlds?: number
  random: () => number
  /** What strikes; with more than crashes one sequence at a time. */
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
