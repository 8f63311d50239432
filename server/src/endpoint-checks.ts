/**
 * Checks each endpoint from time to time: its network, its lag, its history, and the transactions that it accepts. The
 * results are kept in memory, by the endpoint's name.
 */
import type { EndpointState } from '@purser/contract/network.ts'
import { after, type Clock, every } from './kernel/clock.ts'
import { isFault } from './kernel/fault.ts'
import { describe, type Log } from './kernel/log.ts'
import type { ChainNode } from './ports/chain.ts'
import type { Inspection } from './ports/endpoint-health.ts'

export const CHECK_EVERY_MS = 5 * 60_000
/** An endpoint that lags is not read from, so only another check finds out that it has caught up. */
const RECHECK_MS = 30_000
/** A blockhash lives for this many blocks: one from an endpoint with a larger lag is dead on arrival. */
const MOST_SLOTS_BEHIND = 150n

/** An endpoint this far ahead of the only other one is not believed. */
const MOST_SLOTS_AHEAD = 5_000n

type Check = Inspection & { at: number; lag: bigint | null }
type Parts = {
  nodes: readonly ChainNode[]
  slots: { slot(): bigint | undefined }
  clock: Clock
  log: Log
}

export type EndpointChecks = {
  /** Checks all endpoints once. */
  run(): Promise<void>
  /** Checks now and every five minutes. Returns the function that ends it. */
  start(): () => void
  states(): EndpointState[]
}

type ChecksState = Parts & {
  /** The last check of each endpoint, by its name. */
  last: Map<string, Check>
  isOn: boolean
  /** Cancels the check that comes before the next of every five minutes. */
  cancelRecheck: (() => void) | null
}

export function createEndpointChecks(parts: Parts): EndpointChecks {
  const checks: ChecksState = { ...parts, last: new Map(), isOn: false, cancelRecheck: null }
  return {
    run: () => run(checks),
    start: () => start(checks),
    states: () => parts.nodes.map((node) => describeEndpoint(node, checks.last.get(node.name))),
  }
}

function start(checks: ChecksState): () => void {
  checks.isOn = true
  void runSafely(checks)
  const stop = every(checks.clock, CHECK_EVERY_MS, () => void runSafely(checks))
  return () => {
    checks.isOn = false
    checks.cancelRecheck?.()
    stop()
  }
}

async function runSafely(checks: ChecksState): Promise<void> {
  const { nodes, clock, log } = checks
  await run(checks).catch((error: unknown) => log.error(describe(error), 'a check of the endpoints failed'))
  if (!checks.isOn || checks.cancelRecheck) return
  if (nodes.every(({ health }) => health.slotsBehind() === null)) return
  checks.cancelRecheck = after(clock, RECHECK_MS, () => {
    checks.cancelRecheck = null
    void runSafely(checks)
  })
}

/** Checks all of them together: only the others show how far one lies behind. */
async function run({ nodes, slots, clock, log, last }: ChecksState): Promise<void> {
  const inspected = await Promise.all(nodes.map(inspect))
  const all = inspected.map(([, found]) => found)
  for (const [node, found] of inspected) {
    const lag = found.slotsBehind ?? measureLag(found.slot, slots.slot(), all)
    const lagsBy = lag !== null && lag > MOST_SLOTS_BEHIND ? lag : null
    node.health.checked({ lagsBy })
    if (lagsBy !== null) log.warn({ endpoint: node.name, slots: Number(lagsBy) }, 'an endpoint lags')
    if (found.history === false) log.warn({ endpoint: node.name }, 'an endpoint has no history')
    last.set(node.name, { ...found, at: clock.now(), lag })
  }
}

async function inspect(node: ChainNode): Promise<[ChainNode, Inspection]> {
  // This call goes through the guard, which finds out which network it is.
  await node.blockHeight('moved').catch((error: unknown) => {
    if (!isFault(error)) throw error
  })
  return [node, await node.inspect()]
}

/**
 * Slots behind the highest that at least two endpoints have reached, if there are three: a single one must not make all
 * others lag.
 */
function measureLag(
  slot: bigint | null,
  highest: bigint | undefined,
  all: readonly Inspection[],
): bigint | null {
  if (slot === null || highest === undefined) return null
  const found = all.flatMap((one) => (one.slot === null ? [] : [one.slot]))
  const [, second] = found.toSorted((a, b) => (a > b ? -1 : 1))
  const reached = found.length > 2 && second !== undefined && second < highest ? second : highest
  const lag = reached > slot ? reached - slot : 0n
  return found.length < 3 && lag > MOST_SLOTS_AHEAD ? null : lag
}

function describeEndpoint(node: ChainNode, check: Check | undefined): EndpointState {
  const { health } = node
  const lag = health.slotsBehind() ?? check?.lag ?? null
  const { errorRate, latencyMs } = health.statistics()
  return {
    name: node.name,
    state: toState(node, check),
    lag: lag === null ? null : Number(lag),
    errorRate: errorRate === null ? null : Math.round(errorRate * 1_000) / 1_000,
    latencyMs: latencyMs === null ? null : Math.round(latencyMs * 10) / 10,
    history: check?.history ?? null,
    firstBlock: check?.firstBlock?.toString() ?? null,
    version1: check?.version1 ?? null,
    commitment: health.moved(),
    restSeconds: Math.ceil(health.restMs() / 1_000),
    checkedAt: check === undefined ? null : new Date(check.at).toISOString(),
  }
}

function toState({ health }: ChainNode, check: Check | undefined): EndpointState['state'] {
  if (health.isForeign()) return 'other_network'
  if (health.restMs() > 0) return 'resting'
  if (health.slotsBehind() !== null) return 'behind'
  if (!health.isWell()) return 'resting'
  if (health.isRefusing()) return 'refusing'
  return check === undefined ? 'unknown' : 'ok'
}
