/**
 * Each endpoint looked at from time to time: its network, how far it lies behind, its history, and which transactions it
 * takes. Kept in memory, by the endpoint's name.
 */
import type { EndpointState } from '@purser/contract/network.ts'
import { after, type Clock, every } from './kernel/clock.ts'
import { isFault } from './kernel/fault.ts'
import { describe, type Log } from './kernel/log.ts'
import type { ChainNode } from './ports/chain.ts'
import type { Inspection } from './ports/endpoint-health.ts'

export const CHECK_EVERY_MS = 5 * 60_000
/** One that lags is not read from, so only another look finds out that it has caught up. */
const RECHECK_MS = 30_000
/** A blockhash lives for so many blocks: one of an endpoint that lies further behind is dead when it comes. */
const MOST_SLOTS_BEHIND = 150n

/** One that is so far ahead of the only other one is not taken for the one that is right. */
const MOST_SLOTS_AHEAD = 5_000n

type Check = Inspection & { at: number; lag: bigint | null }
type Parts = {
  nodes: readonly ChainNode[]
  slots: { slot(): bigint | undefined }
  clock: Clock
  log: Log
}

export function createEndpointChecks({ nodes, slots, clock, log }: Parts) {
  const last = new Map<string, Check>()
  let isOn = false
  /** Ends the look that comes before the next of every five minutes. */
  let cancelRecheck: (() => void) | null = null

  /** Behind what at least one more has reached, where there are three: a single one must not make all others lag. */
  function lagOf(slot: bigint | null, all: readonly Inspection[]): bigint | null {
    const highest = slots.slot()
    if (slot === null || highest === undefined) return null
    const found = all.flatMap((one) => (one.slot === null ? [] : [one.slot]))
    const [, second] = found.toSorted((a, b) => (a > b ? -1 : 1))
    const reached = found.length > 2 && second !== undefined && second < highest ? second : highest
    const lag = reached > slot ? reached - slot : 0n
    return found.length < 3 && lag > MOST_SLOTS_AHEAD ? null : lag
  }

  async function look(node: ChainNode): Promise<[ChainNode, Inspection]> {
    // By the guard, which finds out which network it is.
    await node.blockHeight('moved').catch((error: unknown) => {
      if (!isFault(error)) throw error
    })
    return [node, await node.inspect()]
  }

  /** All of them together: how far one lies behind only the others can tell. */
  async function run(): Promise<void> {
    const looks = await Promise.all(nodes.map(look))
    const all = looks.map(([, found]) => found)
    for (const [node, found] of looks) {
      const lag = found.slotsBehind ?? lagOf(found.slot, all)
      const lagsBy = lag !== null && lag > MOST_SLOTS_BEHIND ? lag : null
      node.health.checked({ lagsBy })
      if (lagsBy !== null) log.warn({ endpoint: node.name, slots: Number(lagsBy) }, 'an endpoint lags')
      if (found.history === false) log.warn({ endpoint: node.name }, 'an endpoint has no history')
      last.set(node.name, { ...found, at: clock.now(), lag })
    }
  }
  async function runSafely(): Promise<void> {
    await run().catch((error: unknown) => log.error(describe(error), 'a check of the endpoints failed'))
    if (!isOn || cancelRecheck || nodes.every(({ health }) => health.slotsBehind() === null)) return
    cancelRecheck = after(clock, RECHECK_MS, () => {
      cancelRecheck = null
      void runSafely()
    })
  }

  function stateOf(node: ChainNode, check: Check | undefined): EndpointState['state'] {
    const { health } = node
    if (health.isForeign()) return 'other_network'
    if (health.restMs() > 0) return 'resting'
    if (health.slotsBehind() !== null) return 'behind'
    if (!health.isWell()) return 'resting'
    if (health.isRefusing()) return 'refusing'
    return check === undefined ? 'unknown' : 'ok'
  }

  return {
    run,
    /** Now and every five minutes. Returns what ends it. */
    start(): () => void {
      isOn = true
      void runSafely()
      const stop = every(clock, CHECK_EVERY_MS, () => void runSafely())
      return () => {
        isOn = false
        cancelRecheck?.()
        stop()
      }
    },
    states: (): EndpointState[] =>
      nodes.map((node) => {
        const check = last.get(node.name)
        const lag = node.health.slotsBehind() ?? check?.lag ?? null
        const { errorRate, latencyMs } = node.health.statistics()
        return {
          name: node.name,
          state: stateOf(node, check),
          lag: lag === null ? null : Number(lag),
          errorRate: errorRate === null ? null : Math.round(errorRate * 1_000) / 1_000,
          latencyMs: latencyMs === null ? null : Math.round(latencyMs * 10) / 10,
          history: check?.history ?? null,
          firstBlock: check?.firstBlock?.toString() ?? null,
          version1: check?.version1 ?? null,
          commitment: node.health.moved(),
          restSeconds: Math.ceil(node.health.restMs() / 1_000),
          checkedAt: check === undefined ? null : new Date(check.at).toISOString(),
        }
      }),
  }
}
