/**
 * Kills a desk at random moments while an endpoint of its chain lies. Once the lies have ended every operation ends,
 * everyone was paid at most once, and the balance of every wallet agrees with the books.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { listOperations } from '@purser/contract/activity.ts'
import { pause } from '../server/src/kernel/clock.ts'
import { ofOutcomes } from './hostile-cases.ts'
import { startHostileChain } from '../server/src/test/hostile-chain.ts'
import type { Script } from '../server/src/test/hostile-script.ts'
import { lasting } from '../server/src/test/hostile-scripts.ts'
import { waitForEnd } from '../server/src/test/money-audit.ts'
import type { Before, Money, Way } from './money-kind.ts'
import { openRunner } from './money-runner.ts'
import type { Purse } from '../server/src/test/money.ts'
import type { OperationDetail } from '@purser/contract/transfers/transfers.ts'

const SIZES = [1, 62, 63]
const SLOT_MS = 30
/** A single endpoint that lies is honest again before the desk has waited for two testimonies. */
const ALONE_MS = 8_000
/** One of two lies on for this long after the last kill. */
const BESIDE_MS = 6_000
/** An operation is struck in its first moments, or while its outcome is open. */
const STRUCK_WITHIN_MS = 3_000
const ENDS_WITHIN_MS = 180_000

export type HostileKills = {
  kills: number
  operations: number
  /** How operations ended. */
  ended: Record<string, number>
  /** Starts that were refused under a lie, and came up once it had ended. */
  refusedStarts: number
  slowestEndMs: number
  byScript: Record<string, number>
}
export const noHostileKills = (): HostileKills => ({
  kills: 0,
  operations: 0,
  ended: {},
  refusedStarts: 0,
  slowestEndMs: 0,
  byScript: {},
})

const count = (of: Record<string, number>, name: string, n = 1) => void (of[name] = (of[name] ?? 0) + n)

/** One desk at one endpoint that lies for under ten seconds, or at two of which one lies for as long as it likes. */
export async function openHostileRunner({
  alone,
  random,
  commitment,
  money: kind,
}: {
  alone: boolean
  /** Only tower has forks in which confirmed blocks can be lost. */
  commitment: 'tower' | 'alpenglow'
  random: () => number
  money?: Money | undefined
}) {
  const endpoints: Awaited<ReturnType<typeof startHostileChain>>[] = []
  const runner = await openRunner({
    size: Math.max(...SIZES),
    slotMs: SLOT_MS,
    commitment,
    money: kind,
    async through(rpcUrl) {
      for (let i = 0; i < (alone ? 1 : 2); i++) endpoints.push(await startHostileChain({ rpcUrl }))
      const [first, second] = endpoints
      return {
        SOLANA_RPC_URL: first?.url ?? '',
        ...(second ? { SOLANA_RPC_URLS: second.url } : {}),
      }
    },
  })
  let round = 0

  /** Alternately a distribution and the gather of it. */
  async function killUnder(script: Script, report: HostileKills): Promise<void> {
    const way: Way = round % 2 === 0 ? 'distribute' : 'gather'
    const size = SIZES[Math.floor(round++ / 2) % SIZES.length] ?? 1
    const purses = await runner.ready(way, size)
    const all = [runner.source, ...purses]
    const before = await runner.money.look(runner.rpc, all)
    const liar = endpoints[alone || random() < 0.5 ? 0 : 1] ?? assert.fail('there is an endpoint')
    const seed = Math.floor(random() * 2 ** 31)
    const lies = { ...script, rules: ofOutcomes(script.rules) }
    liar.play(alone ? lasting(lies, ALONE_MS) : lies, seed)
    const key = randomUUID()
    const began = performance.now()
    const asked = runner.request(way, purses, key).catch(() => null)
    for (let blow = random() < 0.5 ? 2 : 1; blow > 0; blow--) {
      await pause(random() * STRUCK_WITHIN_MS)
      assert.equal((await runner.product.end('SIGKILL')).signal, 'SIGKILL')
      report.kills++
      count(report.byScript, script.name)
      try {
        await runner.restart()
      } catch {
        // An endpoint of another network is refused at the start; nothing of that may be lost.
        report.refusedStarts++
        liar.beHonest()
        await runner.restart()
      }
    }
    await asked
    if (!alone) await pause(random() * BESIDE_MS)
    else await pause(Math.max(0, ALONE_MS - (performance.now() - began)))
    liar.beHonest()
    await liar.delivered()
    const honestAt = performance.now()
    const operation = await settle(way, purses, { key, before, all })
    report.slowestEndMs = Math.max(report.slowestEndMs, Math.round(performance.now() - honestAt))
    // A transaction that was held back or is still valid may land until now.
    await runner.rpc('localnet_advanceSlots', 200)
    const again = await runner.request(way, purses, key)
    if (operation) {
      assert.equal(again.id, operation.id, 'the same key meets the same operation')
      await exactSoon(await waitForEnd(runner.product.call, runner.token, operation.id, ENDS_WITHIN_MS), {
        before,
        all,
      })
    }
    await allEnded()
    report.operations++
    count(report.ended, operation?.status ?? 'refused')
    runner.moved(way, size)
  }

  type Held = { before: Before; all: Purse[] }
  /** Requested with its key until it is answered. null: it was refused, and nothing has moved. */
  async function settle(way: Way, purses: Purse[], { key, ...held }: Held & { key: string }) {
    const end = performance.now() + ENDS_WITHIN_MS
    for (;;) {
      const answer = await runner.request(way, purses, key).catch(() => null)
      if (answer?.status === 200) {
        const id = answer.id ?? ''
        return exactSoon(await waitForEnd(runner.product.call, runner.token, id, ENDS_WITHIN_MS), held)
      }
      if (answer && answer.status < 500 && answer.status !== 429) {
        assert.deepEqual(
          await runner.money.look(runner.rpc, held.all),
          held.before,
          `refused: ${answer.text}`,
        )
        return null
      }
      assert.ok(performance.now() < end, `it is not answered: ${answer?.text}`)
      await pause(200)
    }
  }

  /**
   * An operation that ended because of a lie is reopened: it counts once the books agree with the chain. Nobody ever
   * got too much.
   */
  async function exactSoon(first: OperationDetail, { before, all }: Held): Promise<OperationDetail> {
    const { money } = runner
    const end = performance.now() + ENDS_WITHIN_MS
    for (let operation = first; ; ) {
      try {
        await money.assertExact(runner.rpc, {
          wallets: all,
          before,
          operation,
          payer: runner.source.address,
        })
        return operation
      } catch (reason) {
        if (performance.now() > end) throw reason
        const after = await money.look(runner.rpc, all)
        for (const [key, most] of money.most({ before, operation }))
          if ((after.get(key) ?? 0n) > most) throw reason
        await pause(200)
        operation = await waitForEnd(runner.product.call, runner.token, operation.id, ENDS_WITHIN_MS)
      }
    }
  }

  async function allEnded(): Promise<void> {
    const { operations } = (
      await runner.product.call(listOperations, { token: runner.token, query: { limit: 50 } })
    ).ok
    for (const { id } of operations) await waitForEnd(runner.product.call, runner.token, id, ENDS_WITHIN_MS)
  }

  return {
    killUnder,
    async close(): Promise<void> {
      await runner.close()
      for (const endpoint of endpoints) await endpoint.close()
    },
  }
}
